#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "model/file/file.h"
#include "model/file/parts.h"
#include "model/file/json_text.h"

static void parameter_text(struct json_text *out, const struct param_spec *spec, const struct parameter *parameter)
{
	const struct curve *curve = &parameter->curve;
	if (curve->n == 0)
		return;
	if (spec->shape == PARAM_SCALAR) {
		json_text_number(out, spec->name, curve->y[0]);
		return;
	}
	json_text_open(out, spec->name);
	json_text_numbers(out, "bytes", curve->x, curve->n);
	json_text_numbers(out, file_unit_key(spec->unit), curve->y, curve->n);
	json_text_close(out);
}

static bool interval_known(const struct parameter *parameter)
{
	return parameter->curve.n > 0 && parameter->low && parameter->high;
}

static void interval_text(struct json_text *out, const struct param_spec *spec, const struct parameter *parameter)
{
	if (!interval_known(parameter))
		return;
	if (spec->shape == PARAM_SCALAR) {
		json_text_numbers(out, spec->name, (const double[]){parameter->low[0], parameter->high[0]}, 2);
		return;
	}
	json_text_open(out, spec->name);
	json_text_numbers(out, "low", parameter->low, parameter->curve.n);
	json_text_numbers(out, "high", parameter->high, parameter->curve.n);
	json_text_close(out);
}

/* The parameters or the intervals, once if they hold for every pair, else for each link. */
static void links_text(struct json_text *out, const struct model *model, const char *key,
		       void (*write)(struct json_text *, const struct param_spec *, const struct parameter *))
{
	size_t n_params = model->class->n_params;
	bool keyed = model->n_links > 1 || model->links[0].from != LINK_ANY;
	json_text_open(out, key);
	for (size_t l = 0; l < model->n_links; l++) {
		char link[LINK_NAME];
		if (keyed)
			json_text_open(out, model_link_name(model->class, model->links[l], link));
		for (size_t p = 0; p < n_params; p++)
			write(out, &model->class->params[p], &model->parameters[l * n_params + p]);
		if (keyed)
			json_text_close(out);
	}
	json_text_close(out);
}

static bool any_interval(const struct model *model)
{
	for (size_t i = 0; i < model->n_links * model->class->n_params; i++)
		if (interval_known(&model->parameters[i]))
			return true;
	return false;
}

static void provenance_text(struct json_text *out, const struct model *model)
{
	json_text_open(out, "provenance");
	for (size_t i = 0; i < model->facts.n; i++) {
		const struct fact *fact = &model->facts.list[i];
		if (fact->text)
			json_text_string(out, fact->name, fact->text);
		else
			json_text_number(out, fact->name, fact->number);
	}
	json_text_close(out);
}

static void states_text(struct json_text *out, const struct model *model)
{
	json_text_string(out, "main_state", model->states[model->main_state].name);
	json_text_open(out, "states");
	for (size_t i = 0; i < model->n_states; i++) {
		const struct machine_state *state = &model->states[i];
		json_text_open(out, state->name);
		json_text_number(out, "sentinel_seconds", state->level);
		json_text_number(out, "share", state->share);
		if (state->model)
			links_text(out, state->model, "parameters", parameter_text);
		if (state->model && any_interval(state->model))
			links_text(out, state->model, "uncertainty", interval_text);
		json_text_close(out);
	}
	json_text_close(out);
}

/* A row of numbers, as short as they are. */
static void classes_text(struct json_text *out, const struct model *model)
{
	double *numbers = !model->classes ? NULL : malloc(model->processes * sizeof(*numbers));
	if (model->classes && !numbers)
		out->failed = true;
	for (size_t i = 0; numbers && i < model->processes; i++)
		numbers[i] = (double)model->classes[i];
	if (numbers)
		json_text_numbers(out, "classes", numbers, model->processes);
	free(numbers);
}

char *model_text(const struct model *model, struct error *err)
{
	struct json_text out = {0};
	json_text_open(&out, NULL);
	json_text_string(&out, "format", "sonde-model");
	json_text_number(&out, "version", MODEL_FILE_VERSION);
	json_text_string(&out, "model", model->class->name);
	json_text_number(&out, "processes", (double)model->processes);
	if (model->hosts)
		json_text_strings(&out, "hosts", model->hosts, model->processes);
	classes_text(&out, model);
	links_text(&out, model, "parameters", parameter_text);
	if (any_interval(model))
		links_text(&out, model, "uncertainty", interval_text);
	if (model->facts.n > 0)
		provenance_text(&out, model);
	if (model->n_states > 0)
		states_text(&out, model);
	json_text_close(&out);
	if (!out.failed)
		return out.text;
	free(out.text);
	error_memory(err, "the text of the model");
	return NULL;
}

enum status model_write(const struct model *model, const char *path, FILE *out, struct error *err)
{
	enum status status = OK;
	char *text = model_text(model, err);
	if (!text)
		return ERR_MEMORY;
	if (strcmp(path, "-") != 0)
		status = file_replace_text(path, "model", text, err);
	else if (fputs(text, out) < 0 || fflush(out) != 0)
		status = error_set(err, ERR_IO, "standard output: the model cannot be written: %s", strerror(errno));
	free(text);
	return status;
}
