#ifndef SONDE_STATS_STOPPING_H
#define SONDE_STATS_STOPPING_H

#include <stdbool.h>
#include <stddef.h>

#include "stats/statistic.h"

/* All functions are Local. */

/* Repeat until the relative error is below error at this confidence, at least least and at most most times. */
struct stopping {
	size_t least, most;
	double error; /* half width of the interval over the value (for min: its whole width, which lies on one side) */
	double confidence; /* 0 < confidence < 1 */
	enum statistic statistic;
};

/*
 * The relative error of n timings under the rule (correlation.h).
 *
 * - x: in the order in which the timings were taken.
 * - Infinite for n < 2 or a value of 0 with a wide interval.
 * - 0 if the interval has no width.
 * - NAN without memory: that is no precision either.
 */
double stopping_error(const struct stopping *rule, const double *x, size_t n);

/*
 * True if no further repetition is needed.
 *
 * - Condition: n >= most, or n >= least and stopping_error <= error.
 * - The error must be that small with and without the last fifth of the timings, which thus confirm it.
 */
bool stopping_done(const struct stopping *rule, const double *x, size_t n);

#endif
