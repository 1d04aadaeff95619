#include "cli/compare/trace.h"

#include "cli/trace/input.h"
#include "evaluate/model_list.h"
#include "model/what_if.h"
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

struct compared {
	const struct compare_trace_options *asked;
	struct trace *trace;
	struct replay_setting setting;
};

/* One row: the trace under a model. */
static enum status add_model(struct compared *c, struct table *table, struct model *model, const char *path,
			     struct error *err)
{
	struct predict_options how;
	struct simulation found = {0};
	struct replay *replay = NULL;
	struct costs costs;
	enum status status =
		c->asked->changes ? usage_of_option("--set", model_what_if(model, c->asked->changes, err), err) : OK;

	if (status == OK)
		status = model_check(model, err);
	if (status != OK)
		return status;
	how = predict_options_default(model);
	how.use.varies = true;
	placed_apply(&c->setting.placed, &how.use);
	costs = model_costs(&how.use, how.eager_most);
	costs.queued = true;
	status = model_use_check(&how.use, trace_info(c->trace)->processes, err);
	if (status == OK)
		status = replay_simulate(c->trace, &c->setting.options, &costs, NULL, &found, &replay, err);
	if (status == OK)
		replay_model_row(table, model->class->name, path, &found, replay_found(replay));
	simulation_release(&found);
	replay_free(replay);
	return status;
}

static enum status compare_all(struct context *context, struct compared *c, const char *const *paths, size_t n,
			       struct error *err)
{
	struct model_list list = {.n = 0};
	struct table *table = replay_models_table();
	enum status status = table ? model_list_read(&list, paths, n, err) : error_memory(err, "a table");

	for (size_t i = 0; i < n && status == OK; i++)
		status = add_model(c, table, list.models[i], paths[i], err);
	model_list_release(&list);
	if (status != OK) {
		table_free(table);
		return status;
	}
	replay_setting_tell(&c->setting, &c->asked->replay, table);
	return command_print(context, table, err);
}

enum status compare_trace_check(const struct compare_trace_options *asked, struct error *err)
{
	static const char example[] = "sonde compare DIR -m A.json,B.json";

	if (asked->changes || asked->replay.placement.intra || asked->replay.placement.inter)
		return error_set(err, ERR_USAGE, "%s goes with a trace: %s",
				 asked->changes                  ? "--set"
				 : asked->replay.placement.intra ? "--intra"
								 : "--inter",
				 example);
	return replay_given_check(&asked->replay, example, err);
}

enum status compare_trace(struct context *context, const char *path, const struct compare_trace_options *asked,
			  struct error *err)
{
	struct compared c = {.asked = asked};
	const char *paths[MODELS_MOST];
	char *text;
	size_t n = 0;
	enum status status;

	if (!asked->models)
		return error_set(err, ERR_USAGE,
				 "%s: a trace is compared under models: -m A.json,B.json says which their files are",
				 path);
	if (asked->replay.placement.inter)
		return error_set(err, ERR_USAGE, "--inter: the models of -m are those between nodes");
	text = strdup(asked->models);
	status = text ? split(text, paths, &n, err) : error_memory(err, "the names of models");
	if (status == OK)
		status = trace_open(&c.trace, path, err);
	if (status == OK)
		status = replay_setting_read(&c.setting, &asked->replay, c.trace, err);
	if (status == OK)
		trace_tell_incomplete(context, c.trace);
	if (status == OK)
		status = compare_all(context, &c, paths, n, err);
	replay_setting_release(&c.setting);
	trace_free(c.trace);
	free(text);
	return status;
}
