#include "cli/command.h"
#include "cli/estimate/classes.h"
#include "cli/estimate/pairs.h"
#include "runs/fit_sources.h"
#include "cli/hold_out.h"
#include "report/model_table.h"
#include "cli/output.h"
#include "report/runs.h"
#include "model/file/file.h"
#include "report/comparison.h"

#include <stdlib.h>
#include <string.h>

/* Names the run that was chosen, and repeats the verdict on the machine that was found when it was measured. */
static void tell_source(struct context *context, const struct fit_request *request, struct store *store,
			const struct source *source)
{
	const struct run *run = &source->run;
	struct run_note *notes = NULL;
	size_t n = 0;

	if (context->quiet)
		return;
	if (!request->run_name && !request->run_names)
		fprintf(context->chatter,
			"sonde: fitted to the run '%s' (%s, %s%s), the newest that has what is needed; --run chooses "
			"another, \"sonde runs list\" lists them\n",
			run->name, run->purpose.title, run->started, run->ended ? "" : ", interrupted");
	if (run->machine != MACHINE_CHANGED || store_notes(store, run->id, &notes, &n, NULL) != OK)
		return;
	for (size_t i = 0; i < n; i++)
		if (report_is_warning(&notes[i]))
			fprintf(context->chatter, "sonde: when it was measured: %s\n", notes[i].text);
	notes_free(notes, n);
}

enum { DRAWS = 400 };

static enum status print_comparison(struct context *context, const struct model *model,
				    const struct paths_comparison *comparison, struct error *err)
{
	char name[64];

	snprintf(name, sizeof(name), "%s", model->class->name);
	return command_print(context, paths_comparison_table(comparison, &(char *){name}), err);
}

/* Fits without the held-out sizes, and prints how the model predicts them. */
static enum status fit_and_compare(struct context *context, const struct fit_request *request,
				   const struct sources *sources, const struct model_class *class,
				   const struct method *method, struct model **model, struct error *err)
{
	struct campaign *campaign = &sources->list[0].campaign;
	struct hold_out hold_out = {.n = NULL};
	struct paths_comparison comparison = {.n = 0};
	enum status status = hold_out_take(&hold_out, campaign, &request->hold_out, err);

	if (status == OK && !(*model = fit_of_sources(request, class, method, sources, DRAWS, err)))
		status = err->status;
	hold_out_release(&hold_out, campaign);
	if (status == OK)
		status = hold_out_compare(campaign, fit_statistic(request, sources),
					  (struct link){request->pair[0], request->pair[1]}, &request->hold_out, *model,
					  &comparison, err);
	if (status == OK)
		status = print_comparison(context, *model, &comparison, err);
	paths_comparison_release(&comparison);
	return status;
}

static enum status fit_run(struct context *context, const struct fit_request *request, const struct model_class *class,
			   const struct method *method, struct store *store, struct error *err)
{
	struct sources sources = {.n = 0};
	struct model *model = NULL;
	const char *names = request->run_names ? request->run_names : request->run_name;
	enum status status = names ? sources_load(store, names, &sources, err)
				   : fit_choose_source(request, class, method, store, &sources, err);

	if (status == OK)
		status = fit_check_each(request, class, method, &sources, err);
	if (status == OK && request->hold_out.n)
		status = fit_and_compare(context, request, &sources, class, method, &model, err);
	else if (status == OK && !(model = fit_of_sources(request, class, method, &sources, DRAWS, err)))
		status = err->status;
	if (status == OK)
		status = fit_add_provenance(model, method, request, &sources, err);
	for (size_t i = 0; status == OK && i < sources.n; i++)
		tell_source(context, request, store, &sources.list[i]);
	if (status == OK && request->output)
		status = model_write(model, request->output, context->out, err);
	else if (status == OK && request->hold_out.n == 0)
		status = command_print(
			context,
			context->json || context->csv ? model_table(model, true) : model_table_view(model, false), err);
	model_free(model);
	sources_release(&sources);
	return status;
}

static enum status run_fit(struct context *context, const struct fit_request *request, const char *name,
			   struct error *err)
{
	const struct model_class *class = model_class_find(name, err);
	const struct method *method = class ? model_method_find(class, request->method, err) : NULL;
	const struct output_input inputs[] = {{request->store_path, "the store"},
					      {request->classes, "the file of the classes"}};
	bool fine = usage_of(method ? OK : ERR_INPUT, err) == OK && output_check(request->output, inputs, 2, err) == OK;
	struct store *store = fine ? store_open(request->store_path, 0, err) : NULL;
	enum status status = store ? fit_run(context, request, class, method, store, err) : err->status;

	store_close(store);
	return status;
}

/* Sees that the options go together, and completes the pair. */
static enum status check_request(struct fit_request *request, struct error *err)
{
	enum status status = pairs_check(&request->pairs, request->pair, err);

	if (status == OK && request->classes && (request->pairs.homogeneous || request->pair[0] >= 0))
		status = error_set(
			err, ERR_USAGE,
			"--classes: they keep unlike processes apart: it goes with --heterogeneous, not with %s",
			request->pairs.homogeneous ? "--homogeneous" : "one pair");
	if (status == OK && request->classes && strcmp(request->classes, "hwloc") == 0)
		status = error_set(err, ERR_USAGE,
				   "--classes hwloc: the store does not keep where on its host a process ran; use "
				   "auto, or a file that says which processes are alike");
	if (pairs_all(&request->pairs, request->pair))
		request->pair[0] = request->pair[1] = OPTION_PAIR_ALL;
	else if (request->pair[0] == LINK_ANY)
		request->pair[0] = 0, request->pair[1] = 1;
	if (status == OK && request->run_name && request->run_names)
		status = error_set(err, ERR_USAGE, "--run and --runs: say either which run, or which ones are pooled");
	if (status == OK && request->run_names && request->run_names[strspn(request->run_names, ",")] == '\0')
		status = error_set(err, ERR_USAGE,
				   "--runs: names or numbers of runs, separated by commas, for example --runs "
				   "run-1,run-2,run-3");
	if (status == OK && request->hold_out.n && (request->run_names || request->pair[0] == OPTION_PAIR_ALL))
		status = error_set(err, ERR_USAGE, "--hold-back goes with one run and one pair");
	return status;
}

static enum status fit(struct context *context, struct error *err)
{
	struct fit_request request = {.store_path = "sonde.db",
				      .pair = {LINK_ANY, LINK_ANY},
				      .seed = 1,
				      .class_tolerance = CLASS_TOLERANCE,
				      .confidence = 0.95,
				      .statistic = FIT_AS_MEASURED};
	const struct option options[] = {
		OPT_TEXT('o', "output", &request.output, "FILE.json", "write the model there (- is standard output)"),
		OPT_TEXT(0, "method", &request.method, "METHOD", "as for estimate (default the model's first)"),
		OPT_TEXT(0, "store", &request.store_path, "FILE", "where the timings are (default sonde.db)"),
		OPT_TEXT(0, "run", &request.run_name, "NAME",
			 "which run of the store (default the newest that has what the model needs)"),
		OPT_TEXT(0, "runs", &request.run_names, "A,B,...",
			 "pool these runs, launches of the same program: intervals then hold what differs from launch "
			 "to launch"),
		OPT_SIZES(0, "hold-back", &request.hold_out, "SIZES",
			  "fit without the timings of these sizes, and print how the model predicts their send calls, "
			  "receive calls and full paths"),
		OPT_PAIR(0, "pairs", request.pair, "FROM:TO", "the direction that was measured, or all (default 0:1)"),
		OPT_FLAG(0, "heterogeneous", &request.pairs.heterogeneous,
			 "--pairs all: the model keeps the parameters of each pair apart"),
		OPT_FLAG(0, "homogeneous", &request.pairs.homogeneous,
			 "--pairs all: the model has the average over all pairs (the default)"),
		CLASSES_OPTIONS(&request.classes, "auto|FILE",
				"many processes: of each class of those that are alike two were measured: find classes",
				&request.class_tolerance),
		OPT_CHOICE(0, "statistic", &request.statistic, statistic_names,
			   "what stands for repeated timings (default as the run was measured)"),
		OPT_NUMBER(0, "confidence", &request.confidence, "C", 0.5, 0.9999, "of the intervals (default 0.95)"),
		OPT_COUNT(0, "seed", &request.seed, "N", 0, 9e15, "of the draws behind the intervals (default 1)"),
		COMMON_OPTIONS(context),
	};
	const char *name = NULL;
	size_t n = 0;
	enum status status = command_options(context, options, &name, 1, 1, &n, err);

	if (status == OK)
		status = check_request(&request, err);
	if (status == OK && !context->help)
		status = run_fit(context, &request, name, err);
	size_list_release(&request.hold_out);
	return status;
}

const struct command command_fit = {
	.name = "fit",
	.operands = "MODEL",
	.summary = "fits a model to stored timings",
	.example = "sonde fit plogp --run run-1 --statistic median -o plogp.json",
	.run = fit,
};
