#include "estimate/drift.h"

#include "base/units.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Relative: what is taken for the same. */
static const double scalar_tolerance = 0.1, size_tolerance = 0.05;

/* Room for a sentence, and for the words that count those left out. */
enum { MOVED_SENTENCE = 320, MOVED_MORE = 48 };

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

static bool has_drifted(const struct param_spec *spec, double bytes, double now, double before)
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

		if (isnan(old) || !has_drifted(spec, now->x[i], now->y[i], old))
			continue;
		if (far.count++ == 0 || fabs(part) > fabs(far.part))
			far = (struct farthest){
				.bytes = now->x[i], .now = now->y[i], .before = old, .part = part, .count = far.count};
	}
	return far;
}

/* Adds a whole sentence, or counts it where the room that is left is that of the words about such. */
static void tell(struct parameter_drift *drift, const struct param_spec *spec, const struct farthest *far)
{
	size_t used = strlen(drift->text);
	char text[MOVED_SENTENCE], now[32], before[32], size[32], where[48] = "", others[48] = "";

	if (spec->shape == PARAM_PER_SIZE)
		snprintf(where, sizeof(where), " of %s B", size_format((size_t)far->bytes, size, sizeof(size)));
	if (far->count > 1)
		snprintf(others, sizeof(others), "; %zu other sizes too", far->count - 1);
	snprintf(text, sizeof(text), " %s%s: %s us%s, where it was %s before (%+.0f %%%s).", spec->name, where,
		 microseconds_format(far->now, now, sizeof(now)), strcmp(spec->unit, "s") == 0 ? "" : "/B",
		 microseconds_format(far->before, before, sizeof(before)), 100 * far->part, others);
	if (drift->more > 0 || used + strlen(text) + MOVED_MORE > sizeof(drift->text))
		drift->more++;
	else
		memcpy(drift->text + used, text, strlen(text) + 1);
}

/* The campaigns' samples that both have; a send by itself, which some round trips do without, decides nothing. */
static enum status take_common(struct campaign *common, const struct campaign *all, const struct campaign *other,
			       struct error *err)
{
	for (size_t i = 0; i < all->n; i++) {
		const struct sample *from = all->samples[i], *there = campaign_find(other, &from->what);
		struct sample *to;

		bool decides = from->what.kind != EXPERIMENT_SEND && from->what.kind != EXPERIMENT_SEND_ALONE;

		if (from->n == 0 || ((!there || there->n == 0) && decides))
			continue;
		to = campaign_point(common, &from->what, err);
		if (!to || sample_add(to, from->observations, from->n, err) != OK)
			return ERR_MEMORY;
		to->warmup_timings = from->warmup_timings;
	}
	return OK;
}

/* A model like this one of what the campaign holds of the other's experiments; NULL with ERR_INPUT if that does not
 * suffice, or ERR_MEMORY. */
static struct model *fit_common(const struct model *like, const struct estimate_options *o,
				const struct campaign *campaign, const struct campaign *other, struct error *err)
{
	const struct link measured[] = {o->pair, {o->pair.to, o->pair.from}};
	const struct fit_options fit = {
		.statistic = o->probe.stopping.statistic, .confidence = o->confidence, .seed = o->probe.seed};
	struct model *model = model_new(like->class, like->processes, like->links, like->n_links);
	struct campaign common = {0};
	enum status status =
		model ? take_common(&common, campaign, other, err) : error_memory(err, "the model of an earlier run");

	if (status == OK)
		status = model_fit(model, &common, o->method, measured, &fit, err);
	campaign_release(&common);
	if (status == OK)
		return model;
	model_free(model);
	return NULL;
}

static void compare(const struct model *model, const struct model *before, struct parameter_drift *drift)
{
	size_t n = model->class->n_params;

	for (size_t i = 0; i < model->n_links * n; i++) {
		const struct param_spec *spec = &model->class->params[i % n];
		struct farthest far = farthest_of(spec, &model->parameters[i].curve, &before->parameters[i].curve);

		if (!spec->of_process && far.count > 0)
			tell(drift, spec, &far);
	}
	if (drift->more > 0)
		snprintf(drift->text + strlen(drift->text), MOVED_MORE, " And %zu more parameter%s.", drift->more,
			 drift->more == 1 ? "" : "s");
}

enum status drift_find(const struct model *like, const struct campaign *campaign,
		       const struct estimate_options *options, struct parameter_drift *drift, struct error *err)
{
	struct error missing = {.status = OK};
	struct model *now, *before = NULL;

	*drift = (struct parameter_drift){.known = false};
	if (!options->before || options->rounds)
		return OK;
	now = fit_common(like, options, campaign, options->before, &missing);
	if (now)
		before = fit_common(like, options, options->before, campaign, &missing);
	drift->known = before != NULL;
	if (before)
		compare(now, before, drift);
	model_free(now);
	model_free(before);
	return missing.status == ERR_MEMORY ? error_set(err, ERR_MEMORY, "%s", missing.text) : OK;
}
