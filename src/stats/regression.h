#ifndef SONDE_STATS_REGRESSION_H
#define SONDE_STATS_REGRESSION_H

#include <stddef.h>

#include "base/error.h"

/* All functions are Local. */

/* y = intercept + slope x. */
struct line {
	double intercept, slope;
};

/*
 * The weighted least-squares line through n points (GSL's gsl_fit_wlinear).
 *
 * - weights: NULL for all 1; a point of weight 0 does not count.
 * - ERR_INPUT if n < 2, all x that count are equal, a number is not finite or a weight is negative; *line is then
 *   untouched.
 */
enum status regression_line(const double *x, const double *y, const double *weights, size_t n, struct line *line,
			    struct error *err);

/*
 * The line of least relative errors: that of weights 1 / f_i^2, f_i its own value at x_i. Weights of 1 / y_i^2 would
 * favour what came out low, and so would the line.
 *
 * - intercept: NULL, or what it is to be.
 * - A point with y <= 0 does not count.
 * - The line is positive at all x that count, where one can be.
 * - ERR_INPUT as regression_line, with an intercept only if no x that counts differs from 0; ERR_MEMORY.
 */
enum status regression_relative(const double *x, const double *y, size_t n, const double *intercept, struct line *line,
				struct error *err);

/* The line's value at x. */
double line_at(const struct line *line, double x);

/* The line through two points with different x. */
struct line line_through(double x0, double y0, double x1, double y1);

#endif
