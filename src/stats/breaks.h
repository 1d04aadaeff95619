#ifndef SONDE_STATS_BREAKS_H
#define SONDE_STATS_BREAKS_H

#include <stddef.h>

#include "base/error.h"

/* All functions are Local. */

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
 * The breaks of the curve through n points, in ascending order.
 *
 * - x: ascending.
 * - low, high: the bounds of the values' 95 % intervals; both NULL if the values are exact.
 * - Partition: into straight lines, not necessarily joined, with the least sum of squared residuals and a penalty of 4
 *   ln n + 6 per line (two thirds of it for a single point, four thirds for two points).
 * - Residuals are counted in half half-widths of the intervals, not below epsilon / 4 of the value.
 * - A jump counts if it is larger than epsilon of the value and than the half-widths of the two points beside it
 *   together.
 * - A change of slope counts if it makes more than epsilon of the value over the shorter of the two lines. One or two
 *   points make no slope; they are compared with the lines beside them.
 * - *list: *n_list breaks, allocated; the caller frees it.
 * - Time: O(n^2).
 * - ERR_MEMORY.
 */
enum status breaks_find(const double *x, const double *y, const double *low, const double *high, size_t n,
			double epsilon, struct breakpoint **list, size_t *n_list, struct error *err);

/*
 * The period of the jumps among the breaks; 0 if there is none.
 *
 * - list: n breaks, ascending.
 * - Period: the distance of which three or more jumps in a row are multiples (k, k + 1, k + 2, ...), or one more than
 *   multiples, to within two bytes. Their heights agree within a factor of two.
 * - *first, *last: the positions in list of the longest such row.
 */
double breaks_period(const struct breakpoint *list, size_t n, size_t *first, size_t *last);

#endif
