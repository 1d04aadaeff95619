#include "decompose/draws.h"

#include <stdlib.h>

static const double QUANTILE = 1.959963984540054; /* of the normal distribution, at 0.975 */

bool model_has_intervals(const struct model *model)
{
	for (size_t i = 0; i < model->n_links * model->class->n_params; i++)
		if (model->parameters[i].low)
			return true;
	return false;
}

static enum status draw(const struct parameter *parameter, struct model *drawn, size_t l, const struct param_spec *spec,
			struct random *random, struct error *err)
{
	size_t n = parameter->curve.n;
	double *values = malloc(n * sizeof(*values));
	enum status status;

	if (!values)
		return error_memory(err, "a drawn model");
	for (size_t i = 0; i < n; i++) {
		double value = parameter->curve.y[i], by = random_normal(random) / QUANTILE;

		if (parameter->low)
			value += by * (by > 0 ? parameter->high[i] - value : value - parameter->low[i]);
		values[i] = value;
	}
	status = spec->shape == PARAM_SCALAR
			 ? model_set(drawn, l, spec->name, values[0], err)
			 : model_set_curve(drawn, l, spec->name, parameter->curve.x, values, n, err);
	free(values);
	return status;
}

struct model *model_draw(const struct model *model, struct random *random, struct error *err)
{
	size_t n = model->class->n_params;
	struct model *drawn = model_new(model->class, model->processes, model->links, model->n_links);
	enum status status = drawn ? OK : error_memory(err, "a drawn model");

	if (status == OK && model->classes)
		status = model_set_classes(drawn, model->classes, err);
	for (size_t i = 0; status == OK && i < model->n_links * n; i++)
		if (model->parameters[i].curve.n > 0)
			status = draw(&model->parameters[i], drawn, i / n, &model->class->params[i % n], random, err);
	if (status == OK)
		return drawn;
	model_free(drawn);
	return NULL;
}
