#include "cli/command.h"
#include "cli/estimate_classes.h"
#include "cli/estimate_pairs.h"
#include "cli/fit_source.h"
#include "cli/hold_back.h"
#include "cli/model_table.h"
#include "cli/output.h"
#include "cli/report_runs.h"
#include "model/file.h"
#include "estimate/estimate.h"
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

enum { BY_PLATFORM = -1 };

struct wishes {
	const char *store_path, *run_name, *run_names, *method, *output;
	int statistic, pair[2];
	size_t seed;
	double confidence;
	struct pairs_wish pairs;
	const char *classes;
	double class_tolerance;
	struct size_list hold_back;
};

/* What the user says, else the first run's own. */
static enum statistic statistic_for(const struct wishes *w, const struct sources *sources)
{
	return w->statistic == BY_PLATFORM ? source_statistic(&sources->list[0]) : (enum statistic)w->statistic;
}

/* Fits all pairs of so many processes, and averages over them unless they are to be kept apart. */
static struct model *fit_pairs(const struct wishes *w, struct estimate_options *o, size_t processes, const struct campaign *const *launches, size_t n, struct error *err)
{
	struct pair_rounds rounds = {.n = 0};
	enum status status = pairs_choose(&w->pairs, processes, o, &rounds, err);
	struct model *model = status == OK ? estimate_fit(o, processes, launches, n, err) : NULL;

	pair_rounds_release(&rounds);
	if (!model || o->classes || o->class->links || pairs_average(&w->pairs, &model, NULL, err) == OK)
		return model;
	model_free(model);
	return NULL;
}

/* Classes of processes, if they are asked for; those of a file are allocated. */
static enum status choose_classes(const struct wishes *w, const struct circumstances *c, struct estimate_options *o, struct class_plan *plan, size_t **given, struct error *err)
{
	if (!w->classes)
		return OK;
	*plan = (struct class_plan){.seed = c->seed, .tolerance = w->class_tolerance};
	if (strcmp(w->classes, "auto") != 0 && classes_read(w->classes, c->hosts, c->processes, given, err) != OK)
		return err->status;
	plan->given = *given;
	o->classes = plan;
	return OK;
}

/* The model of the runs' pooled launches, its intervals from so many draws; NULL with err set. */
static struct model *fit_sources(const struct wishes *w, const struct model_class *class, const struct method *method, const struct sources *sources, size_t draws, struct error *err)
{
	const struct campaign **launches = malloc(sources->n * sizeof(*launches));
	struct estimate_options o = estimate_options_default(class, method);
	const struct circumstances *c = &sources->list[0].run.circumstances;
	size_t processes = c->processes ? c->processes : 2, *given = NULL;
	struct class_plan plan;
	struct model *model = NULL;

	if (!launches) {
		error_memory(err, "a model");
		return NULL;
	}
	for (size_t i = 0; i < sources->n; i++)
		launches[i] = &sources->list[i].campaign;
	o.pair = (struct link){w->pair[0], w->pair[1]};
	o.probe.stopping.statistic = statistic_for(w, sources);
	o.probe.seed = w->seed;
	o.confidence = w->confidence;
	o.draws = draws;
	if (choose_classes(w, c, &o, &plan, &given, err) == OK)
		model = w->classes || pairs_all(&w->pairs, w->pair) ? fit_pairs(w, &o, processes, launches, sources->n, err) : estimate_fit(&o, processes, launches, sources->n, err);
	free(launches);
	free(given);
	return model;
}

/* "run-1" or "run-1,run-4,run-5", cut if there are very many. */
static void name_runs(const struct sources *sources, char *text, size_t room)
{
	size_t used = 0;

	text[0] = '\0';
	for (size_t i = 0; i < sources->n && used < room; i++)
		used += (size_t)snprintf(text + used, room - used, "%s%s", i ? "," : "", sources->list[i].run.name);
}

/* Sees that each of the runs that are pooled has what the model needs: else fewer launches would be pooled than the model says. */
static enum status check_each(const struct wishes *w, const struct model_class *class, const struct method *method, const struct sources *sources, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && sources->n > 1 && i < sources->n; i++) {
		const struct sources one = {&sources->list[i], 1};
		struct error why = {.status = OK};
		struct model *model = fit_sources(w, class, method, &one, 0, &why);

		if (!model)
			status = error_set(err, why.status, "run '%s' cannot be pooled: %s", sources->list[i].run.name, why.text);
		model_free(model);
	}
	return status;
}

static enum status add_provenance(struct model *model, const struct method *method, const struct wishes *w, const struct sources *sources, struct error *err)
{
	const struct source *source = &sources->list[0];
	char runs[1000];
	const struct {
		const char *name, *text;
	} texts[] = {
		{"method", method->name}, {"statistic", statistic_name(statistic_for(w, sources))}, {sources->n > 1 ? "pooled_runs" : "run", runs}, {"library", source->run.circumstances.library},
		{"started", source->run.circumstances.started}, {"machine", source->machine},
	};
	enum status status = OK;

	name_runs(sources, runs, sizeof(runs));
	for (size_t i = 0; status == OK && i < sizeof(texts) / sizeof(texts[0]); i++)
		status = texts[i].text ? model_fact_text(model, texts[i].name, texts[i].text, err) : OK;
	return status == OK ? model_fact_number(model, "confidence", w->confidence, err) : status;
}

/* Which of the newest runs has what the model needs; it is loaded. What the newest lacks is said if none does. */
static enum status choose_source(const struct wishes *w, const struct model_class *class, const struct method *method, struct store *store, struct sources *sources, struct error *err)
{
	struct source *source = sources->list = calloc(1, sizeof(*source));
	struct run *runs = NULL;
	size_t n = 0;
	struct error first = {.status = OK};
	struct model *model = NULL;
	enum status status = source ? store_runs(store, &runs, &n, err) : error_memory(err, "a list of runs");

	sources->n = source != NULL;
	for (size_t i = n; status == OK && i > 0 && !model && first.status != ERR_MEMORY; i--) {
		source->run = runs[i - 1];
		runs[i - 1] = (struct run){.id = 0};
		if (source_load(store, source, &first) == OK)
			model = fit_sources(w, class, method, sources, 0, &first);
		if (!model)
			source_release(source);
	}
	if (status == OK && n == 0)
		status = store_find(store, NULL, &source->run, err); /* it says that there is none */
	else if (status == OK && !model)
		status = error_set(err, first.status, "%s%s", first.text, n > 1 ? " (this is of the newest run; no other in the store has all that is needed either)" : "");
	for (size_t i = 0; i < n; i++)
		run_release(&runs[i]);
	free(runs);
	model_free(model);
	return status;
}

/* Names the run that was chosen, and repeats the verdict on the machine that was found when it was measured. */
static void tell_source(struct context *context, const struct wishes *w, struct store *store, const struct source *source)
{
	const struct run *run = &source->run;
	char **notes = NULL;
	size_t n = 0;

	if (context->quiet)
		return;
	if (!w->run_name && !w->run_names)
		fprintf(context->chatter, "sonde: fitted to the run '%s' (%s, %s%s), the newest that has what is needed; --run chooses another, \"sonde runs list\" lists them\n", run->name,
			run->purpose ? run->purpose : "", run->started, run->ended ? "" : ", interrupted");
	if (!source->machine || strcmp(source->machine, VERDICT_CHANGED) != 0 || store_notes(store, run->id, &notes, &n, NULL) != OK)
		return;
	for (size_t i = 0; i < n; i++)
		if (report_is_warning(notes[i]))
			fprintf(context->chatter, "sonde: when it was measured: %s\n", notes[i]);
	notes_free(notes, n);
}

enum { DRAWS = 400 };

/* Fits without the sizes held back, and prints how the model predicts them. */
static enum status fit_and_compare(struct context *context, const struct wishes *w, const struct sources *sources, const struct model_class *class, const struct method *method, struct model **model, struct error *err)
{
	struct campaign *campaign = &sources->list[0].campaign;
	struct held held = {.n = NULL};
	struct table *table = NULL;
	enum status status = held_take(&held, campaign, &w->hold_back, err);

	if (status == OK && !(*model = fit_sources(w, class, method, sources, DRAWS, err)))
		status = err->status;
	held_give_back(&held, campaign);
	if (status == OK)
		status = held_compare(campaign, statistic_for(w, sources), (struct link){w->pair[0], w->pair[1]}, &w->hold_back, *model, &table, err);
	return status == OK ? command_print(context, table, err) : status;
}

static enum status fit_run(struct context *context, const struct wishes *w, const struct model_class *class, const struct method *method, struct store *store, struct error *err)
{
	struct sources sources = {.n = 0};
	struct model *model = NULL;
	const char *names = w->run_names ? w->run_names : w->run_name;
	enum status status = names ? sources_load(store, names, &sources, err) : choose_source(w, class, method, store, &sources, err);

	if (status == OK)
		status = check_each(w, class, method, &sources, err);
	if (status == OK && w->hold_back.n)
		status = fit_and_compare(context, w, &sources, class, method, &model, err);
	else if (status == OK && !(model = fit_sources(w, class, method, &sources, DRAWS, err)))
		status = err->status;
	if (status == OK)
		status = add_provenance(model, method, w, &sources, err);
	for (size_t i = 0; status == OK && i < sources.n; i++)
		tell_source(context, w, store, &sources.list[i]);
	if (status == OK && w->output)
		status = model_write(model, w->output, context->out, err);
	else if (status == OK && w->hold_back.n == 0)
		status = command_print(context, context->json || context->csv ? model_table(model, true) : model_table_view(model, false), err);
	model_free(model);
	sources_release(&sources);
	return status;
}

static enum status run_fit(struct context *context, const struct wishes *w, const char *name, struct error *err)
{
	const struct model_class *class = model_class_find(name, err);
	const struct method *method = class ? model_method_find(class, w->method, err) : NULL;
	bool fine = method && output_check(w->output, w->store_path, "store", err) == OK;
	struct store *store = fine ? store_open(w->store_path, 0, err) : NULL;
	enum status status = store ? fit_run(context, w, class, method, store, err) : err->status;

	store_close(store);
	return status;
}

static enum status fit(struct context *context, struct error *err)
{
	struct wishes w = {.store_path = "sonde.db", .pair = {LINK_ANY, LINK_ANY}, .seed = 1, .class_tolerance = CLASS_TOLERANCE, .confidence = 0.95, .statistic = BY_PLATFORM};
	const struct option options[] = {
		{.name = "output", .letter = 'o', .type = OPTION_TEXT, .value = &w.output, .argument = "FILE.json", .help = "write the model there (- is standard output)"},
		{.name = "method", .type = OPTION_TEXT, .value = &w.method, .argument = "METHOD", .help = "as for estimate (default the model's first)"},
		{.name = "store", .type = OPTION_TEXT, .value = &w.store_path, .argument = "FILE", .help = "where the timings are (default sonde.db)"},
		{.name = "run", .type = OPTION_TEXT, .value = &w.run_name, .argument = "NAME", .help = "which run of the store (default the newest that has what the model needs)"},
		{.name = "runs", .type = OPTION_TEXT, .value = &w.run_names, .argument = "A,B,...", .help = "pool these runs, launches of the same program: intervals then hold what differs from launch to launch"},
		{.name = "hold-back", .type = OPTION_SIZES, .value = &w.hold_back, .argument = "SIZES", .help = "fit without the timings of these sizes, and print how the model predicts their send calls, receive calls and full paths"},
		{.name = "pairs", .type = OPTION_PAIR, .value = w.pair, .argument = "FROM:TO", .help = "the direction that was measured, or all (default 0:1)"},
		{.name = "heterogeneous", .type = OPTION_FLAG, .value = &w.pairs.heterogeneous, .help = "--pairs all: the model keeps the parameters of each pair apart"},
		{.name = "homogeneous", .type = OPTION_FLAG, .value = &w.pairs.homogeneous, .help = "--pairs all: the model has the average over all pairs (the default)"},
		CLASSES_OPTIONS(&w.classes, &w.class_tolerance),
		{.name = "statistic", .type = OPTION_CHOICE, .value = &w.statistic, .choices = statistic_names, .help = "what stands for repeated timings (default as the run was measured)"},
		{.name = "confidence", .type = OPTION_NUMBER, .value = &w.confidence, .argument = "C", .help = "of the intervals (default 0.95)", .least = 0.5, .most = 0.9999},
		{.name = "seed", .type = OPTION_COUNT, .value = &w.seed, .argument = "N", .help = "of the draws behind the intervals (default 1)", .least = 0, .most = 9e15},
		COMMON_OPTIONS(context),
	};
	const char *name = NULL;
	size_t n = 0;
	enum status status = command_options(context, options, &name, 1, 1, &n, err);

	if (status == OK)
		status = pairs_check(&w.pairs, w.pair, err);
	if (status == OK && w.classes && (w.pairs.homogeneous || w.pair[0] >= 0))
		return error_set(err, ERR_USAGE, "--classes: they keep unlike processes apart: it goes with --heterogeneous, not with %s", w.pairs.homogeneous ? "--homogeneous" : "one pair");
	if (pairs_all(&w.pairs, w.pair))
		w.pair[0] = w.pair[1] = OPTION_PAIR_ALL;
	else if (w.pair[0] == LINK_ANY)
		w.pair[0] = 0, w.pair[1] = 1;
	if (status == OK && w.run_name && w.run_names)
		status = error_set(err, ERR_USAGE, "--run and --runs: say either which run, or which ones are pooled");
	if (status == OK && w.hold_back.n && (w.run_names || w.pair[0] == OPTION_PAIR_ALL))
		status = error_set(err, ERR_USAGE, "--hold-back goes with one run and one pair");
	if (status == OK && !context->help)
		status = run_fit(context, &w, name, err);
	size_list_release(&w.hold_back);
	return status;
}

const struct command command_fit = {
	.name = "fit",
	.operands = "MODEL",
	.summary = "fits a model to stored timings",
	.example = "sonde fit plogp --run run-1 --statistic median -o plogp.json",
	.run = fit,
};
