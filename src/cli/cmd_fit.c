#include "cli/command.h"
#include "cli/model_table.h"
#include "cli/output.h"
#include "model/file.h"
#include "model/fit.h"
#include "store/store.h"

#include <string.h>

enum { BY_PLATFORM = -1 };

struct wishes {
	const char *store_path, *run_name, *method, *output;
	int statistic, pair[2];
	size_t seed;
	double confidence;
};

/* As estimate does without --statistic: the timings of a synthetic platform are right and only perturbed upwards. */
static enum statistic statistic_for(const struct wishes *w, const struct run *run)
{
	bool synthetic = run->circumstances.platform && strcmp(run->circumstances.platform, "synthetic") == 0;

	return w->statistic != BY_PLATFORM ? (enum statistic)w->statistic : synthetic ? STATISTIC_MIN : STATISTIC_MEDIAN;
}

static enum status add_provenance(struct model *model, const struct method *method, const struct wishes *w, const struct run *run, struct error *err)
{
	enum status status = model_fact_text(model, "method", method->name, err);

	if (status == OK)
		status = model_fact_text(model, "statistic", statistic_name(statistic_for(w, run)), err);
	if (status == OK)
		status = model_fact_text(model, "run", run->name, err);
	if (status == OK && run->circumstances.library)
		status = model_fact_text(model, "library", run->circumstances.library, err);
	if (status == OK && run->circumstances.started)
		status = model_fact_text(model, "started", run->circumstances.started, err);
	return status == OK ? model_fact_number(model, "confidence", w->confidence, err) : status;
}

static enum status fit_run(struct context *context, const struct wishes *w, const struct model_class *class, const struct method *method, struct store *store, struct error *err)
{
	const struct link any = {LINK_ANY, LINK_ANY}, measured = {w->pair[0], w->pair[1]};
	struct fit_options options = {.confidence = w->confidence, .draws = 400, .seed = w->seed};
	struct run run = {0};
	struct campaign campaign = {0};
	struct model *model = NULL;
	enum status status = store_find(store, w->run_name, &run, err);

	if (status == OK)
		status = store_load(store, run.id, &campaign, err);
	options.statistic = statistic_for(w, &run);
	if (status == OK && !(model = model_new(class, run.circumstances.processes ? run.circumstances.processes : 2, &any, 1)))
		status = error_memory(err, "a model");
	if (status == OK)
		status = model_fit(model, &campaign, method, &measured, &options, err);
	if (status == OK)
		status = add_provenance(model, method, w, &run, err);
	if (status == OK)
		status = w->output ? model_write(model, w->output, context->out, err) : command_print(context, model_table(model, context->json || context->csv), err);
	model_free(model);
	campaign_release(&campaign);
	run_release(&run);
	return status;
}

static enum status run_fit(struct context *context, const struct wishes *w, const char *name, struct error *err)
{
	const struct model_class *class = model_class_find(name, err);
	const struct method *method = class ? model_method_find(class, w->method, err) : NULL;
	bool fine = method && output_check(w->output, w->store_path, err) == OK;
	struct store *store = fine ? store_open(w->store_path, 0, err) : NULL;
	enum status status = store ? fit_run(context, w, class, method, store, err) : err->status;

	store_close(store);
	return status;
}

static enum status fit(struct context *context, struct error *err)
{
	struct wishes w = {.store_path = "sonde.db", .pair = {0, 1}, .seed = 1, .confidence = 0.95, .statistic = BY_PLATFORM};
	const struct option options[] = {
		{.name = "output", .letter = 'o', .type = OPTION_TEXT, .value = &w.output, .argument = "FILE.json", .help = "write the model there (- is standard output)"},
		{.name = "method", .type = OPTION_TEXT, .value = &w.method, .argument = "METHOD", .help = "as for estimate (default the model's first)"},
		{.name = "store", .type = OPTION_TEXT, .value = &w.store_path, .argument = "FILE", .help = "where the timings are (default sonde.db)"},
		{.name = "run", .type = OPTION_TEXT, .value = &w.run_name, .argument = "NAME", .help = "which run of the store (default the newest)"},
		{.name = "pairs", .type = OPTION_PAIR, .value = w.pair, .argument = "FROM:TO", .help = "the direction that was measured (default 0:1)"},
		{.name = "statistic", .type = OPTION_CHOICE, .value = &w.statistic, .choices = statistic_names, .help = "what stands for repeated timings (default median; min for a synthetic platform)"},
		{.name = "confidence", .type = OPTION_NUMBER, .value = &w.confidence, .argument = "C", .help = "of the intervals (default 0.95)", .least = 0.5, .most = 0.9999},
		{.name = "seed", .type = OPTION_COUNT, .value = &w.seed, .argument = "N", .help = "of the draws behind the intervals (default 1)", .least = 0, .most = 9e15},
		COMMON_OPTIONS(context),
	};
	const char *name = NULL;
	size_t n = 0;
	enum status status = command_options(context, options, &name, 1, 1, &n, err);

	return status == OK && !context->help ? run_fit(context, &w, name, err) : status;
}

const struct command command_fit = {
	.name = "fit",
	.operands = "MODEL",
	.summary = "fits a model to stored timings",
	.example = "sonde fit plogp --run run-1 --statistic median -o plogp.json",
	.run = fit,
};
