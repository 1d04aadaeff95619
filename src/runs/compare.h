#ifndef SONDE_RUNS_COMPARE_H
#define SONDE_RUNS_COMPARE_H

#include "stats/family.h"
#include "runs/run_states.h"
#include "stats/compare.h"
#include "store/store.h"

/* All functions are Local. */

/* One of the two runs, with its timings. */
struct compared_run {
	struct run run;
	struct campaign campaign;
};

/* A point that both runs measured. */
struct compared_point {
	const struct experiment *what;
	struct stratum times;    /* of either run, as independent as can be had */
	double median[2];        /* s */
	struct estimate shift;   /* s: of b against a */
	struct family_test test; /* rank sums, among those of all points */
};

/* All points of one kind of experiment together. */
struct compared_kind {
	enum experiment_kind kind;
	size_t points, differ; /* how many there are, and how many differ by themselves */
	struct overall overall;
	struct family_test test; /* overall.p, among those of all kinds */
};

/* Run b held against run a. Starts zero-initialised. */
struct runs_comparison {
	struct compared_run runs[2];
	struct state_choice state; /* of the machine, in which they are compared */
	double confidence;
	struct compared_point *points;                /* in the order of tables (point_order.h) */
	size_t n, left_out;                           /* left_out: points that one of them has alone */
	struct compared_kind kinds[EXPERIMENT_KINDS]; /* those that have points with positive times */
	size_t n_kinds;
};

/*
 * Compares the runs of these names or numbers, as store_find takes them.
 *
 * - state: of the machine, as run_states_choose takes it; NULL: one that both have.
 * - stats/compare.h says how shifts, p values and what holds for all points are found.
 * - Ownership: runs_comparison_release in any case.
 * - ERR_INPUT: a run is not there, or they have no point in common; ERR_IO, ERR_MEMORY.
 */
enum status runs_compare(struct runs_comparison *comparison, struct store *store, const char *a, const char *b,
			 const char *state, double confidence, struct error *err);
void runs_comparison_release(struct runs_comparison *comparison);

#endif
