#ifndef SONDE_STATS_CORRELATION_H
#define SONDE_STATS_CORRELATION_H

#include <stddef.h>

#include "stats/statistic.h"

/*
 * By which factor the variance of a statistic of x, in the order in which it was taken, exceeds that of as many
 * independent values: at least 1. By batch means of ranks (ranks, so that outliers do not hide it): for batches of 2,
 * 4, 8, ... values, at least 10 of them, the batches' variance over the one that independence would give; the largest
 * that an F test at 1 % does not put down to chance. 1 for n < 20, and without memory. Local.
 */
double correlation_inflation(const double *x, size_t n);

/*
 * As statistic_estimate, of timings in the order in which they were taken: of mean and median the interval is as many
 * times wider as the root of their inflation, but not beyond the least and the longest timing for that. Times that go
 * together, because the machine was in one state for a while, tell less than their number promises. The interval of the
 * minimum stays: perturbations that come in groups do not move the least time.
 */
struct estimate correlation_estimate(enum statistic statistic, const double *x, size_t n, double confidence,
				     double resolution);

#endif
