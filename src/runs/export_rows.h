#ifndef SONDE_RUNS_EXPORT_ROWS_H
#define SONDE_RUNS_EXPORT_ROWS_H

#include "base/table.h"
#include "stats/statistic.h"
#include "store/store.h"

/* All functions are Local. */

/* What is written of a run: a row for every observation, or for every point. */
enum export_kind { EXPORT_OBSERVATIONS, EXPORT_POINTS };

enum { EXPORT_NUMBERS_MOST = 13 };

/* A row: what was timed, and numbers in the order of export_columns. */
struct export_row {
	struct experiment what;
	double numbers[EXPORT_NUMBERS_MOST];
};

/* The rows of a run. Starts zero-initialised. */
struct export_rows {
	enum export_kind kind;
	enum statistic statistic; /* of points: what the run was measured with */
	struct export_row *rows;
	size_t n, capacity;
};

/*
 * The columns of the numbers.
 *
 * - *n: how many there are, at most EXPORT_NUMBERS_MOST.
 * - Observations: the settings of their batch, place in it, and times.
 * - Points: how many timings count, least, quartiles, median, mean, largest, the interval of the median, and what
 *   stands for them by the run's statistic with its interval.
 */
const struct column *export_columns(enum export_kind kind, size_t *n);

/* The row of one observation. */
struct export_row export_observation(const struct timing *timing);

/*
 * All observations of the run, by points in the order in which they were first measured.
 *
 * - Ownership: export_rows_release in any case.
 * - ERR_IO, ERR_INPUT, ERR_MEMORY.
 */
enum status export_observations(struct store *store, const struct run *run, struct export_rows *rows,
				struct error *err);

/*
 * All points of the run in the order of tables (point_order.h), with intervals at this confidence.
 *
 * - Ownership and errors: as export_observations.
 */
enum status export_points(struct store *store, const struct run *run, double confidence, struct export_rows *rows,
			  struct error *err);

void export_rows_release(struct export_rows *rows);

#endif
