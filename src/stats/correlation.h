#ifndef SONDE_STATS_CORRELATION_H
#define SONDE_STATS_CORRELATION_H

#include <stddef.h>

#include "stats/statistic.h"

/* All functions are Local. */

/*
 * By which factor the variance of a statistic of x exceeds that of as many independent values: at least 1.
 *
 * - x: in the order in which it was taken.
 * - By batch means of ranks (ranks, so that outliers do not hide it), for batches of 2, 4, 8, ... values, at least 10
 *   of them. Each gives the ratio of the batches' variance to the one that independence would give.
 * - Result: the largest ratio that an F test at 1 % does not put down to chance.
 * - 1 for n < 20, and without memory.
 */
double correlation_inflation(const double *x, size_t n);

/*
 * As statistic_estimate, with intervals widened for timings that are correlated.
 *
 * - x: in the order in which the timings were taken. Timings that lie in one state of the machine for a while tell
 *   less than their number promises.
 * - Mean and median: the interval is wider by the root of the inflation, but that does not take it beyond the least
 *   and the longest timing.
 * - Minimum: the interval stays, since perturbations that come in groups do not move the least time.
 */
struct estimate correlation_estimate(enum statistic statistic, const double *x, size_t n, double confidence,
				     double resolution);

#endif
