#ifndef SONDE_STATS_CURVE_H
#define SONDE_STATS_CURVE_H

#include <stddef.h>

#include "base/error.h"

/* All functions are Local. */

/* A piecewise linear function: through (x[i], y[i]), i < n, x strictly ascending. One knot makes a constant. */
struct curve {
	double *x;
	double *y;
	size_t n;
};

/*
 * Makes a curve of copies of n >= 1 knots.
 *
 * - Ownership: curve_release frees what it holds.
 * - ERR_INPUT if n = 0, x does not ascend or anything is not finite (the text says which knot); *curve is then
 *   untouched.
 * - ERR_MEMORY.
 */
enum status curve_init(struct curve *curve, const double *x, const double *y, size_t n, struct error *err);
void curve_release(struct curve *curve);

/*
 * Makes a deep copy.
 *
 * - Ownership and errors: as curve_init.
 */
enum status curve_copy(struct curve *copy, const struct curve *curve, struct error *err);

/*
 * The value at x.
 *
 * - Between knots: linear.
 * - Below the first knot: its value. Above the last: on the line through it and the next knot at or below half of its
 *   x, or the first one.
 */
double curve_at(const struct curve *curve, double x);

#endif
