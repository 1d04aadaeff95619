#include "cli/compare_live.h"

#include "cli/compare_state.h"
#include "evaluate/fresh_sizes.h"
#include "measuring/probing.h"
#include "report/comparison.h"
#include "probe/tracking.h"
#include "probe/watch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT_DEFAULT = 24 };

static enum status choose_sizes(struct compare_live_options *o, const struct model_list *list, uint64_t seed,
				struct error *err)
{
	if (o->sizes.adaptive)
		return error_set(
			err, ERR_USAGE,
			"--sizes auto: a comparison has nothing to adapt to; give sizes, or a range like 1K:1M");
	if (o->sizes.n && o->count)
		return error_set(
			err, ERR_USAGE,
			"--count: how many sizes are chosen without --sizes; with --sizes there is nothing to choose");
	return o->sizes.n
		       ? OK
		       : fresh_sizes(list->models, list->n, o->count ? o->count : COUNT_DEFAULT, seed, &o->sizes, err);
}

/* Round trips of every size, with an answer of the same size and with an empty one: a model that adds up one-way times
 * must predict both. */
static enum status measure_trips(struct prober *prober, const struct compare_live_options *o, struct link link,
				 const struct campaign *main_state, struct error *err)
{
	size_t n = 2 * o->sizes.n, largest = o->sizes.bytes[o->sizes.n - 1];
	struct experiment *trips = calloc(n + 1, sizeof(*trips));
	enum status status = trips ? OK : error_memory(err, "a list of experiments");

	for (size_t i = 0; trips && i < n; i++) {
		size_t bytes = o->sizes.bytes[i / 2];

		trips[i] = (struct experiment){.kind = EXPERIMENT_ROUNDTRIP,
					       .from = link.from,
					       .to = link.to,
					       .bytes = bytes,
					       .reply_bytes = i % 2 ? 0 : bytes,
					       .count = 1};
	}
	if (status == OK)
		status = probe_warm(prober, link.from, link.to, err);
	if (status == OK)
		status = watch_begin(prober, link.from, link.to, largest < WATCH_LARGE ? largest : WATCH_LARGE,
				     main_state, err);
	if (status == OK)
		status = probe_points(prober, trips, n, err);
	free(trips);
	return status;
}

/*
 * What is compared: the timings of the state of the machine that is asked for, else of the main one. Each model is
 * taken in the state in which the sentinel took as long, and it is said if that is not its main one, or if it has none.
 */
static enum status choose_state(struct measurement *m, const struct compare_live_options *o,
				const struct prober *prober, struct model_list *list, struct error *err)
{
	const struct tracking *t = &prober->tracking;
	const char *wanted = o->machine_state && strcmp(o->machine_state, "main") != 0 ? o->machine_state : NULL;
	size_t k = t->main, mixed;
	enum status status = OK;

	if (!t->on)
		return OK;
	if (wanted) {
		k = compare_state_find(t, list->models[0], wanted, err);
		if (k == t->levels.n)
			return ERR_INPUT;
		campaign_release(&m->campaign);
		status = tracking_campaign(t, k, &m->campaign, &mixed, err);
	}
	for (size_t i = 0; status == OK && i < list->n; i++)
		status = compare_state_take(&list->models[i], list->names[i], t->levels.of[k].value, &m->progress, err);
	return status;
}

static enum status print_trips(struct context *context, const struct measurement *m,
			       const struct compare_live_options *o, const struct model_list *list, struct error *err)
{
	const struct link link = {m->options->pair[0], m->options->pair[1]};
	struct trips_comparison comparison = {.n = 0};
	enum status status = trips_compare(&comparison, &m->campaign, (enum statistic)m->options->statistic, link,
					   &o->sizes, list->models, list->n, err);

	if (status == OK)
		status = command_print(context, trips_comparison_table(&comparison, list->names), err);
	trips_comparison_release(&comparison);
	return status;
}

static enum status print_paths(struct context *context, const struct measurement *m,
			       const struct compare_live_options *o, const struct model_list *list, struct error *err)
{
	struct paths_comparison comparison = {.n = 0};
	enum status status = paths_compare(&comparison, &o->by_path, &m->campaign,
					   (enum statistic)m->options->statistic, list->models, list->n, err);

	if (status == OK)
		status = command_print(context, paths_comparison_table(&comparison, list->names), err);
	paths_comparison_release(&comparison);
	return status;
}

static enum status measure_and_compare(struct context *context, struct measurement *m,
				       const struct compare_live_options *o, struct model_list *list, struct error *err)
{
	const struct link link = {m->options->pair[0], m->options->pair[1]};
	const struct campaign *main_state = measurement_main_state(m);
	struct probe_options options = measuring_probe(m->options);
	struct prober prober;
	enum status status;

	prober_init(&prober, m->platform, &m->campaign, &options, &m->sink, &m->progress);
	status = o->paths ? path_experiments_measure(&o->by_path, &prober, main_state, err)
			  : measure_trips(&prober, o, link, main_state, err);
	if (status == OK)
		status = choose_state(m, o, &prober, list, err);
	if (status == OK)
		probing_drop_warmup(m);
	if (status == OK)
		status = measurement_end(m, &prober, NULL, err);
	if (status == OK)
		status = o->paths ? print_paths(context, m, o, list, err) : print_trips(context, m, o, list, err);
	prober_release(&prober);
	return status;
}

/* Models of different states of the machine cannot all be right: the state waited for is the first one's. */
static void tell_other_states(const struct measurement *m, const struct model_list *list)
{
	const struct fact *first = model_fact(list->models[0], "sentinel_seconds");

	for (size_t i = 1; i < list->n && first && !first->text; i++) {
		const struct fact *other = model_fact(list->models[i], "sentinel_seconds");

		if (other && !other->text && fabs(other->number - first->number) > 0.15 * first->number)
			progress_warn(&m->progress,
				      "%s and %s were fitted in different states of the machine: an empty round trip "
				      "took %.3f and %.3f us. They are compared in that of %s.",
				      list->names[0], list->names[i], 1e6 * first->number, 1e6 * other->number,
				      list->names[0]);
	}
}

static const char *text_of(const struct model *model, const char *name)
{
	const struct fact *fact = model_fact(model, name);

	return fact ? fact->text : NULL;
}

/* What the model says of its platform, where that is not so here; NULL if there is no such. *here: what is so here. Of
 * a synthetic platform the library says only how noisy it is. */
static const char *other_platform(const struct model *model, const struct circumstances *circumstances,
				  const char **here)
{
	const char *platform = text_of(model, "platform"), *library = text_of(model, "library");
	bool same = !platform || !circumstances->platform || strcmp(platform, circumstances->platform) == 0;

	*here = same ? circumstances->library : circumstances->platform;
	if (!same)
		return platform;
	return library && *here && platform && strcmp(platform, "synthetic") != 0 && strcmp(library, *here) != 0
		       ? library
		       : NULL;
}

/* A model of one pair may be held against another, on other hosts, or among other numbers of processes, which may treat
 * messages differently. */
static void tell_other_processes(const struct measurement *m, const struct model *model, const char *name)
{
	const struct circumstances *c = &m->circumstances;
	const struct fact *from = model_fact(model, "from"), *to = model_fact(model, "to");
	const int *pair = m->options->pair;
	const char *hosts = text_of(model, MODEL_HOSTS);
	char here[CIRCUMSTANCES_PAIR_ROOM];

	if (model->processes != c->processes && c->processes > 0)
		progress_note(&m->progress,
			      "%s was measured among %zu processes, and is held against messages among %zu", name,
			      model->processes, c->processes);
	if (model_holds_for_any(model) && from && to && !from->text && !to->text &&
	    (from->number != pair[0] || to->number != pair[1]))
		progress_note(&m->progress,
			      "%s was measured between processes %.0f and %.0f, and is held against those between %d "
			      "and %d",
			      name, from->number, to->number, pair[0], pair[1]);
	if (hosts && circumstances_pair_hosts(c, pair[0], pair[1], here, sizeof(here)) && strcmp(hosts, here) != 0)
		progress_warn(&m->progress, "%s was measured on %s, and is held against messages on %s", name, hosts,
			      here);
}

/* A model of another platform may be held against this one, but is not wrong if it does not hold here. */
static void tell_other_platforms(const struct measurement *m, const struct model_list *list)
{
	for (size_t i = 0; i < list->n; i++) {
		const char *here, *there = other_platform(list->models[i], &m->circumstances, &here);

		if (there)
			progress_warn(&m->progress,
				      "%s is a model of another platform, \"%s\", while this is \"%s\": what it is off "
				      "here says nothing of it there",
				      list->names[i], there, here);
		else
			tell_other_processes(m, list->models[i], list->names[i]);
	}
}

/* Completes what is measured of the paths; sees that every model knows such messages. */
static enum status choose_paths(struct compare_live_options *o, const struct model_list *list,
				const struct measuring *m, struct error *err)
{
	enum status status = OK;
	struct paths paths;

	if (!o->paths)
		return o->by_path.stride ? error_set(err, ERR_USAGE, "--stride goes with --paths only") : OK;
	o->by_path.sizes = &o->sizes;
	o->by_path.link = (struct link){m->options.pair[0], m->options.pair[1]};
	path_experiments_choose(&o->by_path, list->models, list->n);
	for (size_t i = 0; status == OK && i < list->n; i++)
		status = model_paths(list->models[i], o->by_path.link, 1,
				     &(struct message_layout){MESSAGE_LAYOUTS - 1, (double)o->by_path.stride}, &paths,
				     err);
	return status;
}

/* Measures for a run of its own. */
static enum status measure_run(struct measure_command *c, const struct compare_live_options *o, struct model_list *list,
			       struct error *err)
{
	const struct purpose purpose =
		o->paths ? purpose_of(PURPOSE_COMPARE_PATHS, "compare paths") : purpose_of(PURPOSE_COMPARE, "compare");
	struct measurement m = {.run = 0};
	enum status status;

	c->measuring.options.exact_state = true;
	status = measurement_begin(&m, &c->measuring, c->measuring.options.run_name, &purpose, err);
	if (status == OK)
		status = measurement_expect(&m, list->models[0], err);
	if (status == OK) {
		tell_other_platforms(&m, list);
		tell_other_states(&m, list);
		status = measure_and_compare(c->context, &m, o, list, err);
	}
	measurement_release(&m);
	return status;
}

enum status compare_live(struct measure_command *c, struct compare_live_options *o, struct model_list *list,
			 struct error *err)
{
	struct measuring *m = &c->measuring;
	enum status status = choose_sizes(o, list, m->options.seed, err);
	size_t room = 0;

	if (status == OK)
		status = measure_command_open(c, err);
	if (status == OK)
		status = choose_paths(o, list, m, err);
	if (status == OK)
		room = o->paths ? path_experiments_span(&o->by_path) : o->sizes.bytes[o->sizes.n - 1];
	if (status == OK)
		status = platform_prepare(m->platform, room > 4096 ? room : 4096, err);
	return status == OK ? measure_run(c, o, list, err) : status;
}
