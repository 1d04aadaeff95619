/*
 * T_send(m) = t_cs + m t_as, T_recv(m) = t_cr + m t_ar, T_full(m) = t_cf + m t_af
 * (Seinstra, Koelma 2002, section 3.1)
 */
#include "model/classes.h"
#include "model/derive.h"
#include "model/paths.h"
#include "model/paths_fit.h"
#include "stats/regression.h"

#include <stdbool.h>

/* Two of each path, in the order of enum path_kind. */
enum { SEND, SEND_PER_BYTE, RECEIVE, RECEIVE_PER_BYTE, FULL, FULL_PER_BYTE };

static const struct param_spec params[] = {
	[SEND] = PATHS_SEND_CONSTANT(""),
	[SEND_PER_BYTE] = {.name = "t_as",
			   .unit = "s/B",
			   .shape = PARAM_SCALAR,
			   .of_process = true,
			   .about = "the same, additional time per byte"},
	[RECEIVE] = PATHS_RECEIVE_CONSTANT(" that is there"),
	[RECEIVE_PER_BYTE] = {.name = "t_ar",
			      .unit = "s/B",
			      .shape = PARAM_SCALAR,
			      .of_process = true,
			      .of_receiver = true,
			      .about = "the same, additional time per byte"},
	[FULL] = PATHS_FULL_CONSTANT,
	[FULL_PER_BYTE] = {.name = "t_af",
			   .unit = "s/B",
			   .shape = PARAM_SCALAR,
			   .about = "the same, additional time per byte"},
};

static const struct design_row rows[] = {
	{.kind = EXPERIMENT_ROUNDTRIP, .sizes = SIZES_ALL},
	{.kind = EXPERIMENT_SEND, .sizes = SIZES_ALL},
	{.kind = EXPERIMENT_RECEIVE, .sizes = SIZES_ALL},
};

static const struct method methods[] = {
	{.name = "paths",
	 .about = "send calls, receive calls and round trips with an empty answer, a line through that of the empty "
		  "message each",
	 .plan = PLAN_REFINE,
	 .default_sizes = paths_default_sizes,
	 .n_default_sizes = PATHS_DEFAULT_SIZES,
	 .rows = rows,
	 .n_rows = sizeof(rows) / sizeof(rows[0])},
};

static const char *const slopes[PATHS] = {"t_as", "t_ar", "t_af"};

/* The line from the empty message's time through the others, by relative errors, so that a small message counts as much
 * as a large one. Calls that take no time, as simulated ones may, do not count: of them alone the line is level. */
static enum status fit_path(struct model *model, size_t l, enum path_kind path, const struct points *points,
			    struct link link, struct error *err)
{
	struct path_times times;
	struct line line = {0, 0};
	bool timed = false;
	enum status status =
		path_times_find(points, path, PATH_ALONE, link, &(struct message_layout){.ends = 0}, &times, err);

	for (size_t i = 1; status == OK && i < times.n; i++)
		timed = timed || times.seconds[i] > 0;
	if (timed)
		status = regression_relative(times.bytes + 1, times.seconds + 1, times.n - 1, &times.seconds[0], &line,
					     err);
	if (status == OK)
		status = model_set(model, l, path_constants[path], times.seconds[0], err);
	if (status == OK)
		status = model_set(model, l, slopes[path], line.slope, err);
	path_times_release(&times);
	return status;
}

static enum status three_fit(struct model *model, size_t l, const struct points *points, struct link measured,
			     const struct method *method, struct error *err)
{
	enum status status = OK;

	(void)method;
	for (int path = 0; status == OK && path < PATHS; path++)
		status = fit_path(model, l, (enum path_kind)path, points, measured, err);
	return status;
}

static double time_of(const struct model *model, size_t l, enum path_kind path, size_t bytes)
{
	return model_at(model, l, 2 * (size_t)path, 0) + (double)bytes * model_at(model, l, 2 * (size_t)path + 1, 0);
}

/* 3PC knows no layouts (section 3.1). */
static enum status three_paths(const struct model *model, struct link link, size_t bytes,
			       const struct message_layout *layout, struct paths *paths, struct error *err)
{
	size_t l = model_link(model, link);

	(void)layout, (void)err;
	*paths = (struct paths){time_of(model, l, PATH_KIND_SEND, bytes), time_of(model, l, PATH_KIND_RECEIVE, bytes),
				time_of(model, l, PATH_KIND_FULL, bytes)};
	return OK;
}

static void three_cost(const struct model *model, struct link link, size_t bytes, struct cost *cost)
{
	struct paths paths;

	three_paths(model, link, bytes, NULL, &paths, NULL);
	*cost = paths_cost_after(&paths, model_at(model, model_link(model, link), FULL, 0));
}

/* g = t_cs, G = t_af, 2o + L = t_cf (section 3.2); LogGP's o tends to be equal to g, and each end's is its own
 * constant. */
static enum status three_convert(const struct model *model, size_t l, struct model *target, struct error *err)
{
	double send = model_at(model, l, SEND, 0), receive = model_at(model, l, RECEIVE, 0);
	const struct {
		const char *name;
		double value;
	} values[] = {{"L", model_at(model, l, FULL, 0) - send - receive},
		      {"o_s", send},
		      {"o_r", receive},
		      {"g", send},
		      {"G", model_at(model, l, FULL_PER_BYTE, 0)}};
	enum status status = OK;

	if (target->class != &model_loggp)
		return error_set(err, ERR_INPUT, "a 3pc model can be converted to loggp, not to %s",
				 target->class->name);
	for (size_t i = 0; status == OK && i < sizeof(values) / sizeof(values[0]); i++)
		status = model_set(target, l, values[i].name, values[i].value, err);
	return status;
}

const struct model_class model_3pc = {
	.name = "3pc",
	.about = "three paths: T_send(m) = t_cs + m t_as, T_recv(m) = t_cr + m t_ar, T_full(m) = t_cf + m t_af",
	.reference = "Seinstra, Koelma 2002, IEEE TPDS 13(7)",
	.params = params,
	.n_params = sizeof(params) / sizeof(params[0]),
	.methods = methods,
	.n_methods = sizeof(methods) / sizeof(methods[0]),
	.fit = three_fit,
	.cost = three_cost,
	.convert = three_convert,
	.paths = three_paths,
};
