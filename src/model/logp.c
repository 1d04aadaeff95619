/* T = o_s + L + o_r, k messages: + (k - 1) max(g, o_s); short messages only (Culler et al. 1993, PPoPP) */
#include "model/classes.h"
#include "model/logp_fit.h"

static const struct param_spec params[] = {
	LOGP_PARAMS,
};

static const struct design_row rows[] = {
	LOGP_ROWS,
};

static const struct method methods[] = {
	{.name = "saturation",
	 .about = "overheads of single calls, gap of a long train",
	 .plan = PLAN_FIXED,
	 .rows = rows,
	 .n_rows = sizeof(rows) / sizeof(rows[0])},
};

static enum status logp_fit(struct model *model, size_t l, const struct points *points, struct link measured,
			    const struct method *method, struct error *err)
{
	(void)method;
	return logp_fit_short(model, l, points, measured, err);
}

static void logp_cost(const struct model *model, struct link link, size_t bytes, struct cost *cost)
{
	(void)bytes;
	logp_cost_short(model, model_link(model, link), cost);
}

const struct model_class model_logp = {
	.name = "logp",
	.about = "T = o_s + L + o_r for a short message",
	.reference = "Culler et al. 1993, PPoPP",
	.params = params,
	.n_params = sizeof(params) / sizeof(params[0]),
	.methods = methods,
	.n_methods = sizeof(methods) / sizeof(methods[0]),
	.fit = logp_fit,
	.cost = logp_cost,
};
