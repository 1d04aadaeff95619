#include "cli/command.h"
#include "cli/estimate_classes.h"
#include "cli/fit_sources.h"
#include "cli/hold_back.h"
#include "cli/model_table.h"
#include "cli/output.h"
#include "cli/report_runs.h"
#include "model/file.h"

#include <stdlib.h>
#include <string.h>

/* Names the run that was chosen, and repeats the verdict on the machine that was found when it was measured. */
static void tell_source(struct context *context, const struct fit_wish *w, struct store *store, const struct source *source)
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
static enum status fit_and_compare(struct context *context, const struct fit_wish *w, const struct sources *sources, const struct model_class *class, const struct method *method, struct model **model, struct error *err)
{
	struct campaign *campaign = &sources->list[0].campaign;
	struct held held = {.n = NULL};
	struct table *table = NULL;
	enum status status = held_take(&held, campaign, &w->hold_back, err);

	if (status == OK && !(*model = fit_of_sources(w, class, method, sources, DRAWS, err)))
		status = err->status;
	held_give_back(&held, campaign);
	if (status == OK)
		status = held_compare(campaign, fit_statistic(w, sources), (struct link){w->pair[0], w->pair[1]}, &w->hold_back, *model, &table, err);
	return status == OK ? command_print(context, table, err) : status;
}

static enum status fit_run(struct context *context, const struct fit_wish *w, const struct model_class *class, const struct method *method, struct store *store, struct error *err)
{
	struct sources sources = {.n = 0};
	struct model *model = NULL;
	const char *names = w->run_names ? w->run_names : w->run_name;
	enum status status = names ? sources_load(store, names, &sources, err) : fit_choose_source(w, class, method, store, &sources, err);

	if (status == OK)
		status = fit_check_each(w, class, method, &sources, err);
	if (status == OK && w->hold_back.n)
		status = fit_and_compare(context, w, &sources, class, method, &model, err);
	else if (status == OK && !(model = fit_of_sources(w, class, method, &sources, DRAWS, err)))
		status = err->status;
	if (status == OK)
		status = fit_add_provenance(model, method, w, &sources, err);
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

static enum status run_fit(struct context *context, const struct fit_wish *w, const char *name, struct error *err)
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
	struct fit_wish w = {.store_path = "sonde.db", .pair = {LINK_ANY, LINK_ANY}, .seed = 1, .class_tolerance = CLASS_TOLERANCE, .confidence = 0.95, .statistic = FIT_AS_MEASURED};
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
		CLASSES_OPTIONS(&w.classes, "auto|FILE", "many processes: of each class of those that are alike two were measured: find classes", &w.class_tolerance),
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
		status = error_set(err, ERR_USAGE, "--classes: they keep unlike processes apart: it goes with --heterogeneous, not with %s", w.pairs.homogeneous ? "--homogeneous" : "one pair");
	if (status == OK && w.classes && strcmp(w.classes, "hwloc") == 0)
		status = error_set(err, ERR_USAGE, "--classes hwloc: the store does not keep where on its host a process ran; use auto, or a file that says which processes are alike");
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
