#include "cli/compare_models.h"
#include "cli/compare_paths.h"
#include "cli/compare_stored.h"
#include "cli/comparison.h"
#include "cli/fresh_sizes.h"
#include "cli/measuring.h"
#include "cli/model_list.h"
#include "cli/predict_operation.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { COUNT_USUAL = 24 };

struct wishes {
	struct size_list sizes;
	size_t count; /* 0: not said */
	bool paths;   /* not round trips */
	struct paths_comparison by_path;
	struct stored_wish stored;
	struct models_wish models;
};

static enum status choose_sizes(struct wishes *w, const struct model_list *list, const struct measuring *m, struct error *err)
{
	if (w->sizes.adaptive)
		return error_set(err, ERR_USAGE, "--sizes auto: a comparison has nothing to adapt to; give sizes, or a range like 1K:1M");
	if (w->sizes.n && w->count)
		return error_set(err, ERR_USAGE, "--count: how many sizes are chosen without --sizes; with --sizes there is nothing to choose");
	return w->sizes.n ? OK : fresh_sizes(list->models, list->n, w->count ? w->count : COUNT_USUAL, m->seed, &w->sizes, err);
}

/* Round trips of every size, with an answer of the same size and with an empty one: a model that adds up one-way times must predict both. */
static enum status measure_trips(struct prober *prober, const struct wishes *w, struct link link, const struct campaign *usual, struct error *err)
{
	size_t n = 2 * w->sizes.n, largest = w->sizes.bytes[w->sizes.n - 1];
	struct experiment *trips = calloc(n + 1, sizeof(*trips));
	enum status status = trips ? OK : error_memory(err, "a list of experiments");

	for (size_t i = 0; trips && i < n; i++) {
		size_t bytes = w->sizes.bytes[i / 2];

		trips[i] = (struct experiment){.kind = EXPERIMENT_ROUNDTRIP, .from = link.from, .to = link.to, .bytes = bytes, .reply_bytes = i % 2 ? 0 : bytes, .count = 1};
	}
	if (status == OK)
		status = probe_warm(prober, link.from, link.to, err);
	if (status == OK)
		status = watch_begin(prober, link.from, link.to, largest < WATCH_LARGE ? largest : WATCH_LARGE, usual, err);
	if (status == OK)
		status = probe_points(prober, trips, n, err);
	free(trips);
	return status;
}

static enum status measure_and_compare(struct measuring *m, const struct wishes *w, const struct model_list *list, struct error *err)
{
	struct link link = {m->pair[0], m->pair[1]};
	struct probe_options options = measuring_probe(m);
	struct prober prober;
	struct table *table = NULL;
	enum status status;

	options.exact_state = true;
	prober_init(&prober, m->platform, &m->campaign, &options, &m->sink, &m->progress);
	status = w->paths ? paths_comparison_measure(&w->by_path, &prober, measuring_usual(m), err) : measure_trips(&prober, w, link, measuring_usual(m), err);
	if (status == OK)
		status = measuring_end(m, &prober, NULL, err);
	if (status == OK && w->paths) {
		status = paths_comparison_table(&w->by_path, &m->campaign, options.stopping.statistic, list->models, list->names, list->n, &table, err);
		if (status == OK)
			status = command_print(m->context, table, err);
	} else if (status == OK)
		status = command_print(m->context, comparison_table(&m->campaign, options.stopping.statistic, link, &w->sizes, list->models, list->names, list->n), err);
	prober_release(&prober);
	return status;
}

/* Models of different states of the machine cannot all be right: the state waited for is the first one's. */
static void tell_other_states(const struct measuring *m, const struct model_list *list)
{
	const struct fact *first = model_fact(list->models[0], "sentinel_seconds");

	for (size_t i = 1; i < list->n && first && !first->text; i++) {
		const struct fact *other = model_fact(list->models[i], "sentinel_seconds");

		if (other && !other->text && fabs(other->number - first->number) > 0.15 * first->number)
			progress_note(&m->progress, "%s and %s were fitted in different states of the machine: an empty round trip took %.3f and %.3f us. They are compared in that of %s.", list->names[0],
				list->names[i], 1e6 * first->number, 1e6 * other->number, list->names[0]);
	}
}

/* Completes what is measured of the paths; sees that every model knows such messages. */
static enum status choose_paths(struct wishes *w, const struct model_list *list, const struct measuring *m, struct error *err)
{
	enum status status = OK;
	struct paths paths;

	if (!w->paths)
		return w->by_path.stride ? error_set(err, ERR_USAGE, "--stride goes with --paths only") : OK;
	w->by_path.sizes = &w->sizes;
	w->by_path.link = (struct link){m->pair[0], m->pair[1]};
	paths_comparison_choose(&w->by_path, list->models, list->n);
	for (size_t i = 0; status == OK && i < list->n; i++)
		status = model_paths(list->models[i], w->by_path.link, 1, &(struct message_layout){MESSAGE_LAYOUTS - 1, (double)w->by_path.stride}, &paths, err);
	return status;
}

static enum status run(struct measuring *m, struct wishes *w, const struct model_list *list, struct error *err)
{
	enum status status = choose_sizes(w, list, m, err);
	size_t room = 0;

	if (status == OK)
		status = measuring_platform(m, err);
	if (status == OK)
		status = choose_paths(w, list, m, err);
	if (status == OK)
		room = w->paths ? paths_comparison_span(&w->by_path) : w->sizes.bytes[w->sizes.n - 1];
	if (status == OK)
		status = m->platform->class->prepare(m->platform, room > 4096 ? room : 4096, err);
	if (status == OK)
		status = measuring_begin(m, w->paths ? "compare paths" : "compare", err);
	if (status == OK)
		status = measuring_expect(m, list->models[0], err);
	if (status == OK)
		tell_other_states(m, list);
	return status == OK ? measure_and_compare(m, w, list, err) : status;
}

static enum status compare_live(struct measuring *m, struct wishes *w, const struct model_list *list, struct error *err)
{
	if (w->stored.runs || w->stored.in_turn || w->stored.fair || w->stored.parallel || w->stored.eager < SIZE_MAX)
		return error_set(err, ERR_USAGE, "--runs, --eager, --parallel, --fair and --in-turn go with a collective operation: sonde compare MODEL.json ... bcast");
	return run(m, w, list, err);
}

/* Of stored timings nothing is measured: --store and --run say which they are. */
static enum status compare_with_store(struct measuring *m, struct wishes *w, const struct model_list *list, const char *operation, struct error *err)
{
	if (w->paths)
		return error_set(err, ERR_USAGE, "--paths: of single messages, not of %s", operation);
	if (m->statistic >= 0)
		return error_set(err, ERR_USAGE, "--statistic: stored timings of %s stand for themselves by the statistic that they were measured with", operation);
	if (w->sizes.n || w->count)
		return error_set(err, ERR_USAGE, "--sizes and --count: stored timings of %s have the sizes that were measured", operation);
	if (w->stored.runs && m->run_name)
		return error_set(err, ERR_USAGE, "--run and --runs: say either which run, or which ones");
	if (operation_check_ports(&(struct operation_wish){.parallel = w->stored.parallel, .fair = w->stored.fair, .in_turn = w->stored.in_turn}, err) != OK)
		return err->status;
	if (m->run_name)
		w->stored.runs = m->run_name;
	w->stored.store_path = m->store_path;
	return compare_stored(m->context, &w->stored, list, operation, err);
}

static void wishes_release(struct wishes *w)
{
	size_list_release(&w->sizes);
	size_list_release(&w->models.contest.fit_sizes);
}

/* Models are estimated here, and take no file and nothing that goes with one. */
static enum status compare_estimated(struct measuring *m, struct wishes *w, size_t operands, struct error *err)
{
	struct contest_wish *contest = &w->models.contest;

	if (operands > 0)
		return error_set(err, ERR_USAGE, "--models estimates models here: it goes with no model file and no operation after the options (--ops says which)");
	if (w->paths || w->by_path.stride || w->stored.runs)
		return error_set(err, ERR_USAGE, "--paths, --stride and --runs: they go with model files, not with --models");
	if (w->sizes.n && w->count)
		return error_set(err, ERR_USAGE, "--count: how many sizes are chosen without --sizes; with --sizes there is nothing to choose");
	if (m->pair[0] >= 0)
		return error_set(err, ERR_USAGE, "--pairs %d:%d: --models estimates all pairs", m->pair[0], m->pair[1]);
	if (operation_check_ports(&(struct operation_wish){.parallel = w->stored.parallel, .fair = w->stored.fair, .in_turn = w->stored.in_turn}, err) != OK)
		return err->status;
	contest->eager = w->stored.eager;
	contest->parallel = w->stored.parallel;
	contest->fair = w->stored.fair;
	contest->in_turn = w->stored.in_turn;
	w->models.sizes = &w->sizes;
	w->models.count = w->count;
	return compare_models(m, &w->models, err);
}

/* What goes with --models only. */
static enum status check_files_only(const struct wishes *w, size_t operands, struct error *err)
{
	if (w->models.operations || w->models.contest.fit_sizes.n || w->models.contest.rounds || w->models.regions || w->models.points)
		return error_set(err, ERR_USAGE, "--ops, --fit-sizes, --rounds, --regions and --points go with --models only");
	return operands ? OK : error_set(err, ERR_USAGE, "missing argument: model files are needed, or --models with names of models to estimate (see sonde compare --help)");
}

static enum status compare(struct context *context, struct error *err)
{
	struct measuring m;
	struct wishes w = {.stored = {.eager = SIZE_MAX}};
	struct model_list list = {.n = 0};
	const struct option options[] = {
		{.name = "sizes", .letter = 's', .type = OPTION_SIZES, .value = &w.sizes, .argument = "SIZES", .help = "message sizes (default: 24 at random that no model was fitted at)"},
		{.name = "count", .type = OPTION_COUNT, .value = &w.count, .argument = "N", .help = "how many sizes are chosen without --sizes (default 24)", .least = 1, .most = 10000},
		{.name = "paths", .type = OPTION_FLAG, .value = &w.paths, .help = "send calls, receive calls and the full path, by layout, in place of round trips"},
		{.name = "stride", .type = OPTION_COUNT, .value = &w.by_path.stride, .argument = "N", .help = "--paths: from block to block of noncontiguous data, in blocks (default the first model's)", .least = 1, .most = 4096},
		{.name = "models", .type = OPTION_TEXT, .value = &w.models.models, .argument = "A,B,...", .help = "in place of files: models to estimate here and to hold against fresh round trips and operations; het- keeps pairs apart (hockney,het-hockney,lmo)"},
		{.name = "ops", .type = OPTION_TEXT, .value = &w.models.operations, .argument = "A,B,...", .help = "--models: what is measured, p2p or operations, by an algorithm after a colon or by the linear and binomial ones; without it p2p,scatter,gather"},
		{.name = "fit-sizes", .type = OPTION_SIZES, .value = &w.models.contest.fit_sizes, .argument = "SIZES", .help = "--models: sizes that models with parameters per size are fitted at; without it they are chosen adaptively"},
		{.name = "rounds", .type = OPTION_FLAG, .value = &w.models.contest.rounds, .help = "--models: pairs and triplets of different processes are measured at the same time"},
		{.name = "regions", .type = OPTION_CHOICE, .value = &w.models.regions, .choices = models_regions, .help = "--models: errors by the thresholds of lmo, if it is among the models, or by the switch to rendezvous; without it by thresholds"},
		{.name = "points", .type = OPTION_FLAG, .value = &w.models.points, .help = "--models: every point in place of errors by region"},
		{.name = "runs", .type = OPTION_TEXT, .value = &w.stored.runs, .argument = "A,B,...", .help = "of a collective operation: which runs of the store (default the newest that has it; --run names one)"},
		{.name = "eager", .type = OPTION_BYTES, .value = &w.stored.eager, .argument = "SIZE", .help = "of a collective operation: longer messages wait for their receiver (default: as the model says, else none does)", .most = INFINITY},
		{.name = "parallel", .type = OPTION_FLAG, .value = &w.stored.parallel, .help = "a process sends and receives any number of messages at a time"},
		{.name = "fair", .type = OPTION_FLAG, .value = &w.stored.fair, .help = "it shares its port equally among those under way"},
		{.name = "in-turn", .type = OPTION_FLAG, .value = &w.stored.in_turn, .help = "its port serves one after the other (default: as the model says, else so)"},
		MEASURING_OPTIONS(&m),
		COMMON_OPTIONS(context),
	};
	const char *paths[MODELS_MOST + 1];
	const char *operation = NULL;
	size_t n = 0;
	enum status status;

	measuring_init(&m, context);
	status = command_options(context, options, paths, 0, MODELS_MOST + 1, &n, err);
	if (status == OK && !context->help && w.models.models) {
		status = compare_estimated(&m, &w, n, err);
		measuring_release(&m);
		wishes_release(&w);
		return status;
	}
	if (status == OK && !context->help)
		status = check_files_only(&w, n, err);
	if (status == OK && !context->help && compares_stored(paths, n))
		operation = paths[--n];
	else if (status == OK && !context->help && n > 1 && operation_is_misspelt(paths[n - 1]))
		status = operation_unknown(paths[n - 1], "", err);
	if (status == OK && n > MODELS_MOST)
		status = error_set(err, ERR_USAGE, "%zu models: at most %d are compared", n, MODELS_MOST);
	if (status == OK && !context->help)
		status = model_list_read(&list, paths, n, err);
	if (status == OK && !context->help)
		status = operation ? compare_with_store(&m, &w, &list, operation, err) : compare_live(&m, &w, &list, err);
	measuring_release(&m);
	model_list_release(&list);
	wishes_release(&w);
	return status;
}

const struct command command_compare = {
	.name = "compare",
	.operands = "MODEL.json ... [OPERATION] | --models A,B,...",
	.summary = "holds each model's predictions against round trips measured afresh, or stored timings of a collective operation",
	.example = "mpirun -n 2 sonde compare plogp.json hockney.json",
	.measures = true,
	.without_platform = arguments_compare_stored,
	.run = compare,
};
