/*
 * Of the rising lines through two points that hardly any point lies below: the line with the most points on it,
 * |y_i - a - b x_i| <= part y_i + noise; then the regression through these points.
 */
#include "stats/support.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { BELOW_OF = 20 };

struct curve_points {
	const double *x, *y;
	size_t n;
	double part, noise;
};

static double allowed(const struct curve_points *points, size_t i)
{
	return points->part * points->y[i] + points->noise;
}

/* How many of the points up to last lie on the line; 0 if too many lie below it. */
static size_t supporters(const struct curve_points *points, const struct line *line, size_t last)
{
	size_t on = 0, below = 0;

	for (size_t i = 0; i <= last; i++) {
		double above = points->y[i] - line_at(line, points->x[i]);

		below += above < -allowed(points, i);
		on += fabs(above) <= allowed(points, i);
	}
	return BELOW_OF * below > last + 1 ? 0 : on;
}

static enum status fit(const struct curve_points *points, size_t last, struct line *line, struct error *err)
{
	double *weights = calloc(points->n, sizeof(*weights));
	enum status status = weights ? OK : error_memory(err, "a line");

	for (size_t i = 0; weights && i <= last; i++)
		if (fabs(points->y[i] - line_at(line, points->x[i])) <= allowed(points, i))
			weights[i] = 1 / (points->y[i] * points->y[i]);
	if (status == OK)
		status = regression_line(points->x, points->y, weights, points->n, line, err);
	free(weights);
	return status;
}

enum status support_line(const double *x, const double *y, size_t n, double part, double noise, struct line *line,
			 struct error *err)
{
	const struct curve_points points = {x, y, n, part, noise};
	struct line best = {0, 0};
	size_t most = 0, up_to = 0;
	enum status status;

	for (size_t i = 0; i < n; i++)
		for (size_t k = i + 1; k < n; k++) {
			struct line through = line_through(x[i], y[i], x[k], y[k]);
			size_t on = through.slope > 0 ? supporters(&points, &through, k) : 0;

			if (on > most) {
				best = through;
				most = on;
				up_to = k;
			}
		}
	if (most == 0)
		return error_set(err, ERR_INPUT, "no rising line can be laid below %zu values", n);
	status = fit(&points, up_to, &best, err);
	if (status == OK)
		*line = best;
	return status;
}
