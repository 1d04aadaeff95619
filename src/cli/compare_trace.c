#include "cli/compare_trace.h"

#include "cli/trace_input.h"
#include "evaluate/model_list.h"
#include "predict/predict.h"
#include "replay/simulated.h"
#include "report/replay.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool arguments_compare_trace(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (argv[i][0] != '-' && is_trace(argv[i]))
			return true;
	}
	return false;
}

/* Splits a text at commas, in place: at most MODELS_MOST parts. ERR_USAGE. */
static enum status split(char *text, const char *paths[MODELS_MOST], size_t *n, struct error *err)
{
	char *rest = NULL;

	*n = 0;
	for (char *part = strtok_r(text, ",", &rest); part; part = strtok_r(NULL, ",", &rest)) {
		if (*n == MODELS_MOST)
			return error_set(err, ERR_USAGE, "-m: at most %d models are compared", MODELS_MOST);
		paths[(*n)++] = part;
	}
	return *n > 0 ? OK
		      : error_set(err, ERR_USAGE, "-m: which models? Give their files, as in -m loggp.json,plogp.json");
}

/* One row: the trace under a model. */
static enum status add_model(struct table *table, struct trace *trace, const struct model *model, const char *path,
			     struct error *err)
{
	const struct predict_options how = predict_options_default(model);
	struct costs costs = model_costs(&how.use, how.eager_most);
	struct simulation found = {0};
	struct replay *replay = NULL;
	struct replay_options options;
	enum status status = model_costs_check(model, trace_info(trace)->processes, err);

	costs.queued = true;
	if (status == OK)
		status = replay_usual(trace, &options, err);
	if (status == OK)
		status = replay_simulate(trace, &options, &costs, NULL, &found, &replay, err);
	if (status == OK)
		replay_model_row(table, model->class->name, path, &found, replay_found(replay));
	simulation_release(&found);
	replay_free(replay);
	return status;
}

static enum status compare_all(struct context *context, struct trace *trace, const char *const *paths, size_t n,
			       struct error *err)
{
	struct model_list list = {.n = 0};
	struct table *table = replay_models_table();
	enum status status = table ? model_list_read(&list, paths, n, err) : error_memory(err, "a table");

	for (size_t i = 0; i < n && status == OK; i++)
		status = add_model(table, trace, list.models[i], paths[i], err);
	model_list_release(&list);
	if (status == OK)
		return command_print(context, table, err);
	table_free(table);
	return status;
}

enum status compare_trace(struct context *context, const char *path, const char *models, struct error *err)
{
	const char *paths[MODELS_MOST];
	struct trace *trace = NULL;
	char *text;
	size_t n = 0;
	enum status status;

	if (!models)
		return error_set(err, ERR_USAGE,
				 "a trace is compared under models: -m A.json,B.json says which their files are");
	text = strdup(models);
	status = text ? split(text, paths, &n, err) : error_memory(err, "the names of models");
	if (status == OK)
		status = trace_open(&trace, path, err);
	if (status == OK)
		trace_tell_incomplete(context, trace);
	if (status == OK)
		status = compare_all(context, trace, paths, n, err);
	trace_free(trace);
	free(text);
	return status;
}
