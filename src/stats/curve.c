/*
 * y(x) = y_i + (y_(i+1) - y_i) (x - x_i) / (x_(i+1) - x_i) between knots;
 * the first y below them, the line through the last two above them.
 */
#include "stats/curve.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static enum status check_knots(const double *x, const double *y, size_t n, struct error *err)
{
	if (n == 0)
		return error_set(err, ERR_INPUT, "a piecewise linear function needs one knot at least");
	for (size_t i = 0; i < n; i++) {
		if (!isfinite(x[i]) || !isfinite(y[i]))
			return error_set(err, ERR_INPUT, "knot %zu of %zu is not finite: (%g, %g)", i + 1, n, x[i],
					 y[i]);
		if (i > 0 && x[i] <= x[i - 1])
			return error_set(err, ERR_INPUT, "knot %zu of %zu does not ascend: x = %.17g comes after %.17g",
					 i + 1, n, x[i], x[i - 1]);
	}
	return OK;
}

static double *copy_of(const double *x, size_t n)
{
	double *copy = n <= SIZE_MAX / sizeof(*copy) ? malloc(n * sizeof(*copy)) : NULL;
	if (copy)
		memcpy(copy, x, n * sizeof(*copy));
	return copy;
}

enum status curve_init(struct curve *curve, const double *x, const double *y, size_t n, struct error *err)
{
	enum status status = check_knots(x, y, n, err);
	if (status)
		return status;
	struct curve made = {.x = copy_of(x, n), .y = copy_of(y, n), .n = n};
	if (!made.x || !made.y) {
		curve_release(&made);
		return error_memory(err, "the knots of a piecewise linear function");
	}
	*curve = made;
	return OK;
}

void curve_release(struct curve *curve)
{
	free(curve->x);
	free(curve->y);
	*curve = (struct curve){0};
}

enum status curve_copy(struct curve *copy, const struct curve *curve, struct error *err)
{
	return curve_init(copy, curve->x, curve->y, curve->n, err);
}

/* The last knot at or below x, which is not below the first. */
static size_t knot_below(const struct curve *curve, double x)
{
	size_t at_or_below = 0, above = curve->n;
	while (above - at_or_below > 1) {
		size_t middle = at_or_below + (above - at_or_below) / 2;
		if (curve->x[middle] <= x)
			at_or_below = middle;
		else
			above = middle;
	}
	return at_or_below;
}

double curve_at(const struct curve *curve, double x)
{
	if (x <= curve->x[0] || curve->n == 1)
		return curve->y[0];
	size_t from = knot_below(curve, x);
	/* The last piece goes on above the last knot; each piece is measured from the knot below x, so that every knot
	 * gives its own y exactly. */
	size_t piece = from + 1 < curve->n ? from : from - 1;
	double slope = (curve->y[piece + 1] - curve->y[piece]) / (curve->x[piece + 1] - curve->x[piece]);
	return curve->y[from] + slope * (x - curve->x[from]);
}
