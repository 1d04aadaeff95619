#ifndef SONDE_API_RESULTS_H
#define SONDE_API_RESULTS_H

#include "api/context.h"
#include "probe/explore.h"

#define RESULTS_MOST 1000000

/* What a call measures. All is borrowed. */
struct wanted {
	struct explore_family family; /* what is measured of each size */
	struct explore_family rest;   /* is measured after it, and its curves follow; curves 0: nothing */
	const size_t *bytes;          /* n sizes; of an exploration its two ends */
	size_t n;
	const struct explore_options *explore; /* sizes are chosen so; NULL: those are measured */
	const size_t *places;                  /* of the curves among the results; NULL: in the family's order */
	struct sonde_budget budget;
	double scale;              /* times are multiplied by it */
	unsigned long long digest; /* of all that processes must want alike */
};

/* What was found, all allocated: of place p and size i the result p * n + i; the breaks of an exploration's first
 * curve. */
struct found {
	struct sonde_result *results;
	size_t n; /* sizes */
	struct sonde_break *breaks;
	size_t n_breaks;
	bool complete; /* everything is as precise as was asked for */
};
void found_release(struct found *found);

/*
 * The numbers of a sample, each time multiplied by scale, and why there are no more.
 *
 * - sample: NULL: none was made. resolution: of the clock, s.
 * - result->bytes stays.
 * - ERR_MEMORY.
 * - Local.
 */
enum status results_summarise(const struct sample *sample, const struct probe_options *probe, double resolution,
			      double scale, struct sonde_result *result, struct error *err);

/*
 * Measures within the budget, at process 0 while the others serve.
 *
 * - found_release in any case.
 * - ERR_* of the platform, ERR_MEMORY.
 */
enum status results_drive(const struct sonde *context, const struct wanted *wanted, struct found *found,
			  struct error *err);

/*
 * Sees that all processes want the same and none objects (mine), measures at process 0 within the budget while the
 * others serve, and gives the results, n of each curve, to all.
 *
 * - Collective.
 */
enum sonde_status results_measure(struct sonde *context, const struct wanted *wanted, const struct error *mine,
				  struct sonde_result *results, struct sonde_error *error);

#endif
