/*
 * T(m) = alpha + beta m (Hockney 1994, Parallel Computing 20(3))
 * Two points: alpha = RTT(0) / 2, beta = (RTT(M) - RTT(0)) / (2 M).
 * Regression: the line through RTT(m) / 2, weights 1 / T^2, T of the line itself.
 */
#include "model/classes.h"
#include "model/derive.h"
#include "stats/regression.h"

#include <stdlib.h>

enum { ALPHA, BETA };

static const struct param_spec params[] = {
	[ALPHA] = {.name = "alpha", .unit = "s", .shape = PARAM_SCALAR, .about = "time of an empty message"},
	[BETA] = {.name = "beta", .unit = "s/B", .shape = PARAM_SCALAR, .about = "time per byte"},
};

static const struct design_row two_point_rows[] = {
	{.kind = EXPERIMENT_ROUNDTRIP, .sizes = SIZES_ZERO, .reply_same = true},
	{.kind = EXPERIMENT_ROUNDTRIP, .sizes = SIZES_LONG, .reply_same = true},
};

static const struct design_row regression_rows[] = {
	{.kind = EXPERIMENT_ROUNDTRIP, .sizes = SIZES_ALL, .reply_same = true},
};

static const struct method methods[] = {
	{.name = "regression",
	 .about = "line through round trips of chosen sizes",
	 .plan = PLAN_REGRESSION,
	 .rows = regression_rows,
	 .n_rows = 1},
	{.name = "two-point",
	 .about = "round trips of 0 and M bytes",
	 .plan = PLAN_FIXED,
	 .rows = two_point_rows,
	 .n_rows = 2},
};

/* The echoes: those of count round trips from first with an answer as long as the message. x and y hold count each;
 * returns how many there are. y: one way. */
static size_t echoes(const struct points *points, size_t first, size_t count, double *x, double *y)
{
	size_t n = 0;

	for (size_t i = first; i < first + count; i++) {
		const struct experiment *what = &points->points[i].what;

		if (what->bytes == what->reply_bytes) {
			x[n] = (double)what->bytes;
			y[n++] = points->points[i].seconds / 2;
		}
	}
	return n;
}

/* alpha = T(0) / 2, beta = (T(M) - T(0)) / (2 M) with M the largest size. */
static enum status two_point_line(const double *x, const double *y, size_t n, struct line *line, struct error *err)
{
	size_t zero = n, large = 0;

	for (size_t i = 0; i < n; i++) {
		if (x[i] == 0)
			zero = i;
		if (x[i] > x[large])
			large = i;
	}
	if (zero == n || x[large] == 0)
		return error_set(err, ERR_INPUT,
				 "the two-point method needs round trips of 0 and of M > 0 bytes, with answers of the "
				 "same size");
	*line = line_through(0, y[zero], x[large], y[large]);
	return OK;
}

static enum status hockney_fit(struct model *model, size_t l, const struct points *points, struct link measured,
			       const struct method *method, struct error *err)
{
	struct line line = {0, 0};
	enum status status;
	size_t n, first, count = points_between(points, EXPERIMENT_ROUNDTRIP, measured.from, measured.to, &first);
	double *x = malloc(2 * (count + 1) * sizeof(*x));
	double *y = x ? x + count + 1 : NULL;

	if (!x)
		return error_memory(err, "the points of a regression");
	n = echoes(points, first, count, x, y);
	/* Perturbations are in proportion to the time: the line has the least relative errors. */
	status = method->plan == PLAN_REGRESSION ? regression_relative(x, y, n, NULL, &line, err)
						 : two_point_line(x, y, n, &line, err);
	free(x);
	if (status == OK)
		status = model_set(model, l, "alpha", line.intercept, err);
	if (status == OK)
		status = model_set(model, l, "beta", line.slope, err);
	return status;
}

static void hockney_cost(const struct model *model, struct link link, size_t bytes, struct cost *cost)
{
	size_t l = model_link(model, link);
	double transfer = model_at(model, l, BETA, 0) * (double)bytes;
	double latency = model_at(model, l, ALPHA, 0);

	*cost = (struct cost){.latency = latency, .transfer = transfer, .gap = latency + transfer};
}

const struct model_class model_hockney = {
	.name = "hockney",
	.about = "T(m) = alpha + beta m",
	.reference = "Hockney 1994, Parallel Computing 20(3)",
	.params = params,
	.n_params = sizeof(params) / sizeof(params[0]),
	.methods = methods,
	.n_methods = sizeof(methods) / sizeof(methods[0]),
	.fit = hockney_fit,
	.cost = hockney_cost,
};
