/*
 * T(m) = o_s + L + (m - 1) G + o_r; k messages: + (k - 1) (max(g, o_s) + (m - 1) G)
 * (Alexandrov et al. 1995, SPAA)
 */
#include "model/classes.h"
#include "model/derive.h"
#include "model/logp_fit.h"
#include "model/paths.h"

enum { GAP_PER_BYTE = LOGP_N };

static const struct param_spec params[] = {
	LOGP_PARAMS,
	[GAP_PER_BYTE] = {.name = "G", .unit = "s/B", .shape = PARAM_SCALAR, .about = "gap per byte of a long message"},
};

static const struct design_row rows[] = {
	LOGP_ROWS,
	{.kind = EXPERIMENT_TRAIN, .sizes = SIZES_LONG, .saturate = true},
};

static const struct method methods[] = {
	{.name = "saturation",
	 .about = "overheads of single calls, gaps of long trains",
	 .plan = PLAN_FIXED,
	 .rows = rows,
	 .n_rows = sizeof(rows) / sizeof(rows[0])},
};

/* The largest size of which a train was measured. */
static size_t long_size(const struct points *points, struct link link)
{
	size_t bytes = 0, first, count = points_between(points, EXPERIMENT_TRAIN, link.from, link.to, &first);

	for (size_t i = first; i < first + count; i++) {
		const struct experiment *what = &points->points[i].what;

		if (what->count > 1 && what->bytes > bytes && message_layout_of(what).ends == 0)
			bytes = what->bytes;
	}
	return bytes;
}

/* G = (g(M) - g) / (M - 1), g of a short message: g(M)/M without the part of g that does not grow, which a finite M
 * would leave in it. */
static enum status loggp_fit(struct model *model, size_t l, const struct points *points, struct link measured,
			     const struct method *method, struct error *err)
{
	size_t bytes = long_size(points, measured), brief = logp_short(points, measured);
	double short_gap = 0, long_gap = 0;
	enum status status = logp_fit_short(model, l, points, measured, err);

	(void)method;
	if (status == OK && bytes <= LOGP_SHORT)
		status = error_set(err, ERR_INPUT,
				   "no train of long messages from %d to %d was measured, and G needs it",
				   measured.from, measured.to);
	if (status == OK)
		status = derive_gap(points, measured, brief, &short_gap, err);
	if (status == OK)
		status = derive_gap(points, measured, bytes, &long_gap, err);
	if (status == OK)
		status = model_set(model, l, "G", (long_gap - short_gap) / (double)(bytes - LOGP_SHORT), err);
	return status;
}

static void loggp_cost(const struct model *model, struct link link, size_t bytes, struct cost *cost)
{
	size_t l = model_link(model, link);

	logp_cost_short(model, l, cost);
	cost->transfer = bytes > 1 ? (double)(bytes - 1) * model_at(model, l, GAP_PER_BYTE, 0) : 0;
	cost->gap += cost->transfer;
}

static const char *const logp_names[] = {"L", "o_s", "o_r", "g"};

static enum status loggp_convert(const struct model *model, size_t l, struct model *target, struct error *err)
{
	enum status status = OK;

	if (target->class != &model_logp)
		return error_set(err, ERR_INPUT, "a loggp model can be converted to logp, not to %s",
				 target->class->name);
	for (size_t p = 0; status == OK && p < sizeof(logp_names) / sizeof(logp_names[0]); p++)
		status = model_set(target, l, logp_names[p], model_value(model, l, logp_names[p], 0), err);
	return status;
}

const struct model_class model_loggp = {
	.name = "loggp",
	.about = "T(m) = o_s + L + (m - 1) G + o_r",
	.reference = "Alexandrov et al. 1995, SPAA",
	.params = params,
	.n_params = sizeof(params) / sizeof(params[0]),
	.methods = methods,
	.n_methods = sizeof(methods) / sizeof(methods[0]),
	.fit = loggp_fit,
	.cost = loggp_cost,
	.convert = loggp_convert,
};
