#include "cli/command.h"
#include "cli/model_table.h"
#include "cli/output.h"
#include "cli/report_runs.h"
#include "model/file.h"
#include "model/fit.h"
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

enum { BY_PLATFORM = -1 };

struct wishes {
	const char *store_path, *run_name, *method, *output;
	int statistic, pair[2];
	size_t seed;
	double confidence;
};

/* A run of the store with its timings. */
struct source {
	struct run run;
	struct campaign campaign;
	char *machine, *statistic; /* facts of the run, or NULL */
};

static void source_release(struct source *source)
{
	run_release(&source->run);
	campaign_release(&source->campaign);
	free(source->machine);
	free(source->statistic);
	*source = (struct source){.machine = NULL};
}

/* Loads what belongs to source->run. */
static enum status source_load(struct store *store, struct source *source, struct error *err)
{
	enum status status = store_load(store, source->run.id, &source->campaign, err);

	if (status == OK)
		status = store_fact(store, source->run.id, FACT_MACHINE, &source->machine, err);
	return status == OK ? store_fact(store, source->run.id, FACT_STATISTIC, &source->statistic, err) : status;
}

/* The run's own, if the user does not say; of a run that does not tell, as estimate without --statistic: a synthetic platform's timings are right and only perturbed upwards. */
static enum statistic statistic_for(const struct wishes *w, const struct source *source)
{
	bool synthetic = source->run.circumstances.platform && strcmp(source->run.circumstances.platform, "synthetic") == 0;

	if (w->statistic != BY_PLATFORM)
		return (enum statistic)w->statistic;
	for (int i = 0; source->statistic && statistic_names[i]; i++)
		if (strcmp(source->statistic, statistic_names[i]) == 0)
			return (enum statistic)i;
	return synthetic ? STATISTIC_MIN : STATISTIC_MEDIAN;
}

/* The model of a run, its intervals from so many draws; NULL with err set. */
static struct model *fit_source(const struct wishes *w, const struct model_class *class, const struct method *method, const struct source *source, size_t draws, struct error *err)
{
	const struct link any = {LINK_ANY, LINK_ANY}, measured = {w->pair[0], w->pair[1]};
	const struct fit_options options = {.statistic = statistic_for(w, source), .confidence = w->confidence, .draws = draws, .seed = w->seed};
	size_t processes = source->run.circumstances.processes;
	struct model *model = model_new(class, processes ? processes : 2, &any, 1);

	if (!model)
		error_memory(err, "a model");
	else if (model_fit(model, &source->campaign, method, &measured, &options, err) == OK)
		return model;
	model_free(model);
	return NULL;
}

static enum status add_provenance(struct model *model, const struct method *method, const struct wishes *w, const struct source *source, struct error *err)
{
	const struct {
		const char *name, *text;
	} texts[] = {
		{"method", method->name}, {"statistic", statistic_name(statistic_for(w, source))}, {"run", source->run.name}, {"library", source->run.circumstances.library},
		{"started", source->run.circumstances.started}, {"machine", source->machine},
	};
	enum status status = OK;

	for (size_t i = 0; status == OK && i < sizeof(texts) / sizeof(texts[0]); i++)
		status = texts[i].text ? model_fact_text(model, texts[i].name, texts[i].text, err) : OK;
	return status == OK ? model_fact_number(model, "confidence", w->confidence, err) : status;
}

/* Which of the newest runs has what the model needs; *source is loaded. What the newest lacks is said if none does. */
static enum status choose_source(const struct wishes *w, const struct model_class *class, const struct method *method, struct store *store, struct source *source, struct error *err)
{
	struct run *runs = NULL;
	size_t n = 0;
	struct error first = {.status = OK};
	struct model *model = NULL;
	enum status status = store_runs(store, &runs, &n, err);

	for (size_t i = n; status == OK && i > 0 && !model && first.status != ERR_MEMORY; i--) {
		source->run = runs[i - 1];
		runs[i - 1] = (struct run){.id = 0};
		if (source_load(store, source, &first) == OK)
			model = fit_source(w, class, method, source, 0, &first);
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
	if (!w->run_name)
		fprintf(context->chatter, "sonde: fitted to the run '%s' (%s, %s%s), the newest that has what is needed; --run chooses another, \"sonde runs list\" lists them\n", run->name,
			run->purpose ? run->purpose : "", run->started, run->ended ? "" : ", interrupted");
	if (!source->machine || strcmp(source->machine, VERDICT_CHANGED) != 0 || store_notes(store, run->id, &notes, &n, NULL) != OK)
		return;
	for (size_t i = 0; i < n; i++)
		if (report_is_warning(notes[i]))
			fprintf(context->chatter, "sonde: when it was measured: %s\n", notes[i]);
	notes_free(notes, n);
}

static enum status fit_run(struct context *context, const struct wishes *w, const struct model_class *class, const struct method *method, struct store *store, struct error *err)
{
	enum { DRAWS = 400 };
	struct source source = {.machine = NULL};
	struct model *model = NULL;
	enum status status = w->run_name ? store_find(store, w->run_name, &source.run, err) : choose_source(w, class, method, store, &source, err);

	if (status == OK && w->run_name)
		status = source_load(store, &source, err);
	if (status == OK && !(model = fit_source(w, class, method, &source, DRAWS, err)))
		status = err->status;
	if (status == OK)
		status = add_provenance(model, method, w, &source, err);
	if (status == OK)
		tell_source(context, w, store, &source);
	if (status == OK)
		status = w->output ? model_write(model, w->output, context->out, err) : command_print(context, model_table(model, context->json || context->csv), err);
	model_free(model);
	source_release(&source);
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
		{.name = "run", .type = OPTION_TEXT, .value = &w.run_name, .argument = "NAME", .help = "which run of the store (default the newest that has what the model needs)"},
		{.name = "pairs", .type = OPTION_PAIR, .value = w.pair, .argument = "FROM:TO", .help = "the direction that was measured (default 0:1)"},
		{.name = "statistic", .type = OPTION_CHOICE, .value = &w.statistic, .choices = statistic_names, .help = "what stands for repeated timings (default as the run was measured)"},
		{.name = "confidence", .type = OPTION_NUMBER, .value = &w.confidence, .argument = "C", .help = "of the intervals (default 0.95)", .least = 0.5, .most = 0.9999},
		{.name = "seed", .type = OPTION_COUNT, .value = &w.seed, .argument = "N", .help = "of the draws behind the intervals (default 1)", .least = 0, .most = 9e15},
		COMMON_OPTIONS(context),
	};
	const char *name = NULL;
	size_t n = 0;
	enum status status = command_options(context, options, &name, 1, 1, &n, err);

	if (status == OK && w.pair[0] == OPTION_PAIR_ALL)
		return error_set(err, ERR_USAGE, "--pairs all: a model is fitted to one direction; say which, for example --pairs 0:1");
	return status == OK && !context->help ? run_fit(context, &w, name, err) : status;
}

const struct command command_fit = {
	.name = "fit",
	.operands = "MODEL",
	.summary = "fits a model to stored timings",
	.example = "sonde fit plogp --run run-1 --statistic median -o plogp.json",
	.run = fit,
};
