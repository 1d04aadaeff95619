#include "estimate/method/bends.h"

#include "base/memory.h"
#include "probe/groups.h"
#include "probe/probe.h"
#include "probe/stretches.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
	TIMES = 3,      /* that a bend is timed again */
	REPETITIONS = 8 /* of each point, at most, in one stretch of the time (stretches.h) */
};

struct size_curve bends_curve(const struct model *model, size_t l, size_t p)
{
	const struct parameter *parameter = &model->parameters[l * model->class->n_params + p];
	const char *to = model->class->params[p].added_to;

	return (struct size_curve){parameter->curve.x, parameter->curve.y, parameter->low,
				   parameter->high,    parameter->curve.n, to ? model_value(model, l, to, 0) : 0};
}

/* Collects the curves of all links by which sizes are refined. *curves is allocated. */
static enum status curves_of(const struct model *model, struct size_curve **curves, size_t *n, struct error *err)
{
	size_t count = 0, n_params = model->class->n_params;

	*curves = malloc(model->n_links * n_params * sizeof(**curves));
	if (!*curves)
		return error_memory(err, "a list of curves");
	for (size_t i = 0; i < model->n_links * n_params; i++) {
		const struct param_spec *spec = &model->class->params[i % n_params];

		if (spec->shape == PARAM_PER_SIZE && (!spec->optional || spec->refined) &&
		    model->parameters[i].curve.n > 0)
			(*curves)[count++] = bends_curve(model, i / n_params, i % n_params);
	}
	*n = count;
	return OK;
}

enum status bends_find(const struct model *model, const struct size_rules *rules, bool first, size_t **wave, size_t *n,
		       struct error *err)
{
	struct size_curve *curves = NULL;
	size_t count = 0;
	enum status status = curves_of(model, &curves, &count, err);

	if (status == OK)
		status = sizes_refine(rules, curves, count, first, wave, n, err);
	free(curves);
	return status;
}

static struct bend bend_of(const struct waves *w, size_t bytes)
{
	struct bend bend;
	size_t above = 0;

	while (above < w->n_sizes && w->sizes[above] < bytes)
		above++;
	for (size_t i = 0; i < BEND_SIZES; i++) {
		size_t place = above + i;

		bend.around[i] = place >= BEND_SIZES / 2 && place - BEND_SIZES / 2 < w->n_sizes
					 ? w->sizes[place - BEND_SIZES / 2]
					 : SIZE_MAX;
	}
	return bend;
}

static bool is_doubted(const struct waves *w, size_t bytes)
{
	const struct bend bend = bend_of(w, bytes);

	for (size_t i = 0; i < w->doubted.n; i++)
		if (memcmp(&w->doubted.list[i], &bend, sizeof(bend)) == 0)
			return true;
	return false;
}

static enum status doubt(struct waves *w, size_t bytes, struct error *err)
{
	struct bend *grown = memory_grow(w->doubted.list, &w->doubted.capacity, w->doubted.n + 1, sizeof(*grown));

	if (!grown)
		return error_memory(err, "a list of sizes");
	w->doubted.list = grown;
	w->doubted.list[w->doubted.n++] = bend_of(w, bytes);
	return OK;
}

static bool is_around(const struct waves *w, const size_t *wave, size_t n, size_t bytes)
{
	for (size_t i = 0; i < n; i++) {
		const struct bend bend = bend_of(w, wave[i]);

		for (size_t k = 0; k < BEND_SIZES; k++)
			if (bend.around[k] == bytes)
				return true;
	}
	return false;
}

/* Whether a point has been timed so often that it is not timed again: twice as often as is allowed at first. */
static bool is_worn(const struct waves *w, const struct sample *sample)
{
	return sample->n + PROBE_VISIT > 2 * probe_most(w->prober, &sample->what);
}

/* Whether a point is one that tells of a bend, and is timed. */
static bool tells(const struct waves *w, const size_t *wave, size_t n, const struct sample *sample)
{
	return sample->n > 0 && sample->what.kind != EXPERIMENT_SEND_EARLY && waves_include(w, &sample->what) &&
	       is_around(w, wave, n, sample->what.bytes);
}

/* The points between the waves' processes that tell of these bends and are measured one by one, in room that suffices;
 * returns how many there are. *computed: whether time is, of all. */
static enum status list_points(const struct waves *w, const size_t *wave, size_t n, struct experiment *points,
			       size_t *n_points, bool *computed, struct error *err)
{
	const struct campaign *all = w->prober->campaign;
	enum status status = OK;

	*computed = true;
	*n_points = 0;
	for (size_t i = 0; status == OK && i < all->n; i++) {
		bool same = false;

		if (!tells(w, wave, n, all->samples[i]))
			continue;
		status = probe_is_computed(w->prober, all->samples[i], &same, err);
		*computed = *computed && same;
		if (!groups_hold(w->prober, &all->samples[i]->what) && !is_worn(w, all->samples[i]))
			points[(*n_points)++] = all->samples[i]->what;
	}
	return status;
}

/* One more visit of those points that tell of these bends which are made at the same time as others. */
static enum status visit_groups(const struct waves *w, const size_t *wave, size_t n, struct error *err)
{
	struct prober *prober = w->prober;
	enum status status = OK;

	for (size_t g = 0; status == OK && g < prober->groups.n; g++) {
		const struct point_group *group = &prober->groups.list[g];
		const struct sample *first = campaign_find(prober->campaign, &group->points[0]);

		if (first && tells(w, wave, n, first) && !is_worn(w, first))
			status = probe_more(prober, group->points, group->together, 1, PROBE_VISIT, err);
	}
	return status;
}

/* Waits until the stretches of the time are over in which points were timed last: a disturbance confirms no bend. */
static void rest(struct prober *prober, const struct experiment *points, size_t n)
{
	double left = 0, now = platform_now(prober->platform), deadline = prober->options->deadline;

	for (size_t i = 0; i < n; i++)
		left = fmax(left, stretches_find(prober, campaign_find(prober->campaign, &points[i]),
						 &prober->options->stopping, true)
					  .left);
	platform_pass(prober->platform, deadline > 0 ? fmin(left, fmax(0, deadline - now)) : left);
}

/* A few repetitions of all points that tell of these bends, in turn; if the main state has become another one
 * meanwhile, of what it lacks. */
static enum status time_again(const struct waves *w, const size_t *wave, size_t n, bool *computed, struct error *err)
{
	struct prober *prober = w->prober;
	struct experiment *points = malloc((prober->campaign->n + 1) * sizeof(*points));
	size_t least = prober->options->stopping.least;
	enum status status = points ? OK : error_memory(err, "a list of experiments");

	least = least < REPETITIONS ? least : REPETITIONS;
	*computed = false;
	for (size_t r = 0; status == OK && !*computed && r < least; r += PROBE_VISIT) {
		size_t n_points;

		status = list_points(w, wave, n, points, &n_points, computed, err);
		if (status == OK && !*computed && r == 0)
			rest(prober, points, n_points);
		if (status == OK && !*computed)
			status = probe_more(prober, points, 1, n_points, PROBE_VISIT, err);
		if (status == OK && !*computed)
			status = visit_groups(w, wave, n, err);
	}
	if (status == OK)
		status = probe_groups(prober, points, 1, 0, err);
	free(points);
	return status;
}

/* What is wanted by the timings since then, or by all. *wanted is allocated. */
static enum status find_since(const struct waves *w, const struct size_rules *rules, struct model *model, double since,
			      size_t **wanted, size_t *n, struct error *err)
{
	enum status status = waves_fit(w, model, BENDS_DRAWS, since, err);

	*wanted = NULL;
	*n = 0;
	return status == OK ? bends_find(model, rules, false, wanted, n, err) : status;
}

static bool is_among(const size_t *list, size_t n, size_t bytes)
{
	for (size_t i = 0; i < n; i++)
		if (list[i] == bytes)
			return true;
	return false;
}

/* Whether points that tell of this bend have new timings: all of them, but for those that are not timed again. */
static bool is_timed_since(const struct waves *w, size_t bytes, double since)
{
	const struct campaign *all = w->prober->campaign;
	bool any = false;

	for (size_t i = 0; i < all->n; i++) {
		const struct sample *sample = all->samples[i];
		size_t n = 0;

		if (!tells(w, &bytes, 1, sample))
			continue;
		while (n < WAVES_FEW && n < sample->n && sample->observations[sample->n - 1 - n].at >= since)
			n++;
		any = any || n == WAVES_FEW;
		if (n < WAVES_FEW && !is_worn(w, sample))
			return false;
	}
	return any;
}

/* Of open[*n], those that no timings show any more are left out, and those that the new ones show, too, are added to
 * confirmed[*n_confirmed]. */
static enum status judge(const struct waves *w, const struct size_rules *rules, struct model *model, double since,
			 size_t *open, size_t *n, size_t *confirmed, size_t *n_confirmed, struct error *err)
{
	size_t *all = NULL, *new = NULL, n_all = 0, n_new = 0, kept = 0;
	enum status status = find_since(w, rules, model, since, &new, &n_new, err);

	if (status == OK)
		status = find_since(w, rules, model, INFINITY, &all, &n_all, err);
	for (size_t i = 0; status == OK && i < *n; i++) {
		if (!is_among(all, n_all, open[i]))
			continue;
		if (is_among(new, n_new, open[i]) && is_timed_since(w, open[i], since))
			confirmed[(*n_confirmed)++] = open[i];
		else
			open[kept++] = open[i];
	}
	*n = status == OK ? kept : *n;
	free(all);
	free(new);
	return status;
}

/* Times bends again until each is confirmed or not; returns the confirmed ones in wave[*n]. */
static enum status confirm(struct waves *w, const struct size_rules *rules, struct model *model, size_t *wave,
			   size_t *n, size_t *open, struct error *err)
{
	size_t n_open = *n, confirmed = 0;
	bool computed = false;
	enum status status = OK;

	memcpy(open, wave, n_open * sizeof(*open));
	for (int time = 0; status == OK && n_open > 0 && time < TIMES; time++) {
		double since = platform_now(w->prober->platform);

		status = time_again(w, open, n_open, &computed, err);
		if (computed)
			return status;
		if (status == OK)
			status = judge(w, rules, model, since, open, &n_open, wave, &confirmed, err);
	}
	for (size_t i = 0; status == OK && i < n_open; i++)
		status = doubt(w, open[i], err);
	*n = confirmed;
	return status;
}

enum status bends_confirm(struct waves *w, const struct size_rules *rules, struct model *model, bool first,
			  size_t *wave, size_t *n, struct error *err)
{
	struct error why = {.status = OK};
	size_t *open, kept = 0;
	enum status status;

	if (rules->rule == RULE_MIDPOINT && first)
		return OK;
	for (size_t i = 0; i < *n; i++)
		if (!is_doubted(w, wave[i]))
			wave[kept++] = wave[i];
	*n = kept;
	open = malloc((kept + 1) * sizeof(*open));
	if (!open)
		return error_memory(err, "a list of sizes");
	status = confirm(w, rules, model, wave, n, open, &why);
	free(open);
	if (status == ERR_INPUT && w->prober->options->deadline > 0) {
		*n = 0; /* there was no time for what another main state lacks */
		return OK;
	}
	return status == OK ? OK : error_set(err, status, "%s", why.text);
}
