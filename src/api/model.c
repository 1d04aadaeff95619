#include "api/context.h"

#include "estimate/estimate.h"
#include "model/file/file.h"
#include "mpi/live/platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sonde_model {
	struct model *model;
};

enum { LARGEST_LEAST = 16, STEP = 16, LIST_MOST = 20, DRAWS = 50 };

/* Of the budget: the rest is for the fit and its intervals. */
static const double measuring_share = 0.9;

/* The sizes of a quick estimation: 0, 1 and then every 16 times larger one, and largest; for a line 0, a quarter, a
 * half and largest. */
static size_t quick_sizes(const struct method *method, size_t largest, size_t sizes[LIST_MOST])
{
	size_t n = 0;

	sizes[n++] = 0;
	if (method->plan == PLAN_REGRESSION) {
		sizes[n++] = largest / 4;
		sizes[n++] = largest / 2;
	} else {
		for (size_t bytes = 1;
		     bytes < largest && n<LIST_MOST - 1; bytes = bytes> largest / STEP ? largest : STEP * bytes)
			sizes[n++] = bytes;
	}
	sizes[n++] = largest;
	return n;
}

/* What another reader of the model file needs to know. */
static enum status note_origin(struct model *model, const struct estimate_options *o, const struct sonde_budget *budget,
			       double seconds, struct error *err)
{
	enum status status = model_fact_text(model, "method", o->method->name, err);

	if (status == OK)
		status = model_fact_text(model, "platform", "mpi, inside an application", err);
	if (status == OK)
		status = model_fact_text(model, "statistic", statistic_name(o->probe.stopping.statistic), err);
	if (status == OK)
		status = model_fact_number(model, "from", o->pair.from, err);
	if (status == OK)
		status = model_fact_number(model, "to", o->pair.to, err);
	if (status == OK)
		status = model_fact_number(model, "budget_seconds", budget->seconds, err);
	return status == OK ? model_fact_number(model, "measuring_seconds", seconds, err) : status;
}

/* Process 0: measures and fits; the model as text, which the caller frees, or NULL and the outcome says why. */
static char *drive(const struct sonde *context, const struct request *request, size_t largest,
		   struct sonde_error *outcome)
{
	struct platform *platform = context->embedded.platform;
	struct error err = {0};
	const struct model_class *class = model_class_find(request->name, &err);
	struct estimate_options o = estimate_options_default(class, &class->methods[0]);
	size_t sizes[LIST_MOST];
	struct size_list list = {.bytes = sizes, .n = quick_sizes(o.method, largest, sizes)};
	struct campaign campaign = {0};
	struct prober prober = {0};
	struct model *model;
	char *text = NULL;
	double begin = platform_now(platform);

	o.pair = (struct link){request->from, request->to};
	o.probe = context_probe(context, &request->budget, measuring_share);
	/* Trains need not be saturated to more than the precision that is wanted. */
	if (request->budget.error > o.probe.epsilon)
		o.probe.epsilon = request->budget.error;
	o.confidence = o.probe.stopping.confidence;
	o.list = o.method->plan == PLAN_FIXED ? NULL : &list;
	o.size_most = o.long_size = largest;
	o.draws = DRAWS;
	model = estimate_run(&o, platform, &campaign, NULL, NULL, &prober, &err);
	if (model && note_origin(model, &o, &request->budget, platform_now(platform) - begin, &err) == OK)
		text = model_text(model, &err);
	context_give(&err, outcome);
	if (!text && err.status == ERR_INPUT && prober.deadline.refused > 0) {
		outcome->status = SONDE_ERROR_BUDGET;
		snprintf(outcome->text, sizeof(outcome->text),
			 "%g s did not suffice for a %s model with messages of up to %zu bytes: allow more time, or "
			 "smaller messages",
			 request->budget.seconds, class->name, largest);
	}
	model_free(model);
	prober_release(&prober);
	campaign_release(&campaign);
	return text;
}

/* Process 0's text at all processes. Collective: nobody is left alone if memory does not suffice somewhere. */
static enum status share_text(const struct sonde *context, char **text, struct error *err)
{
	struct error mine = {0};
	size_t bytes = *text ? strlen(*text) + 1 : 0;

	embed_share(&context->embedded, &bytes, sizeof(bytes));
	if (!*text && !(*text = malloc(bytes)))
		error_memory(&mine, "a model's text");
	if (embed_agree(&context->embedded, NULL, 0, &mine, err) != OK)
		return err->status;
	embed_share(&context->embedded, *text, bytes);
	return OK;
}

static struct sonde_model *wrap(struct model *model, struct error *err)
{
	struct sonde_model *wrapped = model ? malloc(sizeof(*wrapped)) : NULL;

	if (wrapped)
		wrapped->model = model;
	else if (model) {
		model_free(model);
		error_memory(err, "a model");
	}
	return wrapped;
}

/* The model at all processes from its text at process 0, which is freed. Collective. */
static enum sonde_status share_model(const struct sonde *context, char *text, struct sonde_model **model,
				     struct sonde_error *error)
{
	struct error err = {0}, mine = {0};
	struct sonde_model *made = NULL;

	if (share_text(context, &text, &err) == OK) {
		made = wrap(model_parse(text, "the model", &mine), &mine);
		embed_agree(&context->embedded, NULL, 0, &mine, &err);
	}
	free(text);
	if (err.status == OK)
		*model = made;
	else
		sonde_model_free(made);
	return context_give(&err, error);
}

static enum status check_wishes(const struct sonde *context, const char *name, int from, int to, size_t largest,
				const struct sonde_budget *budget, struct sonde_model **model, struct error *err)
{
	if (!model)
		return error_set(err, ERR_INPUT, "there is no place for the model: model is NULL");
	if (!name)
		return error_set(err, ERR_INPUT, "there is no name of a model: name is NULL");
	if (!model_class_find(name, err))
		return ERR_INPUT;
	if (largest < LARGEST_LEAST)
		return error_set(err, ERR_INPUT, "messages of up to %zu bytes show no model: at least %d", largest,
				 LARGEST_LEAST);
	return context_check(context, from, to, budget, err);
}

static struct request request_of(const char *name, int from, int to, size_t largest, const struct sonde_budget *budget)
{
	struct request request;

	memset(&request, 0, sizeof(request));
	request.from = from;
	request.to = to;
	request.n = largest;
	snprintf(request.name, sizeof(request.name), "%s", name ? name : "");
	if (budget)
		request.budget = *budget;
	return request;
}

enum sonde_status sonde_estimate(struct sonde *context, const char *name, int from, int to, size_t largest,
				 const struct sonde_budget *budget, struct sonde_model **model,
				 struct sonde_error *error)
{
	struct error err = {0}, mine = {0};
	struct sonde_error outcome = {0};
	struct request request = request_of(name, from, to, largest, budget);
	char *text = NULL;
	enum sonde_status status;

	if (model)
		*model = NULL;
	if (!context) {
		error_set(&err, ERR_INPUT, "there is no context: context is NULL");
		return context_give(&err, error);
	}
	check_wishes(context, name, from, to, largest, budget, model, &mine);
	if (embed_agree(&context->embedded, &request, sizeof(request), &mine, &err) != OK)
		return context_give(&err, error);
	if (context_drives(context)) {
		text = drive(context, &request, largest, &outcome);
		live_dismiss(context->embedded.platform);
	} else {
		embed_serve(&context->embedded);
	}
	status = context_share(context, &outcome, error);
	return status == SONDE_OK ? share_model(context, text, model, error) : status;
}

enum sonde_status sonde_predict(const struct sonde_model *model, int from, int to, size_t bytes, double *seconds,
				struct sonde_error *error)
{
	struct error err = {0};
	struct link link = {from, to};
	bool own = from == LINK_ANY && to == LINK_ANY;

	if (!model || !seconds)
		error_set(&err, ERR_INPUT, "there is no %s: it is NULL", model ? "place for the seconds" : "model");
	else if (!own && (from < 0 || to < 0 || from == to || (size_t)from >= model->model->processes ||
			  (size_t)to >= model->model->processes))
		error_set(&err, ERR_INPUT,
			  "no message goes from %d to %d: the model holds for two different processes of 0 to %zu",
			  from, to, model->model->processes - 1);
	else
		*seconds = model_p2p(model->model, link, bytes);
	return context_give(&err, error);
}

static enum status no_such_parameter(const struct model_class *class, const char *name, struct error *err)
{
	char names[200] = "";

	for (size_t p = 0; p < class->n_params; p++)
		snprintf(names + strlen(names), sizeof(names) - strlen(names), "%s%s", p ? ", " : "",
			 class->params[p].name);
	return error_set(err, ERR_INPUT, "a %s model has no parameter \"%s\" with a value: its parameters are %s",
			 class->name, name, names);
}

enum sonde_status sonde_parameter(const struct sonde_model *model, const char *name, size_t bytes, double *value,
				  struct sonde_error *error)
{
	struct error err = {0};
	const struct model *m = model ? model->model : NULL;

	if (!m || !name || !value)
		error_set(&err, ERR_INPUT, "model, name and value must not be NULL");
	else if (model_param_index(m->class, name) == m->class->n_params || model_param(m, 0, name)->curve.n == 0)
		no_such_parameter(m->class, name, &err);
	else
		*value = model_value(m, model_link(m, (struct link){LINK_ANY, LINK_ANY}), name, bytes);
	return context_give(&err, error);
}

const char *sonde_model_name(const struct sonde_model *model)
{
	return model ? model->model->class->name : "";
}

enum sonde_status sonde_model_read(const char *path, struct sonde_model **model, struct sonde_error *error)
{
	struct error err = {0};

	if (model)
		*model = NULL;
	if (!path || !model)
		error_set(&err, ERR_INPUT, "path and model must not be NULL");
	else
		*model = wrap(model_read(path, &err), &err);
	return context_give(&err, error);
}

enum sonde_status sonde_model_write(const struct sonde_model *model, const char *path, struct sonde_error *error)
{
	struct error err = {0};

	if (!path || !model)
		error_set(&err, ERR_INPUT, "path and model must not be NULL");
	else if (strcmp(path, "-") == 0)
		error_set(&err, ERR_INPUT, "\"-\" is no file: the library writes to no stream");
	else
		model_write(model->model, path, NULL, &err);
	return context_give(&err, error);
}

void sonde_model_free(struct sonde_model *model)
{
	if (!model)
		return;
	model_free(model->model);
	free(model);
}
