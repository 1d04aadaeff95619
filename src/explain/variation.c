#include "explain/variation.h"

#include "model/what_if.h"

#include <math.h>
#include <stdlib.h>

/* Costs are asked for in slots: 0 as they are, the others with a parameter that is greater. */
enum { SLOTS = SLOPES_MOST + 1, LETTERS = 5 };

struct variation {
	struct variation_base base;
	struct varied *parameters; /* n */
	size_t *numbers;           /* of the model's parameters, or of letters */
	size_t n;
	struct loggops loggops[SLOTS];
	struct model *models[SLOTS];
	struct model_use uses[SLOTS];
};

static double *letter(struct loggops *loggops, size_t k)
{
	double *const times[LETTERS] = {&loggops->L, &loggops->o, &loggops->g, &loggops->G, &loggops->O};

	return times[k];
}

static struct costs loggops_costs_at(struct variation *v, size_t k, double value, int slot)
{
	v->loggops[slot] = *v->base.loggops;
	if (k < v->n)
		*letter(&v->loggops[slot], v->numbers[k]) = value * 1e9;
	return loggops_costs(&v->loggops[slot]);
}

static enum status model_costs_at(struct variation *v, size_t k, double value, int slot, struct costs *costs,
				  struct error *err)
{
	double own = k < v->n && !isnan(v->parameters[k].value) ? v->parameters[k].value : 1;

	model_varied_free(v->models[slot]);
	v->models[slot] = NULL;
	v->uses[slot] = *v->base.use;
	if (k < v->n) {
		v->models[slot] =
			model_varied(v->base.use->model, v->numbers[k], own > 0 ? value / own : 1, own > 0 ? 0 : value);
		if (!v->models[slot])
			return error_memory(err, "a model with another parameter");
		v->uses[slot].model = v->models[slot];
	}
	*costs = model_costs(&v->uses[slot], v->base.eager_most);
	costs->queued = v->base.queued;
	return OK;
}

static enum status costs_at(void *self, size_t k, double value, int slot, struct costs *costs, struct error *err)
{
	struct variation *v = self;

	if (v->base.use)
		return model_costs_at(v, k, value, slot, costs, err);
	*costs = loggops_costs_at(v, k, value, slot);
	return OK;
}

static enum status simulate_with(void *self, const struct costs *costs, struct simulation *found, struct error *err)
{
	const struct variation *v = self;

	return v->base.simulate(v->base.self, costs, found, err);
}

static void add_parameter(struct variation *v, const char *name, const char *unit, double value, size_t number)
{
	v->parameters[v->n] = (struct varied){.name = name, .unit = unit, .value = value};
	v->numbers[v->n++] = number;
}

static void list_letters(struct variation *v)
{
	static const char *const names[LETTERS] = {"L", "o", "g", "G", "O"}, *const units[LETTERS] = {"s", "s", "s",
												      "s/B", "s/B"};
	struct loggops own = *v->base.loggops;

	for (size_t k = 0; k < LETTERS; k++)
		add_parameter(v, names[k], units[k], *letter(&own, k) * 1e-9, k);
}

/* Returns whether any link or process has the parameter. */
static bool has_values(const struct model *model, size_t p)
{
	for (size_t l = 0; l < model->n_links; l++)
		if (model->parameters[l * model->class->n_params + p].curve.n > 0)
			return true;
	return false;
}

static void list_times(struct variation *v, const struct model *model)
{
	for (size_t p = 0; p < model->class->n_params; p++) {
		const struct param_spec *spec = &model->class->params[p];
		const struct curve *curve = &model->parameters[p].curve;
		bool one = spec->shape == PARAM_SCALAR && model->n_links == 1;

		if (spec->unit[0] == 's' && has_values(model, p))
			add_parameter(v, spec->name, spec->unit, one ? curve->y[0] : NAN, p);
	}
}

static enum status list_parameters(struct variation *v, struct error *err)
{
	const struct model *model = v->base.use ? v->base.use->model : NULL;
	size_t most = model ? model->class->n_params : LETTERS;

	v->parameters = calloc(most + 1, sizeof(*v->parameters));
	v->numbers = calloc(most + 1, sizeof(*v->numbers));
	if (!v->parameters || !v->numbers)
		return error_memory(err, "the parameters of a model");
	if (model)
		list_times(v, model);
	else
		list_letters(v);
	return OK;
}

enum status variation_new(struct variation **variation, const struct variation_base *base, struct subject *subject,
			  struct error *err)
{
	struct variation *v = *variation = calloc(1, sizeof(*v));
	struct costs costs;
	enum status status;

	if (!v)
		return error_memory(err, "the parameters of a model");
	v->base = *base;
	status = list_parameters(v, err);
	if (status == OK)
		status = costs_at(v, v->n, 0, 0, &costs, err);
	if (status == OK && costs.fair)
		status = error_set(err, ERR_INPUT,
				   "where ports are shared fairly nothing is counted along the critical path: one "
				   "message more changes what all others get");
	*subject = (struct subject){.n = v->n,
				    .parameters = v->parameters,
				    .any_pair = status == OK && (!base->use || costs.any_pair),
				    .costs = costs_at,
				    .simulate = simulate_with,
				    .self = v};
	return status;
}

void variation_free(struct variation *v)
{
	for (int s = 0; v && s < SLOTS; s++)
		model_varied_free(v->models[s]);
	if (v) {
		free(v->parameters);
		free(v->numbers);
	}
	free(v);
}
