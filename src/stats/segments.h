#ifndef SONDE_STATS_SEGMENTS_H
#define SONDE_STATS_SEGMENTS_H

#include <stddef.h>

#include "base/error.h"
#include "stats/regression.h"

/* What the segments of a curve have in common beyond being straight lines. */
enum segments_spread {
	SPREAD_COMMON, /* points scatter about all of them alike */
	SPREAD_OWN     /* about each in its own way: an irregular region is a segment, too */
};

/* A part of a curve: points begin to end - 1. */
struct segment {
	size_t begin, end;
	struct line line;
	double scatter; /* root of the mean squared residual, as a part of the value */
};

#define SEGMENTS_MOST 8

/*
 * The partition of n points, x ascending and y > 0, into at most most <= SEGMENTS_MOST straight lines, not joined, of at least least >= 3 points each: for every number of lines the best one by dynamic
 * programming over all positions of the breaks (Bai, Perron 1998), and among these the one with the least information criterion, n ln(s^2) + 0.299 (ln n)^2.1 per parameter (Liu, Wu, Zidek 1997), which invents
 * fewer breaks than BIC where points are few; each line has two parameters, each break one, each scatter of its own one. With scatters of their own, which short lines make look small, parameters count
 * half as much again: so that on straight lines with skewed noise, as times have it, still 95 of 100 curves stay whole. Residuals count as parts of the value, so that a value that is far too high
 * weighs little. scatters below 1e-4 count as that. Sets list (room SEGMENTS_MOST) and *n_list. ERR_INPUT if there are fewer than least points, or a value is not positive; ERR_MEMORY. Local. O(most n^2).
 */
enum status segments_find(const double *x, const double *y, size_t n, size_t least, size_t most, enum segments_spread spread, struct segment *list, size_t *n_list, struct error *err);

#endif
