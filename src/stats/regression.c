/* y = a + b x with the least sum of w_i (y_i - a - b x_i)^2: b = S_xy / S_xx, a = mean y - b mean x, by GSL. */
#include "stats/regression.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include <gsl/gsl_fit.h>

enum {
	ROUNDS = 1000, /* of lines that are far from all points; 10 do for those near them */
	HALVINGS = 20  /* of a step, after which the deviance falls no more but for rounding */
};

/* settled: the deviance has fallen by a smaller part. rounding: half the deviance of a point that is on the line but
 * for rounding. */
static const double settled = 1e-12, rounding = 1e-28;

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

/* Half the deviance; INFINITY of a line that is not positive where a point counts. */
static double deviance(const struct line *line, const double *x, const double *y, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++) {
		double f = line_at(line, x[i]), e = y[i] / f - 1;

		if (!(y[i] > 0))
			continue;
		if (!(f > 0))
			return INFINITY;
		sum += e - log1p(e);
	}
	return sum;
}

/* The slope of the weighted line through an intercept. */
static enum status line_from(double intercept, const double *x, const double *y, const double *weights, size_t n,
			     struct line *line, struct error *err)
{
	double above = 0, below = 0;

	for (size_t i = 0; i < n; i++) {
		above += weights[i] * x[i] * (y[i] - intercept);
		below += weights[i] * x[i] * x[i];
	}
	if (!(below > 0) || !isfinite(above / below))
		return error_set(err, ERR_INPUT, "a line from x = 0 on needs a point at another x");
	*line = (struct line){intercept, above / below};
	return OK;
}

static enum status weighted_line(const double *intercept, const double *x, const double *y, const double *weights,
				 size_t n, struct line *line, struct error *err)
{
	return intercept ? line_from(*intercept, x, y, weights, n, line, err)
			 : regression_line(x, y, weights, n, line, err);
}

/* A level line where one with a slope is not positive everywhere. */
static struct line begin_with(const struct line *line, const double *intercept, const double *x, const double *y,
			      size_t n)
{
	double sum = 0, count = 0;

	if (isfinite(deviance(line, x, y, n)))
		return *line;
	for (size_t i = 0; i < n; i++)
		if (y[i] > 0) {
			sum += y[i];
			count++;
		}
	return (struct line){intercept ? *intercept : sum / count, 0};
}

/* Goes from the line towards another one, the whole way or a half, quarter, ... of it, as far as the deviance falls.
 * Returns the new deviance. */
static double go_towards(struct line *line, const struct line *other, double before, const double *x, const double *y,
			 size_t n)
{
	for (int i = 0; i < HALVINGS; i++) {
		const double part = ldexp(1, -i);
		const struct line there = {line->intercept + part * (other->intercept - line->intercept),
					   line->slope + part * (other->slope - line->slope)};
		double after = deviance(&there, x, y, n);

		if (after < before) {
			*line = there;
			return after;
		}
	}
	return before;
}

/* weights: those of 1 / y^2 at first. */
static enum status settle(const double *x, const double *y, size_t n, const double *intercept, double *weights,
			  struct line *line, struct error *err)
{
	enum status status = weighted_line(intercept, x, y, weights, n, line, err);
	double now, before = INFINITY;
	struct line begun;

	if (status != OK)
		return status;
	begun = begin_with(line, intercept, x, y, n);
	now = deviance(&begun, x, y, n);
	if (!isfinite(now)) /* no line is positive everywhere */
		return OK;
	*line = begun;
	for (int i = 0; status == OK && i < ROUNDS && now < before * (1 - settled) && now > rounding * (double)n; i++) {
		struct line next;

		for (size_t k = 0; k < n; k++) {
			double f = line_at(line, x[k]);

			weights[k] = y[k] > 0 ? 1 / (f * f) : 0;
		}
		status = weighted_line(intercept, x, y, weights, n, &next, err);
		before = now;
		if (status == OK)
			now = go_towards(line, &next, before, x, y, n);
	}
	return status;
}

enum status regression_relative(const double *x, const double *y, size_t n, const double *intercept, struct line *line,
				struct error *err)
{
	double *weights = malloc((n + 1) * sizeof(*weights));
	struct line found;
	enum status status;

	if (!weights)
		return error_memory(err, "the weights of a regression");
	for (size_t i = 0; i < n; i++)
		weights[i] = y[i] > 0 ? 1 / (y[i] * y[i]) : 0;
	status = settle(x, y, n, intercept, weights, &found, err);
	free(weights);
	if (status == OK)
		*line = found;
	return status;
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
