#include "report/trust.h"

#include "model/states.h"
#include "model/what_if.h"
#include "stats/quantile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUP_ROOM = 200 };

static double number_of(const struct model *model, const char *name)
{
	const struct fact *fact = model_fact(model, name);

	return fact && !fact->text ? fact->number : NAN;
}

static const char *text_of(const struct model *model, const char *name)
{
	const struct fact *fact = model_fact(model, name);

	return fact ? fact->text : NULL;
}

/* The name of the state of the machine that the parameters are of; NULL if it has none. */
static const char *state_of(const struct model *model)
{
	return model->n_states > 0 ? model->states[model->main_state].name : text_of(model, "machine_state");
}

void trust_tell_use(struct table *table, const struct model *model)
{
	static const char *const told[] = {MODEL_CROWDED, MODEL_HOSTS};
	const char *state = state_of(model), *changes = text_of(model, MODEL_WHAT_IF);
	double level =
		model->n_states > 0 ? model->states[model->main_state].level : number_of(model, "sentinel_seconds");

	if (changes)
		table_summary_text(table, NULL, MODEL_WHAT_IF, changes);
	if (state && *state)
		table_summary_text(table, NULL, "state", state);
	if (level > 0)
		table_summary_number(table, NULL, "sentinel_seconds", CELL_SECONDS, level);
	for (size_t i = 0; i < sizeof(told) / sizeof(told[0]); i++)
		if (text_of(model, told[i]))
			table_summary_text(table, NULL, told[i], text_of(model, told[i]));
}

/* How far intervals reach to either side, as a part of their values, in the median: of some values they are far wider
 * than of the rest. NAN if there are none, and without memory. */
static double interval_part(const struct model *model)
{
	size_t n_parameters = model->n_links * model->class->n_params, room = 0, n = 0;
	double *parts, median;

	for (size_t k = 0; k < n_parameters; k++)
		room += model->parameters[k].curve.n;
	parts = malloc((room + 1) * sizeof(*parts));
	for (size_t k = 0; parts && k < n_parameters; k++) {
		const struct parameter *parameter = &model->parameters[k];

		for (size_t i = 0; parameter->low && i < parameter->curve.n; i++) {
			double value = parameter->curve.y[i],
			       part = (parameter->high[i] - parameter->low[i]) / 2 / value;

			if (value > 0 && isfinite(part))
				parts[n++] = part;
		}
	}
	median = parts ? quantile_median(parts, n) : NAN;
	free(parts);
	return median;
}

/* Says that the model misses something: its mean error is above two intervals, which hold the noise, or the worst above
 * five. Intervals count as half a percent at least, and as much as launches differ by. */
static const char *misfit_text(const struct model *model)
{
	const double least = 0.005, clearly = 2, far = 5;
	double intervals = interval_part(model), noise = fmax(fmax(intervals, number_of(model, MODEL_SPREAD)), least);

	if (isnan(intervals))
		return NULL;
	if (number_of(model, MODEL_RESIDUAL) > clearly * noise)
		return "more than the intervals, which hold the noise of the timings and not what the model misses";
	if (number_of(model, MODEL_RESIDUAL "_worst") > far * noise)
		return "at worst far more than the intervals, which hold the noise of the timings and not what the "
		       "model misses";
	return NULL;
}

static const char *group_of(const char *what, const char *name, char text[GROUP_ROOM])
{
	snprintf(text, GROUP_ROOM, "%s%s%.150s", what, name ? " of " : "", name ? name : "");
	return text;
}

static void tell_bandwidths(struct table *table, const struct model *model, const char *name)
{
	char group[GROUP_ROOM];

	for (size_t p = 0; model->n_links == 1 && p < model->class->n_params; p++) {
		const struct param_spec *spec = &model->class->params[p];
		const struct curve *curve = &model->parameters[p].curve;

		if (strcmp(spec->unit, "s/B") == 0 && curve->n == 1 && curve->y[0] > 0)
			table_summary_number(table, group_of("bandwidth", name, group), spec->name, CELL_BANDWIDTH,
					     1 / curve->y[0]);
	}
}

void trust_tell(struct table *table, const struct model *model, const char *name)
{
	double mean = number_of(model, MODEL_RESIDUAL);
	const char *misfit = misfit_text(model), *state = text_of(model, MODEL_RESIDUAL_STATE);
	char group[GROUP_ROOM];

	tell_bandwidths(table, model, name);
	if (isnan(mean))
		return;
	group_of("residuals", name, group);
	state = state ? state : state_of(model);
	if (state && *state)
		table_summary_text(table, group, "state", state);
	table_summary_number(table, group, "mean", CELL_RATIO, mean);
	table_summary_number(table, group, "worst", CELL_RATIO, number_of(model, MODEL_RESIDUAL "_worst"));
	table_summary_number(table, group, "worst_at", CELL_BYTES, number_of(model, MODEL_RESIDUAL "_bytes"));
	table_summary_number(table, group, "sizes", CELL_COUNT, number_of(model, MODEL_RESIDUAL "_sizes"));
	if (number_of(model, MODEL_LAUNCHES) > 1)
		table_summary_number(table, group, MODEL_LAUNCHES, CELL_COUNT, number_of(model, MODEL_LAUNCHES));
	if (number_of(model, MODEL_SPREAD) >= 0)
		table_summary_number(table, group,
				     number_of(model, MODEL_LAUNCHES) > 1 ? MODEL_SPREAD : "assumed_launch_spread",
				     CELL_RATIO, number_of(model, MODEL_SPREAD));
	if (misfit)
		table_summary_text(table, group, "misfit", misfit);
}

struct table *trust_table(struct model *const *models, char *const *names, size_t n)
{
	static const struct column columns[] = {{"model", "", CELL_TEXT},      {"residual", "", CELL_RATIO},
						{"worst", "", CELL_RATIO},     {"worst_at", "B", CELL_BYTES},
						{"sizes", "", CELL_COUNT},     {"intervals", "", CELL_RATIO},
						{"measured_on", "", CELL_TEXT}};
	struct table *table = table_new("How far each model is off at sizes that it was not fitted to", columns,
					sizeof(columns) / sizeof(columns[0]));

	for (size_t i = 0; table && i < n; i++) {
		const struct model *model = models[i];
		const struct fact *hosts = model_fact(model, MODEL_HOSTS);

		if (isnan(number_of(model, MODEL_RESIDUAL)))
			continue;
		table_row(table);
		table_set_text(table, "model", names[i]);
		table_set_number(table, "residual", number_of(model, MODEL_RESIDUAL));
		table_set_number(table, "worst", number_of(model, MODEL_RESIDUAL "_worst"));
		table_set_number(table, "worst_at", number_of(model, MODEL_RESIDUAL "_bytes"));
		table_set_number(table, "sizes", number_of(model, MODEL_RESIDUAL "_sizes"));
		table_set_number(table, "intervals", interval_part(model));
		if (hosts && hosts->text)
			table_set_text(table, "measured_on", hosts->text);
	}
	return table;
}
