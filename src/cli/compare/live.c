#include "cli/compare/live.h"

#include "cli/machine_state.h"
#include "cli/measure/families.h"
#include "report/state_tables.h"
#include "evaluate/fresh_sizes.h"
#include "evaluate/model_place.h"
#include "evaluate/model_state.h"
#include "measuring/measured_states.h"
#include "measuring/probing.h"
#include "model/states.h"
#include "probe/remeasure.h"
#include "probe/watch.h"
#include "report/comparison.h"
#include "report/table_states.h"

#include <stdio.h>
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
 * must predict both. spread: s that the timings are spread over at least. */
static enum status measure_trips(struct prober *prober, const struct compare_live_options *o, struct link link,
				 const struct campaign *main_state, double spread, struct error *err)
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
	if (status == OK)
		status = remeasure_spread(prober, trips, 1, n, spread, err);
	free(trips);
	return status;
}

/* Timings in one state of the machine, and the models in it. */
struct state_timings {
	const struct campaign *campaign;
	const struct model_list *models;
	struct run_level level; /* seconds 0: states were not told apart */
};

/* With what the timings suffered from. */
static enum status print(struct context *context, const struct measurement *m, const struct run_level *state,
			 struct table *table, struct error *err)
{
	if (table)
		measure_tell_processes(&m->circumstances, table);
	if (table && *state->name)
		table_summary_text(table, NULL, "state", state->name);
	if (table && state->seconds > 0)
		table_summary_number(table, NULL, "empty_round_trip", CELL_SECONDS, state->seconds);
	if (table)
		table_tell_states(table, m->levels, m->n_levels);
	return command_print(context, table, err);
}

static enum status print_trips(struct context *context, const struct measurement *m,
			       const struct compare_live_options *o, const struct state_timings *timings,
			       struct error *err)
{
	const struct link link = {m->options->pair[0], m->options->pair[1]};
	const struct model_list *list = timings->models;
	struct trips_comparison comparison = {.n = 0};
	enum status status = trips_compare(&comparison, timings->campaign, (enum statistic)m->options->statistic, link,
					   &o->sizes, list->models, list->n, err);

	if (status == OK)
		status = print(context, m, &timings->level, trips_comparison_table(&comparison, list->names), err);
	trips_comparison_release(&comparison);
	return status;
}

static enum status print_paths(struct context *context, const struct measurement *m,
			       const struct compare_live_options *o, const struct state_timings *timings,
			       struct error *err)
{
	const struct model_list *list = timings->models;
	struct paths_comparison comparison = {.n = 0};
	enum status status = paths_compare(&comparison, &o->by_path, timings->campaign,
					   (enum statistic)m->options->statistic, list->models, list->n, err);

	if (status == OK)
		status = print(context, m, &timings->level, paths_comparison_table(&comparison, list->names), err);
	paths_comparison_release(&comparison);
	return status;
}

static enum status print_timings(struct context *context, const struct measurement *m,
				 const struct compare_live_options *o, const struct state_timings *timings,
				 struct error *err)
{
	return o->paths ? print_paths(context, m, o, timings, err) : print_trips(context, m, o, timings, err);
}

/* The state of the run in which the sentinel takes so long; 0: states were not told apart. */
static struct run_level level_of(const struct measurement *m, double seconds)
{
	struct run_level level = {.seconds = 0};

	if (m->n_levels > 0)
		level = m->levels[0];
	for (size_t i = 1; i < m->n_levels; i++)
		if (m->levels[i].seconds == seconds)
			level = m->levels[i];
	level.seconds = seconds;
	return level;
}

/* Ends the run, and prints the timings of the state that is asked for. */
static enum status print_state(struct context *context, struct measurement *m, const struct compare_live_options *o,
			       struct model_list *list, struct prober *prober, struct error *err)
{
	double level = 0;
	enum status status = model_list_take_state(list, o->machine_state, m, &prober->tracking, &level, err);

	if (status == OK)
		status = probing_drop_warmup(m, NULL, err);
	if (status == OK)
		status = measurement_end(m, prober, NULL, err);
	if (status != OK)
		return status;
	return print_timings(context, m, o, &(struct state_timings){&m->campaign, list, level_of(m, level)}, err);
}

/* The models are read anew, and taken in the i-th state. */
static enum status print_one_of(struct context *context, const struct measurement *m,
				const struct compare_live_options *o, size_t n_models,
				const struct measured_states *states, size_t i, struct error *err)
{
	struct model_list list = {.n = 0};
	struct state_timings timings = {.campaign = i > 0 ? &states->campaigns[i] : &m->campaign, .models = &list};
	enum status status = model_list_read(&list, o->models, n_models, err);

	if (states->n > 0)
		timings.level = states->levels[i];
	for (size_t k = 0; status == OK && k < list.n && states->n > 0; k++)
		status = model_take_level(&list.models[k], list.names[k], timings.level.seconds, states->n > 1, NULL,
					  &m->progress, err);
	if (status == OK)
		status = print_timings(context, m, o, &timings, err);
	model_list_release(&list);
	return status;
}

static enum status print_states(struct context *context, const struct measurement *m,
				const struct compare_live_options *o, size_t n_models,
				const struct measured_states *states, struct error *err)
{
	struct state_tables tables = {.several = states->n > 1};
	enum status status = OK;

	context->states = &tables;
	for (size_t i = 0; status == OK && i < (states->n > 0 ? states->n : 1); i++) {
		struct run_level level = {.seconds = 0};

		if (states->n > 0)
			level = states->levels[i];
		if (!*level.name)
			snprintf(level.name, sizeof(level.name), "main");
		state_tables_begin(&tables, context->quiet ? NULL : context->chatter, &level);
		status = print_one_of(context, m, o, n_models, states, i, err);
	}
	return command_print_states(context, status, err);
}

/* Ends the run, and prints the timings of each state in which the machine was. */
static enum status print_each(struct context *context, struct measurement *m, const struct compare_live_options *o,
			      const struct model_list *list, struct prober *prober, struct error *err)
{
	struct measured_states states = {.n = 0};
	enum status status = measured_states_find(m, prober, &states, err);

	if (status == OK)
		status = probing_drop_warmup(m, NULL, err);
	if (status == OK)
		status = measurement_end(m, prober, NULL, err);
	if (status == OK)
		status = print_states(context, m, o, list->n, &states, err);
	measured_states_release(&states);
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

	options.spread = platform_passes(m->platform) ? probing_spread(m, -1) : 0;
	prober_init(&prober, m->platform, &m->campaign, &options, &m->sink, &m->progress);
	status = o->paths ? path_experiments_measure(&o->by_path, &prober, main_state, err)
			  : measure_trips(&prober, o, link, main_state, probing_spread(m, -1), err);
	if (status == OK && !o->machine_state)
		status = model_list_meet(list, &prober, err);
	if (status == OK)
		status = machine_state_is_each(o->machine_state) ? print_each(context, m, o, list, &prober, err)
								 : print_state(context, m, o, list, &prober, err);
	prober_release(&prober);
	return status;
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
		model_list_tell_places(list, &m);
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
	bool each = machine_state_is_each(o->machine_state);
	double level;
	size_t room = 0;

	if (status == OK && !each)
		status = usage_of_option("--machine-state", model_list_find_state(list, o->machine_state, &level, err),
					 err);
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
