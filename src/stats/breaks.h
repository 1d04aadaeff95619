#ifndef SONDE_STATS_BREAKS_H
#define SONDE_STATS_BREAKS_H

#include <stddef.h>

#include "base/error.h"

enum breakpoint_kind {
	BREAK_JUMP, /* the curve goes on at another level */
	BREAK_SLOPE /* it goes on with another slope */
};

/* Where a curve that is piecewise a straight line breaks. */
struct breakpoint {
	enum breakpoint_kind kind;
	size_t first;         /* the first point beyond it: it lies between points first - 1 and first */
	double before, after; /* their x */
	double place; /* jump: after, the first x on the new level if the points are dense; slope: where the two lines
			 meet */
	double from, to; /* jump: what the line before and the line after it give there */
	double slope[2]; /* of the lines before and after it; NAN where a line is a single point */
};

/*
 * The breaks of the curve through n points with x ascending, in ascending order. low and high are the bounds of the
 * values' 95 % intervals, both NULL if the values are exact. Found is the partition into straight lines, not
 * necessarily joined, with the least sum of squared residuals and a penalty of 4 ln n + 6 per line (two thirds of it
 * for a single point, four for two points); residuals are counted in half half-widths of the intervals, not below
 * epsilon / 4 of the value. So a jump counts that is larger than epsilon of the value and than the half-widths of the
 * two points beside it together, and a change of slope that makes more than epsilon of the value over the shorter of
 * the two lines; one or two points make no slope, but are held against the lines beside them. *list is allocated, the
 * caller frees it. ERR_MEMORY. Local. O(n^2).
 */
enum status breaks_find(const double *x, const double *y, const double *low, const double *high, size_t n,
			double epsilon, struct breakpoint **list, size_t *n_list, struct error *err);

/*
 * The period of the jumps among the breaks: three or more in a row whose places are multiples (k, k + 1, k + 2, ...) of
 * one distance, or one more than multiples, to within two bytes, and whose heights agree within a factor of two. 0 if
 * there is none. first and last receive the positions of the longest such row in list. Local.
 */
double breaks_period(const struct breakpoint *list, size_t n, size_t *first, size_t *last);

#endif
