#ifndef SONDE_STATS_SEGMENTS_H
#define SONDE_STATS_SEGMENTS_H

#include <stddef.h>

#include "base/error.h"
#include "stats/regression.h"

/* A part of a curve: points begin to end - 1. */
struct segment {
	size_t begin, end;
	struct line line;
};

#define SEGMENTS_MOST 8

/*
 * The partition of n points into straight lines, not joined, that has the least information criterion.
 *
 * - x: ascending; y > 0.
 * - Lines: at most most <= SEGMENTS_MOST, each of at least least >= 3 points.
 * - For every number of lines: the best partition, by dynamic programming over all positions of the breaks (Bai,
 *   Perron 1998).
 * - Criterion: n ln(s^2) + 0.299 (ln n)^2.1 per parameter (Liu, Wu, Zidek 1997), which invents fewer breaks than BIC
 *   where points are few. Each line has two parameters, each break one, and the scatter about all of them one.
 * - Residuals count as parts of the value, so that a value that is far too high weighs little. A scatter below 1e-4
 *   counts as that.
 * - list: has room for SEGMENTS_MOST; *n_list receives how many there are.
 * - Time: O(most n^2).
 * - ERR_INPUT if there are fewer than least points, or a value is not positive; ERR_MEMORY.
 * - Local.
 */
enum status segments_find(const double *x, const double *y, size_t n, size_t least, size_t most, struct segment *list,
			  size_t *n_list, struct error *err);

#endif
