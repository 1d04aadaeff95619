#include "estimate/moved.h"

#include "base/units.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Relative: what is taken for the same. */
static const double scalar_tolerance = 0.1, size_tolerance = 0.05;

/* Bytes: below, the parameters per size are some ten nanoseconds, of which a loop's own differences are a good part. */
static const double least_bytes = 4096;

/* Where a parameter is farthest from its earlier self. */
struct farthest {
	double bytes, now, before;
	double part;  /* now / before - 1 */
	size_t count; /* of sizes at which it moved */
};

/* The earlier value at a knot of these bytes; NAN if there is none. */
static double knot_at(const struct curve *curve, double bytes)
{
	for (size_t i = 0; i < curve->n; i++)
		if (curve->x[i] == bytes)
			return curve->y[i];
	return NAN;
}

static bool has_moved(const struct param_spec *spec, double bytes, double now, double before)
{
	if (spec->shape == PARAM_PER_SIZE && bytes < least_bytes)
		return false;
	return fabs(now - before) > (spec->shape == PARAM_SCALAR ? scalar_tolerance : size_tolerance) * fabs(before);
}

static struct farthest farthest_of(const struct param_spec *spec, const struct curve *now, const struct curve *before)
{
	struct farthest far = {.count = 0};

	for (size_t i = 0; i < now->n; i++) {
		double old = knot_at(before, now->x[i]), part = now->y[i] / old - 1;

		if (isnan(old) || !has_moved(spec, now->x[i], now->y[i], old))
			continue;
		if (far.count++ == 0 || fabs(part) > fabs(far.part))
			far = (struct farthest){.bytes = now->x[i], .now = now->y[i], .before = old, .part = part, .count = far.count};
	}
	return far;
}

static void tell(struct moved *moved, const struct param_spec *spec, const struct farthest *far)
{
	size_t used = strlen(moved->text);
	char *text = moved->text + used, now[32], before[32], size[32], where[48] = "", others[48] = "";

	if (spec->shape == PARAM_PER_SIZE)
		snprintf(where, sizeof(where), " of %s B", size_format((size_t)far->bytes, size, sizeof(size)));
	if (far->count > 1)
		snprintf(others, sizeof(others), "; %zu other sizes too", far->count - 1);
	snprintf(text, sizeof(moved->text) - used, " %s%s: %s us%s, where it was %s before (%+.0f %%%s).", spec->name, where, microseconds_format(far->now, now, sizeof(now)),
		strcmp(spec->unit, "s") == 0 ? "" : "/B", microseconds_format(far->before, before, sizeof(before)), 100 * far->part, others);
}

/* Fits the earlier campaign into a model of the same shape; ERR_INPUT if it does not suffice. */
static enum status fit_before(const struct estimate_options *o, struct model *before, struct error *err)
{
	const struct link measured[] = {o->pair, {o->pair.to, o->pair.from}};
	const struct fit_options fit = {.statistic = o->probe.stopping.statistic, .confidence = o->confidence, .seed = o->probe.seed};

	return model_fit(before, o->before, o->method, measured, &fit, err);
}

static void compare(const struct model *model, const struct model *before, struct moved *moved)
{
	size_t n = model->class->n_params;

	for (size_t i = 0; i < model->n_links * n; i++) {
		const struct param_spec *spec = &model->class->params[i % n];
		struct farthest far = farthest_of(spec, &model->parameters[i].curve, &before->parameters[i].curve);

		if (!spec->of_process && far.count > 0)
			tell(moved, spec, &far);
	}
}

enum status moved_find(const struct model *model, const struct estimate_options *options, struct moved *moved, struct error *err)
{
	struct error missing = {0};
	struct model *before;
	enum status status;

	*moved = (struct moved){.known = false};
	if (!options->before || options->rounds)
		return OK;
	before = model_new(model->class, model->processes, model->links, model->n_links);
	if (!before)
		return error_memory(err, "the model of an earlier run");
	status = fit_before(options, before, &missing);
	moved->known = status == OK;
	if (status == OK)
		compare(model, before, moved);
	model_free(before);
	return status == ERR_MEMORY ? error_set(err, status, "%s", missing.text) : OK;
}
