#include "model/what_if.h"

#include "base/text.h"
#include "base/units.h"
#include "model/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHANGE_ROOM = 200 };

/* What becomes of a value: factor times it, and more. */
struct alteration {
	double factor, value; /* value: with factor 0 */
};

static double changed(const struct alteration *change, double value)
{
	return change->factor > 0 ? change->factor * value : change->value;
}

static enum status read_value(const struct param_spec *spec, const char *text, double *value, struct error *err)
{
	size_t bytes = 0;
	const char *rest;
	enum status status = OK;

	if (spec->unit[0] == 's')
		return seconds_parse(text, value, err);
	if (strcmp(spec->unit, "B") == 0) {
		status = size_parse(text, &bytes, err);
		*value = (double)bytes;
		return status;
	}
	rest = text_number(text, value);
	return rest && !*rest ? OK : error_set(err, ERR_INPUT, "'%.40s' is not a number", text);
}

/* "0.5x", or a value of the parameter's unit. */
static enum status read_change(const struct param_spec *spec, const char *text, struct alteration *change,
			       struct error *err)
{
	double number = 0;
	const char *rest = text_number(text, &number);

	*change = (struct alteration){.factor = 0};
	if (!rest || strcmp(rest, "x") != 0)
		return read_value(spec, text, &change->value, err);
	change->factor = number;
	return number > 0 ? OK : error_set(err, ERR_INPUT, "%.40s: a factor is above 0, for example 0.5x", text);
}

static void drop_interval(struct parameter *parameter)
{
	free(parameter->low);
	free(parameter->high);
	parameter->low = parameter->high = NULL;
}

/* Adds so much at all sizes, to no less than 0. */
static void move(struct parameter *parameter, double by)
{
	for (size_t i = 0; i < parameter->curve.n; i++) {
		double *y = &parameter->curve.y[i];

		*y = *y + by > 0 ? *y + by : 0;
		if (parameter->low) {
			parameter->low[i] += by;
			parameter->high[i] += by;
		}
	}
}

/* What contains the scalar at this link goes with it. */
static void move_others(struct model *model, size_t l, const char *name, double by)
{
	const struct model_class *class = model->class;

	for (size_t p = 0; p < class->n_params; p++)
		if (class->params[p].moves_with && strcmp(class->params[p].moves_with, name) == 0)
			move(&model->parameters[l * class->n_params + p], by);
}

static void apply(struct model *model, size_t p, const struct alteration *change)
{
	const struct model_class *class = model->class;

	for (size_t l = 0; l < model->n_links; l++) {
		struct parameter *parameter = &model->parameters[l * class->n_params + p];
		double before = parameter->curve.n ? parameter->curve.y[0] : 0;

		if (parameter->curve.n == 0)
			continue;
		for (size_t i = 0; i < parameter->curve.n; i++) {
			parameter->curve.y[i] = changed(change, parameter->curve.y[i]);
			if (parameter->low && change->factor > 0) {
				parameter->low[i] *= change->factor;
				parameter->high[i] *= change->factor;
			}
		}
		if (!(change->factor > 0))
			drop_interval(parameter);
		if (class->params[p].shape == PARAM_SCALAR)
			move_others(model, l, class->params[p].name, parameter->curve.y[0] - before);
	}
}

static enum status change_one(struct model *model, const char *text, struct error *err)
{
	const char *equals = strchr(text, '=');
	char name[CHANGE_ROOM] = "", hint[NAMES_TEXT];
	const char *names[NAMES_MAX];
	struct alteration change;
	struct error why = {0};
	size_t p;

	snprintf(name, sizeof(name), "%.*s", (int)(equals ? equals - text : 0), text);
	p = model_param_index(model->class, name);
	if (!equals || p == model->class->n_params) {
		size_t n = 0;

		for (size_t i = 0; i < model->class->n_params && n + 1 < NAMES_MAX; i++)
			names[n++] = model->class->params[i].name;
		names[n] = NULL;
		return error_set(err, ERR_INPUT, "'%.80s': write PARAMETER=0.5x or PARAMETER=2us; of %s: %s", text,
				 model->class->name, names_hint(name, names, hint));
	}
	if (read_change(&model->class->params[p], equals + 1, &change, &why) != OK)
		return error_set(err, ERR_INPUT, "%s: %s, or so many times what it is, for example 0.5x", name,
				 why.text);
	apply(model, p, &change);
	return OK;
}

enum status model_what_if(struct model *model, const char *changes, struct error *err)
{
	enum status status = OK;

	for (const char *at = changes; status == OK; at++) {
		size_t length = strcspn(at, ",");
		char one[CHANGE_ROOM];

		snprintf(one, sizeof(one), "%.*s", (int)length, at);
		status = change_one(model, one, err);
		at += length;
		if (!*at)
			break;
	}
	if (status == OK)
		status = model_check(model, err);
	return status == OK ? facts_set_text(&model->facts, MODEL_WHAT_IF, changes, err) : status;
}

/* A parameter's own values; false without memory. */
static bool own_values(struct parameter *parameter)
{
	size_t bytes = parameter->curve.n * sizeof(*parameter->curve.y);
	double *y = malloc(bytes + 1);

	if (y && bytes > 0)
		memcpy(y, parameter->curve.y, bytes);
	parameter->curve.y = y;
	parameter->low = parameter->high = NULL;
	return y != NULL;
}

static void vary(struct model *model, size_t l, size_t p, double factor, double more)
{
	struct parameter *parameter = &model->parameters[l * model->class->n_params + p];
	double before = parameter->curve.n ? parameter->curve.y[0] : 0;

	for (size_t i = 0; i < parameter->curve.n; i++)
		parameter->curve.y[i] = factor * parameter->curve.y[i] + more;
	if (parameter->curve.n && model->class->params[p].shape == PARAM_SCALAR)
		move_others(model, l, model->class->params[p].name, parameter->curve.y[0] - before);
}

struct model *model_varied(const struct model *model, size_t p, double factor, double more)
{
	size_t n = model->n_links * model->class->n_params;
	struct model *varied = malloc(sizeof(*varied));
	bool fine = varied != NULL;

	if (varied) {
		*varied = *model;
		varied->parameters = calloc(n + 1, sizeof(*varied->parameters));
		fine = varied->parameters != NULL;
	}
	for (size_t i = 0; i < n && fine; i++) {
		varied->parameters[i] = model->parameters[i];
		fine = own_values(&varied->parameters[i]);
	}
	for (size_t l = 0; l < model->n_links && fine; l++)
		vary(varied, l, p, factor, more);
	if (fine)
		return varied;
	model_varied_free(varied);
	return NULL;
}

void model_varied_free(struct model *varied)
{
	size_t n = varied ? varied->n_links * varied->class->n_params : 0;

	for (size_t i = 0; varied && varied->parameters && i < n; i++)
		free(varied->parameters[i].curve.y);
	if (varied)
		free(varied->parameters);
	free(varied);
}
