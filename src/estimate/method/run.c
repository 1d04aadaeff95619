#include "estimate/method/run.h"

#include "estimate/method/fit.h"
#include "estimate/method/fit_state.h"
#include "estimate/method/least.h"
#include "estimate/method/plans.h"
#include "estimate/method/triplets.h"
#include "probe/probe.h"
#include "probe/unfinished.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { SPREADS = 2 /* times that sizes are refined by timings that are spread */ };

/* The largest message that the estimation may send. */
static size_t largest(const struct estimate_options *o)
{
	bool fixed = o->method->plan == PLAN_FIXED || o->method->plan == PLAN_TRIPLETS;
	size_t bytes = fixed ? 0 : o->size_most;

	if (o->list && !fixed)
		bytes = o->list->bytes[o->list->n - 1];
	else if (o->method->default_sizes)
		bytes = o->method->default_sizes[o->method->n_default_sizes - 1];
	if (o->method->plan == PLAN_TRIPLETS)
		bytes = triplets_largest(o);
	for (size_t i = 0; i < o->method->n_rows; i++)
		if (o->method->rows[i].sizes == SIZES_LONG && o->long_size > bytes)
			bytes = o->long_size;
	return bytes;
}

enum status method_check(const struct estimate_options *o, const struct platform *platform, struct error *err)
{
	int last = (int)platform->processes - 1;

	if (platform->processes < 2)
		return error_set(err, ERR_INPUT, "at least 2 processes are needed to measure messages, and there is 1");
	if (o->method->plan == PLAN_TRIPLETS && platform->processes < 3)
		return error_set(err, ERR_INPUT,
				 "%s needs at least 3 processes, and there are %zu: what belongs to a process and what "
				 "to a link is told apart by triplets",
				 o->class->name, platform->processes);
	if (o->method->plan == PLAN_TRIPLETS && !o->classes && platform->processes > TRIPLET_PROCESSES_MOST)
		return error_set(err, ERR_INPUT,
				 "%zu processes have more triplets than can be measured and held, at most those of %d: "
				 "classes of alike processes are needed, of which only members are measured",
				 platform->processes, TRIPLET_PROCESSES_MOST);
	if (o->switch_size > 0 && o->method->plan == PLAN_TRIPLETS && o->switch_size < o->long_size)
		return error_set(err, ERR_INPUT,
				 "the long message, %zu bytes, must not be above the switch to rendezvous, %zu bytes: "
				 "a shorter one is needed",
				 o->long_size, o->switch_size);
	if (o->pair.from < 0 || o->pair.to < 0 || o->pair.from > last || o->pair.to > last ||
	    o->pair.from == o->pair.to)
		return error_set(err, ERR_INPUT,
				 "processes %d and %d cannot be measured: two different ones of 0 to %d are needed",
				 o->pair.from, o->pair.to, last);
	return OK;
}

/* The bytes of memory from the first to the last of the largest message. */
static size_t largest_span(const struct estimate_options *o)
{
	size_t bytes = largest(o), stride = 1;

	for (size_t r = 0; r < o->method->n_rows; r++)
		for (size_t i = 0; o->method->rows[r].layouts && i < o->n_strides; i++)
			if (o->strides[i] > stride)
				stride = o->strides[i];
	return stride > SIZE_MAX / (bytes + 1) ? SIZE_MAX : bytes * stride;
}

enum status method_prepare(const struct estimate_options *options, struct platform *platform, struct error *err)
{
	size_t bytes = largest_span(options);

	TRY(method_check(options, platform, err));
	return platform_prepare(platform, bytes > 4096 ? bytes : 4096, err);
}

/* Follows the plan of one of several estimations; of a deadline's time it has an even part of what those before it
 * left.
 */
static enum status follow_plan(struct waves *waves, double part, struct error *err)
{
	const struct probe_options *whole = waves->prober->options;
	const struct probe_options own = prober_part(waves->prober, part);
	struct model *scratch =
		fit_empty(waves->options, waves->prober->platform->processes, waves->links, waves->n_links, err);
	enum status status = scratch ? OK : ERR_MEMORY;

	waves->prober->options = &own;
	if (status == OK)
		status = plan_run(waves, scratch, err);
	waves->prober->options = whole;
	model_free(scratch);
	return status;
}

static enum status follow_plans(struct waves *waves, size_t n, enum wave_pass pass, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; i < n; i++) {
		waves[i].pass = pass;
		waves[i].begun = false;
	}
	if (pass == PASS_ROUGH)
		status = plans_sketch(waves, n, err);
	if (status == OK && n > 1)
		status = plans_begin(waves, n, err);
	for (size_t i = 0; status == OK && i < n; i++)
		status = follow_plan(&waves[i], 1.0 / (double)(n - i), err);
	return status;
}

/* With a deadline there is soon a whole model, which then becomes better until it is as precise as was asked for. A
 * strict deadline, which applications set, is shorter than what a rough model is good for. */
static enum status follow_passes(struct waves *waves, size_t n, struct prober *prober, struct error *err)
{
	const struct probe_options *whole = prober->options;
	struct probe_options rough;
	size_t noted = unfinished_noted(prober);
	enum status status;

	if (!(whole->deadline > 0) || !whole->lenient)
		return follow_plans(waves, n, PASS_ONLY, err);
	rough = prober_rough(prober);
	prober->options = &rough;
	status = follow_plans(waves, n, PASS_ROUGH, err);
	prober->options = whole;
	unfinished_forget(prober, noted);
	for (size_t i = 0; status == OK && i < n; i++)
		status = least_measure(&waves[i], err);
	return status == OK ? follow_plans(waves, n, PASS_FINE, err) : status;
}

/* Spreads what was measured briefly, and refines sizes further by it. What that adds is put off in turn. */
static enum status spread(struct waves *waves, size_t n, struct prober *prober, struct error *err)
{
	const struct probe_options *brief = prober->options;
	struct probe_options whole = *brief;
	bool any = false;
	enum status status = OK;

	for (size_t i = 0; i < n; i++)
		any = any || waves[i].options->method->plan == PLAN_REFINE;
	whole.brief = false;
	for (size_t i = 0; status == OK && any && i < SPREADS; i++) {
		prober->options = &whole;
		status = probe_put_off(prober, &any, err);
		prober->options = brief;
		if (status == OK && any)
			status = follow_plans(waves, n, PASS_FINE, err);
	}
	return status;
}

/* Warms up and measures these pairs at the same time, for each estimation until its sizes and precision suffice. */
static enum status measure_pairs(const struct estimate_options *list, size_t n, struct prober *prober, int (*pairs)[2],
				 size_t together, struct error *err)
{
	struct waves *waves = calloc(n, sizeof(*waves));
	enum status status = waves ? OK : error_memory(err, "estimations");

	for (size_t i = 0; status == OK && i < n; i++)
		status = waves_init(&waves[i], &list[i], prober, pairs, together, err);
	if (status == OK)
		status = probe_warm_group(prober, pairs, together, err);
	if (status == OK)
		status = follow_passes(waves, n, prober, err);
	if (status == OK && !list->rounds)
		status = spread(waves, n, prober, err);
	for (size_t i = 0; waves && i < n; i++)
		waves_release(&waves[i]);
	free(waves);
	return status;
}

/* A deadline's time is shared out evenly among the rounds; what one leaves is for those after it. */
static enum status measure_rounds(const struct estimate_options *list, size_t n, struct prober *prober,
				  struct error *err)
{
	const struct pair_rounds *rounds = list->rounds;
	const struct probe_options *whole = prober->options;
	int pair[1][2] = {{list->pair.from, list->pair.to}};
	enum status status = OK;

	if (!rounds)
		return measure_pairs(list, n, prober, pair, 1, err);
	for (size_t r = 0; status == OK && r < rounds->n; r++) {
		const struct probe_options part = prober_part(prober, 1.0 / (double)(rounds->n - r));

		progress_report(prober->progress, "rounds of pairs", r, rounds->n, NAN);
		prober->options = &part;
		status = measure_pairs(list, n, prober, &rounds->pairs[rounds->first[r]],
				       rounds->first[r + 1] - rounds->first[r], err);
		prober->options = whole;
	}
	return status;
}

enum status method_measure(const struct estimate_options *list, size_t n, struct prober *prober, struct error *err)
{
	const struct probe_options *whole = prober->options;
	struct probe_options brief = *whole;
	enum status status;
	bool any;

	brief.brief = true;
	prober->options = &brief;
	status = list->method->plan == PLAN_TRIPLETS ? triplets_measure(list, prober, err)
						     : measure_rounds(list, n, prober, err);
	prober->options = whole;
	return status == OK ? probe_put_off(prober, &any, err) : status;
}

struct model *method_run(const struct estimate_options *options, struct platform *platform, struct campaign *campaign,
			 const struct probe_sink *sink, const struct progress *progress, struct prober *prober,
			 struct error *err)
{
	enum status status = method_prepare(options, platform, err);

	prober_init(prober, platform, campaign, &options->probe, sink, progress);
	if (status == OK)
		status = method_measure(options, 1, prober, err);
	return status == OK ? method_fit_state(options, prober, err) : NULL;
}
