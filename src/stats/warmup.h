#ifndef SONDE_STATS_WARMUP_H
#define SONDE_STATS_WARMUP_H

#include <stddef.h>

/* A series of timings in the order in which they were taken. */
struct timing_series {
	const double *x;
	size_t n;
};

/*
 * How many timings at the front of each series are slower than the rest: 0 if none, at most 10.
 *
 * - The ranks of the first k within their series are added over all series (van Elteren 1960); k is that of the
 *   largest deviation.
 * - It counts if the first are slower at p < 1e-4 (normal approximation, one-sided) and, in the median over the
 *   series, by more than 2 %.
 * - Series with fewer than 4 k timings say nothing about k.
 * - *excess: that median, if anything was found; may be NULL.
 * - Without memory nothing is found, and *excess is NAN.
 * - Local.
 */
size_t warmup_find(const struct timing_series *series, size_t n, double *excess);

#endif
