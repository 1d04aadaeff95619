#include "cli/simulate_answers.h"

#include "base/file.h"
#include "base/text.h"
#include "base/units.h"
#include "cli/command.h"
#include "model/what_if.h"
#include "report/sensitivity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Points of a curve where the order of events changes. */
#define SAMPLES 64

/* The subject with its parameters, and models whose parameters are varied. */
struct answering {
	const struct answers_subject *asked;
	struct varied *parameters;
	size_t *numbers; /* of the model's parameters */
	size_t n;
	struct loggops loggops[SLOPES_MOST + 1];
	struct model *models[SLOPES_MOST + 1];
	struct predict_options how[SLOPES_MOST + 1];
};

static enum status loggops_costs_at(struct answering *a, size_t k, double value, int slot, struct costs *costs)
{
	double *const times[] = {&a->loggops[slot].L, &a->loggops[slot].o, &a->loggops[slot].g, &a->loggops[slot].G,
				 &a->loggops[slot].O};

	a->loggops[slot] = *a->asked->loggops;
	if (k < a->n)
		*times[a->numbers[k]] = value * 1e9;
	*costs = loggops_costs(&a->loggops[slot]);
	return OK;
}

static enum status costs_at(void *self, size_t k, double value, int slot, struct costs *costs, struct error *err)
{
	struct answering *a = self;
	double own = k < a->n && !isnan(a->parameters[k].value) ? a->parameters[k].value : 1;

	if (!a->asked->model)
		return loggops_costs_at(a, k, value, slot, costs);
	model_varied_free(a->models[slot]);
	a->models[slot] = NULL;
	a->how[slot] = predict_options_of(a->asked->ports, a->asked->model);
	if (k < a->n) {
		a->models[slot] =
			model_varied(a->asked->model, a->numbers[k], own > 0 ? value / own : 1, own > 0 ? 0 : value);
		if (!a->models[slot])
			return error_memory(err, "a model with another parameter");
		a->how[slot].use.model = a->models[slot];
	}
	placed_apply(a->asked->placed, &a->how[slot].use);
	*costs = model_costs(&a->how[slot].use, a->how[slot].eager_most);
	costs->queued = a->asked->queued;
	return OK;
}

static enum status simulate_again(void *self, const struct costs *costs, struct simulation *found, struct error *err)
{
	const struct answers_subject *asked = ((struct answering *)self)->asked;

	return asked->simulate(asked->self, costs, found, err);
}

static void add_parameter(struct answering *a, const char *name, const char *unit, double value, size_t number)
{
	a->parameters[a->n] = (struct varied){.name = name, .unit = unit, .value = value};
	a->numbers[a->n++] = number;
}

/* The times of a model, or of LogGOPS. */
static enum status list_parameters(struct answering *a, struct error *err)
{
	const struct model *model = a->asked->model;
	const struct loggops *l = a->asked->loggops;
	size_t most = model ? model->class->n_params : 5;

	a->parameters = calloc(most + 1, sizeof(*a->parameters));
	a->numbers = calloc(most + 1, sizeof(*a->numbers));
	if (!a->parameters || !a->numbers)
		return error_memory(err, "the parameters of a model");
	if (!model) {
		add_parameter(a, "L", "s", l->L * 1e-9, 0);
		add_parameter(a, "o", "s", l->o * 1e-9, 1);
		add_parameter(a, "g", "s", l->g * 1e-9, 2);
		add_parameter(a, "G", "s/B", l->G * 1e-9, 3);
		add_parameter(a, "O", "s/B", l->O * 1e-9, 4);
	}
	for (size_t p = 0; model && p < most; p++) {
		const struct param_spec *spec = &model->class->params[p];
		const struct curve *curve = &model->parameters[p].curve;
		bool one = spec->shape == PARAM_SCALAR && model->n_links == 1;

		if (spec->unit[0] == 's' && model->n_links > 0 && curve->n > 0)
			add_parameter(a, spec->name, spec->unit, one ? curve->y[0] : NAN, p);
	}
	return OK;
}

static struct subject subject_of(struct answering *a)
{
	return (struct subject){.n = a->n,
				.parameters = a->parameters,
				.any_pair = !a->asked->model ||
					    (model_holds_for_any(a->asked->model) && !a->asked->placed->within),
				.costs = costs_at,
				.simulate = simulate_again,
				.self = a};
}

static enum status find_tolerances(const struct subject *subject, double seconds, double (*reached)[TOLERANCES],
				   struct error *err)
{
	enum status status = OK;

	for (size_t k = 0; k < subject->n && status == OK; k++) {
		for (int i = 0; i < TOLERANCES && status == OK; i++)
			status = time_reach(subject, k, (1 + tolerances[i]) * seconds, &reached[k][i], err);
	}
	return status;
}

static enum status find_sensitivity(const struct answers_options *options, const struct subject *subject,
				    double compute_scale, struct table **table, struct error *err)
{
	double(*reached)[TOLERANCES] = options->tolerance ? calloc(subject->n + 1, sizeof(*reached)) : NULL;
	struct sensitivities found;
	enum status status = sensitivities_find(subject, &found, err);

	if (status == OK && options->tolerance)
		status = reached ? find_tolerances(subject, found.seconds, reached, err)
				 : error_memory(err, "tolerances");
	if (status == OK) {
		*table = sensitivity_table(subject, &found, compute_scale, (const double(*)[TOLERANCES])reached);
		status = *table ? OK : error_memory(err, "a table");
	}
	sensitivities_release(&found);
	free(reached);
	return status;
}

/* A value of a parameter; one per size is a factor. */
static enum status read_value(const struct varied *parameter, const char *text, double *value, struct error *err)
{
	const char *rest = text_number(text, value);

	if (isnan(parameter->value))
		return rest && *value >= 0 && (!*rest || strcmp(rest, "x") == 0)
			       ? OK
			       : error_set(err, ERR_INPUT, "'%.40s' is not a factor such as 2 or 2x", text);
	return seconds_parse(text, value, err);
}

/* "L=0:20us" */
static enum status read_curve(const struct subject *subject, const char *text, size_t *k, double *low, double *high,
			      struct error *err)
{
	const char *equals = strchr(text, '='), *colon = equals ? strchr(equals, ':') : NULL;
	char first[60] = "";
	enum status status;

	for (*k = 0; equals && *k < subject->n; ++*k) {
		if (strlen(subject->parameters[*k].name) == (size_t)(equals - text) &&
		    strncmp(subject->parameters[*k].name, text, (size_t)(equals - text)) == 0)
			break;
	}
	if (!colon || *k == subject->n || (size_t)(colon - equals) >= sizeof(first))
		return error_set(err, ERR_USAGE,
				 "--curve %.80s: write a parameter of the model and two values, for example "
				 "--curve %s=0:20us",
				 text, subject->n > 0 ? subject->parameters[0].name : "L");
	memcpy(first, equals + 1, (size_t)(colon - equals) - 1);
	status = read_value(&subject->parameters[*k], first, low, err);
	if (status == OK)
		status = read_value(&subject->parameters[*k], colon + 1, high, err);
	if (status != OK)
		return usage_of_option("--curve", status, err);
	return *low < *high ? OK
			    : error_set(err, ERR_USAGE, "--curve %.80s: the first value must be the lower one", text);
}

static enum status write_plot(const char *path, const struct subject *subject, size_t k, const struct time_curve *curve,
			      struct error *err)
{
	char *svg = time_curve_plot(subject, k, curve, err);
	enum status status = svg ? file_replace_text(path, "plot", svg, err) : err->status;

	free(svg);
	return status;
}

static enum status find_curve(const struct answers_options *options, const struct subject *subject,
			      struct table **table, struct error *err)
{
	struct time_curve curve = {.n = 0};
	double low, high;
	size_t k;
	enum status status = read_curve(subject, options->curve, &k, &low, &high, err);

	if (status == OK)
		status = time_curve_find(subject, k, low, high, SAMPLES, &curve, err);
	if (status == OK && options->plot)
		status = write_plot(options->plot, subject, k, &curve, err);
	if (status == OK) {
		*table = time_curve_table(subject, k, &curve);
		status = *table ? OK : error_memory(err, "a table");
	}
	time_curve_release(&curve);
	return status;
}

bool answers_asked(const struct answers_options *options)
{
	return options->sensitivity || options->tolerance || options->curve;
}

enum status answers_check(const struct answers_options *options, struct error *err)
{
	if (options->curve && (options->sensitivity || options->tolerance))
		return error_set(err, ERR_USAGE,
				 "--curve is a table of its own: not with --sensitivity or --tolerance");
	if (options->plot && !options->curve)
		return error_set(err, ERR_USAGE, "--plot goes with --curve: it is what is drawn");
	return OK;
}

enum status answers_find(const struct answers_options *options, const struct answers_subject *asked,
			 struct table **table, struct error *err)
{
	struct answering a = {.asked = asked};
	struct subject subject;
	struct costs costs;
	enum status status = list_parameters(&a, err);

	if (status == OK)
		status = costs_at(&a, a.n, 0, 0, &costs, err);
	if (status == OK && costs.fair)
		status = error_set(
			err, ERR_INPUT,
			"where ports are shared fairly nothing is counted along the critical path: --in-turn, "
			"or --set for two simulations");
	subject = subject_of(&a);
	if (status == OK)
		status = options->curve ? find_curve(options, &subject, table, err)
					: find_sensitivity(options, &subject, asked->compute_scale, table, err);
	for (int s = 0; s <= SLOPES_MOST; s++)
		model_varied_free(a.models[s]);
	free(a.parameters);
	free(a.numbers);
	return status;
}
