#ifndef SONDE_STATS_CURVE_H
#define SONDE_STATS_CURVE_H

#include <stddef.h>

#include "base/error.h"

/* A piecewise linear function: through (x[i], y[i]), i < n, x strictly ascending. One knot makes a constant. */
struct curve {
	double *x;
	double *y;
	size_t n;
};

/*
 * Copies the n >= 1 knots. ERR_INPUT if n = 0, x does not ascend or anything is not finite (the text says which knot);
 * *curve is then untouched. curve_release frees it. Local.
 */
enum status curve_init(struct curve *curve, const double *x, const double *y, size_t n, struct error *err);
void curve_release(struct curve *curve);

/* A deep copy. Local. */
enum status curve_copy(struct curve *copy, const struct curve *curve, struct error *err);

/* The value at x: linear between knots, the first knot's value below it, the line through the last two knots above the
 * last. Local. */
double curve_at(const struct curve *curve, double x);

#endif
