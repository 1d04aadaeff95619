#include "api/model.h"
#include "base/locale.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

int sonde_parameter_kind(const struct sonde_model *model, size_t i, struct sonde_parameter_kind *kind)
{
	static const enum sonde_scope scopes[] = {
		[SCOPE_LINK] = SONDE_OF_PAIR, [SCOPE_PROCESS] = SONDE_OF_PROCESS, [SCOPE_PLATFORM] = SONDE_OF_ALL};
	const struct param_spec *spec;

	if (!model || !kind || i >= model->model->class->n_params)
		return 0;
	spec = &model->model->class->params[i];
	*kind = (struct sonde_parameter_kind){.name = spec->name,
					      .unit = spec->unit,
					      .about = spec->about,
					      .scope = scopes[spec->scope],
					      .by_size = spec->shape == PARAM_PER_SIZE};
	return 1;
}

static enum status no_such_parameter(const struct model_class *class, const char *name, struct error *err)
{
	char names[400] = "";
	size_t used = 0;

	for (size_t p = 0; p < class->n_params && used < sizeof(names); p++)
		used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%s", p ? ", " : "",
					 class->params[p].name);
	return error_set(err, ERR_INPUT, "a %s model has no parameter \"%s\": its parameters are %s", class->name, name,
			 names);
}

/* The place of the parameter's values in the model: an index of a link, n_links if there is none. */
static enum status find_place(const struct model *m, const struct param_spec *spec, int from, int to, size_t *place,
			      struct error *err)
{
	bool any = from == LINK_ANY && to == LINK_ANY;
	int last = (int)m->processes - 1;

	if (spec->scope == SCOPE_PLATFORM) {
		*place = model_platform(m);
		return any ? OK
			   : error_set(err, ERR_INPUT, "%s belongs to all processes: from and to are -1", spec->name);
	}
	if (spec->scope == SCOPE_PROCESS) {
		*place = model_process(m, from);
		return to == LINK_ANY && from >= LINK_ANY && from <= last
			       ? OK
			       : error_set(err, ERR_INPUT, "%s belongs to a process: from is one of 0 to %d, to is -1",
					   spec->name, last);
	}
	*place = model_link(m, (struct link){from, to});
	return any || (from >= 0 && to >= 0 && from <= last && to <= last && from != to)
		       ? OK
		       : error_set(
				 err, ERR_INPUT,
				 "%s belongs to a message from %d to %d: two different processes of 0 to %d are needed",
				 spec->name, from, to, last);
}

/* A bound of the interval at a size: the bounds lie on lines between the parameter's sizes, as its values do. */
static double bound_at(const struct parameter *parameter, double *bounds, double bytes)
{
	const struct curve curve = {.x = parameter->curve.x, .y = bounds, .n = parameter->curve.n};

	return bounds ? curve_at(&curve, bytes) : NAN;
}

static enum status read_value(const struct model *m, const char *name, int from, int to, size_t bytes,
			      struct sonde_value *value, struct error *err)
{
	size_t p = model_param_index(m->class, name), place = m->n_links;
	const struct parameter *parameter;
	double at = (double)bytes, low, high;

	if (p == m->class->n_params)
		return no_such_parameter(m->class, name, err);
	if (find_place(m, &m->class->params[p], from, to, &place, err) != OK)
		return ERR_INPUT;
	parameter = place < m->n_links ? model_param(m, place, name) : NULL;
	if (!parameter || parameter->curve.n == 0)
		return error_set(err, ERR_INPUT, "the model holds no value of %s there", name);
	if (m->class->params[p].holds_ends)
		at = fmin(at, parameter->curve.x[parameter->curve.n - 1]);
	low = bound_at(parameter, parameter->low, at);
	high = bound_at(parameter, parameter->high, at);
	/* Beyond the largest size that was measured the lines of both bounds may cross. */
	*value = (struct sonde_value){model_value(m, place, name, bytes), low > high ? high : low,
				      low > high ? low : high};
	return OK;
}

static int give_fact(const struct fact *found, struct sonde_fact *fact)
{
	*fact = (struct sonde_fact){.name = found->name, .text = found->text, .number = found->number};
	return 1;
}

int sonde_fact(const struct sonde_model *model, size_t i, struct sonde_fact *fact)
{
	return model && fact && i < model->model->facts.n ? give_fact(&model->model->facts.list[i], fact) : 0;
}

int sonde_fact_named(const struct sonde_model *model, const char *name, struct sonde_fact *fact)
{
	const struct fact *found = model && name && fact ? model_fact(model->model, name) : NULL;

	return found ? give_fact(found, fact) : 0;
}

int sonde_class_of(const struct sonde_model *model, int process)
{
	return model && model->model->classes && process >= 0 && (size_t)process < model->model->processes
		       ? (int)model->model->classes[process]
		       : -1;
}

enum sonde_status sonde_parameter(const struct sonde_model *model, const char *name, int from, int to, size_t bytes,
				  struct sonde_value *value, struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	struct error err = {0};

	if (!model || !name || !value)
		error_set(&err, ERR_INPUT, "model, name and value must not be NULL");
	else
		read_value(model->model, name, from, to, bytes, value, &err);
	return context_give(&err, error);
}
