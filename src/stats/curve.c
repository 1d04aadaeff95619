/*
 * y(x) = y_i + (y_(i+1) - y_i) (x - x_i) / (x_(i+1) - x_i) between knots;
 * the first y below them. Above them the line through the last and the next at or below half of its x, if there is
 * one: knots close to each other, as where sizes were halved again and again, have a slope of noise.
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

/* Of the line above the last knot. */
static double slope_above(const struct curve *curve)
{
	size_t last = curve->n - 1, other = last - 1;

	while (other > 0 && curve->x[other] > curve->x[last] / 2)
		other--;
	return (curve->y[last] - curve->y[other]) / (curve->x[last] - curve->x[other]);
}

double curve_at(const struct curve *curve, double x)
{
	if (x <= curve->x[0] || curve->n == 1)
		return curve->y[0];
	/* Each piece is measured from the knot below x, so that every knot gives its own y exactly. */
	size_t from = knot_below(curve, x);
	double slope = from + 1 == curve->n
			       ? slope_above(curve)
			       : (curve->y[from + 1] - curve->y[from]) / (curve->x[from + 1] - curve->x[from]);
	return curve->y[from] + slope * (x - curve->x[from]);
}
