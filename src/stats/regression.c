/* y = a + b x with the least sum of w_i (y_i - a - b x_i)^2: b = S_xy / S_xx, a = mean y - b mean x, by GSL. */
#include "stats/regression.h"

#include <math.h>
#include <stdbool.h>

#include <gsl/gsl_fit.h>

static bool counts(const double *weights, size_t i)
{
	return !weights || weights[i] > 0;
}

/* Whether the points that count stand at two places at least. */
static bool spread_out(const double *x, const double *weights, size_t n)
{
	size_t first = 0;
	while (first < n && !counts(weights, first))
		first++;
	for (size_t i = first; i < n; i++) {
		if (counts(weights, i) && x[i] != x[first])
			return true;
	}
	return false;
}

static enum status check_points(const double *x, const double *y, const double *weights, size_t n, struct error *err)
{
	for (size_t i = 0; i < n; i++) {
		if (!isfinite(x[i]) || !isfinite(y[i]))
			return error_set(err, ERR_INPUT, "point %zu of %zu of a line fit is not finite: (%g, %g)",
					 i + 1, n, x[i], y[i]);
		if (weights && !(isfinite(weights[i]) && weights[i] >= 0))
			return error_set(
				err, ERR_INPUT,
				"point %zu of %zu of a line fit has the weight %g; a weight is finite and not negative",
				i + 1, n, weights[i]);
	}
	if (!spread_out(x, weights, n))
		return error_set(err, ERR_INPUT,
				 "a line fit needs points at two different x at least; all %zu points stand at one", n);
	return OK;
}

enum status regression_line(const double *x, const double *y, const double *weights, size_t n, struct line *line,
			    struct error *err)
{
	if (n < 2)
		return error_set(err, ERR_INPUT, "a line fit needs 2 points at least, not %zu", n);
	enum status status = check_points(x, y, weights, n, err);
	if (status)
		return status;
	double intercept, slope, c00, c01, c11, residual;
	if (weights)
		gsl_fit_wlinear(x, 1, weights, 1, y, 1, n, &intercept, &slope, &c00, &c01, &c11, &residual);
	else
		gsl_fit_linear(x, 1, y, 1, n, &intercept, &slope, &c00, &c01, &c11, &residual);
	if (!isfinite(intercept) || !isfinite(slope))
		return error_set(err, ERR_INPUT, "the line through %zu points is beyond the range of numbers", n);
	*line = (struct line){.intercept = intercept, .slope = slope};
	return OK;
}

double line_at(const struct line *line, double x)
{
	return line->intercept + line->slope * x;
}

struct line line_through(double x0, double y0, double x1, double y1)
{
	double slope = (y1 - y0) / (x1 - x0);
	return (struct line){.intercept = y0 - slope * x0, .slope = slope};
}
