#ifndef SONDE_STATS_WARMUP_H
#define SONDE_STATS_WARMUP_H

#include <stddef.h>

/* A series of timings in the order in which they were taken. */
struct timing_series {
	const double *x;
	size_t n;
};

/*
 * How many timings at the front of each series are not yet as the rest: 0 if none, at most 10. The ranks of the first k
 * within their series are added over all series (van Elteren 1960); the k of the largest deviation counts if the first
 * are slower at p < 1e-4 (normal approximation, one-sided) and, in the median over the series, by more than 2 %. Series
 * with fewer than 4 k timings say nothing about k. *excess, if anything was found, is that median; may be NULL. Local.
 * Without memory nothing is found.
 */
size_t warmup_find(const struct timing_series *series, size_t n, double *excess);

#endif
