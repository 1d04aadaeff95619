/*
 * T_send(m) = T_recv(m) = g + G(m), T_full(m) = L + G(m), G piecewise linear, whatever the layout
 * (Seinstra, Koelma 2002, section 5.1)
 */
#include "model/classes.h"
#include "model/derive.h"
#include "model/paths_fit.h"

enum { LATENCY, GAP, ADDITIONAL };

static const struct param_spec params[] = {
	[LATENCY] = {.name = "L",
		     .unit = "s",
		     .shape = PARAM_SCALAR,
		     .about =
			     "from the start of the send of an empty message until the receiver has it: t_cf of P-3PC"},
	[GAP] = {.name = "g",
		 .unit = "s",
		 .shape = PARAM_SCALAR,
		 .about = "the send call of an empty message in a stream: t_cs of P-3PC"},
	[ADDITIONAL] = {.name = "G",
			.unit = "s",
			.shape = PARAM_PER_SIZE,
			.added_to = "L",
			.about = "what a message of contiguous data takes longer than an empty one: t_af_cc of P-3PC"},
};

static const struct design_row rows[] = {
	{.kind = EXPERIMENT_ROUNDTRIP, .sizes = SIZES_ALL},
	{.kind = EXPERIMENT_SEND, .sizes = SIZES_ZERO},
	{.kind = EXPERIMENT_RECEIVE, .sizes = SIZES_ZERO},
	{.kind = EXPERIMENT_TRAIN, .sizes = SIZES_ZERO, .saturate = true, .stream = true},
};

static const struct method methods[] = {
	{.name = "paths",
	 .about = "send calls of empty messages in a stream, and round trips with an empty answer",
	 .plan = PLAN_REFINE,
	 .grows = "G",
	 .rows = rows,
	 .n_rows = sizeof(rows) / sizeof(rows[0])},
};

static enum status star_fit(struct model *model, size_t l, const struct points *points, struct link measured,
			    const struct method *method, struct error *err)
{
	const struct experiment empty = {.from = measured.from, .to = measured.to};
	struct path_times full;
	double gap = 0;
	enum status status = path_times_find(points, PATH_KIND_FULL, PATH_STREAM, measured,
					     &(struct message_layout){.ends = 0}, &full, err);

	(void)method;
	if (status == OK)
		status = derive_send(points, measured, 0, &gap, err);
	if (status == OK)
		status = model_set(model, l, "g", path_busy(points, PATH_KIND_SEND, &empty), err);
	if (status == OK)
		status = model_set(model, l, "L", path_times_split(&full), err);
	if (status == OK)
		status = model_set_curve(model, l, "G", full.bytes, full.seconds, full.n, err);
	path_times_release(&full);
	return status;
}

/* LogGP knows neither paths of their own nor layouts. */
static enum status star_paths(const struct model *model, struct link link, size_t bytes,
			      const struct message_layout *layout, struct paths *paths, struct error *err)
{
	size_t l = model_link(model, link);
	double additional = model_at(model, l, ADDITIONAL, bytes), gap = model_at(model, l, GAP, 0);

	(void)layout, (void)err;
	*paths = (struct paths){.send = gap + additional,
				.receive = gap + additional,
				.full = model_at(model, l, LATENCY, 0) + additional};
	return OK;
}

static void star_cost(const struct model *model, struct link link, size_t bytes, struct cost *cost)
{
	struct paths paths;

	star_paths(model, link, bytes, NULL, &paths, NULL);
	*cost = paths_cost_after(&paths, model_at(model, model_link(model, link), LATENCY, 0));
}

const struct model_class model_loggp_star = {
	.name = "loggp-star",
	.about = "LogGP with a piecewise linear G: what P-3PC becomes without layouts and with one cost for all paths",
	.reference = "Seinstra, Koelma 2002, IEEE TPDS 13(7), section 5.1",
	.params = params,
	.n_params = sizeof(params) / sizeof(params[0]),
	.methods = methods,
	.n_methods = sizeof(methods) / sizeof(methods[0]),
	.fit = star_fit,
	.cost = star_cost,
	.paths = star_paths,
};
