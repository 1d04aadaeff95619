#include "report/models.h"

#include "base/memory.h"
#include "report/model_table.h"
#include "report/words.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS(columns) (columns), sizeof(columns) / sizeof((columns)[0])

struct table *report_errors_table(const struct report_input *input)
{
	static const struct column columns[] = {
		{"model", "", CELL_TEXT},
		{"mean error", "", CELL_RATIO},
		{"maximum error", "", CELL_RATIO},
		{"mean, same answer", "", CELL_RATIO},
		{"mean, empty answer", "", CELL_RATIO},
	};
	struct table *table = table_new("How far the models are off", COLUMNS(columns));

	for (size_t i = 0; table && i < input->models.n; i++) {
		const struct prediction_errors all = trips_errors(&input->comparison, i),
					       same = trips_errors_of(&input->comparison, i, true),
					       empty = trips_errors_of(&input->comparison, i, false);

		table_row(table);
		table_set_text(table, "model", input->models.names[i]);
		table_set_number(table, "mean error", prediction_errors_mean(&all));
		table_set_number(table, "maximum error", prediction_errors_most(&all));
		table_set_number(table, "mean, same answer", prediction_errors_mean(&same));
		table_set_number(table, "mean, empty answer", prediction_errors_mean(&empty));
	}
	return table;
}

struct table *report_comparison_table(const struct report_input *input)
{
	enum { FIRST = 3 };
	struct column columns[FIRST + MODELS_MOST] = {
		{"bytes", "B", CELL_BYTES}, {"answer", "B", CELL_BYTES}, {"measured", "s", CELL_SECONDS}};
	const struct trips_comparison *comparison = &input->comparison;
	struct table *table;

	for (size_t i = 0; i < input->models.n; i++)
		columns[FIRST + i] = (struct column){input->models.names[i], "", CELL_RATIO};
	table = table_new("Every round trip, and the error of each model", columns, FIRST + input->models.n);
	for (size_t t = 0; table && t < comparison->n; t++) {
		table_row(table);
		table_set_number(table, "bytes", (double)comparison->trips[t].bytes);
		table_set_number(table, "answer", (double)comparison->trips[t].reply_bytes);
		table_set_number(table, "measured", comparison->trips[t].measured);
		for (size_t i = 0; i < input->models.n; i++)
			table_set_number(table, input->models.names[i], trips_error(comparison, i, t));
	}
	return table;
}

const char *report_value_text(const struct param_spec *spec, double value, char *text)
{
	bool per_byte = strcmp(spec->unit, "s/B") == 0;
	char number[WORDS_ROOM];

	if (strcmp(spec->unit, "B") == 0)
		return words_size(value, text);
	if (!spec->unit[0] && value == floor(value)) {
		snprintf(text, WORDS_ROOM, "%.0f", value);
		return text;
	}
	if (!spec->unit[0])
		return words_number(value, text);
	snprintf(text, WORDS_ROOM, "%.40s\u00a0%s", words_number((per_byte ? 1e9 : 1e6) * value, number),
		 per_byte ? "ns/B" : "µs");
	return text;
}

/* "0.103 to 0.123 µs", "8 KiB to 1000 bytes", or "64 KiB" of two that are the same. */
static const char *range_text(const struct param_spec *spec, double from, double to, char *text, size_t room)
{
	char low[WORDS_ROOM], high[WORDS_ROOM];
	size_t shown;

	report_value_text(spec, from, low);
	report_value_text(spec, to, high);
	shown = spec->unit[0] == 's' ? (size_t)(strstr(low, "\u00a0") - low) : strlen(low);
	if (from == to)
		snprintf(text, room, "%s", low);
	else
		snprintf(text, room, "%.*s\u00a0to\u00a0%s", (int)shown, low, high);
	return text;
}

static void add_value(struct table *table, const struct model *model, const char *name, size_t l,
		      const struct param_spec *spec, const struct parameter *parameter)
{
	char label[100], text[3 * WORDS_ROOM], link[LINK_NAME];

	snprintf(label, sizeof(label), "%s", spec->name);
	if (model->n_links > 1 && spec->scope != SCOPE_PLATFORM)
		snprintf(label, sizeof(label), "%s, %s", spec->name,
			 model_link_name(model->class, model->links[l], link));
	table_row(table);
	table_set_text(table, "model", name);
	table_set_text(table, "parameter", label);
	table_set_text(table, "value", report_value_text(spec, parameter->curve.y[0], text));
	if (parameter->low && isfinite(parameter->low[0]) && isfinite(parameter->high[0]))
		table_set_text(table, "interval",
			       range_text(spec, parameter->low[0], parameter->high[0], text, sizeof(text)));
	table_set_text(table, "bandwidth",
		       strcmp(spec->unit, "s/B") == 0 ? words_bandwidth(1 / parameter->curve.y[0], text) : "");
}

/* Of a parameter of many links or processes the least and the largest value; of the platform its one. */
static void add_range(struct table *table, const struct model *model, const char *name, size_t p)
{
	const struct param_spec *spec = &model->class->params[p];
	double least = INFINITY, most = -INFINITY;
	char label[100], text[3 * WORDS_ROOM];
	size_t n = 0;

	for (size_t l = 0; l < model->n_links; l++) {
		const struct curve *curve = &model->parameters[l * model->class->n_params + p].curve;

		if (curve->n == 0)
			continue;
		least = fmin(least, curve->y[0]);
		most = fmax(most, curve->y[0]);
		n++;
	}
	if (spec->scope == SCOPE_PLATFORM)
		snprintf(label, sizeof(label), "%s", spec->name);
	else
		snprintf(label, sizeof(label), "%s of %zu %s", spec->name, n,
			 spec->scope == SCOPE_PROCESS ? "processes" : "links");
	table_row(table);
	table_set_text(table, "model", name);
	table_set_text(table, "parameter", label);
	table_set_text(table, "value", range_text(spec, least, most, text, sizeof(text)));
}

static bool has_values(const struct model *model, size_t p)
{
	for (size_t l = 0; l < model->n_links; l++)
		if (model->parameters[l * model->class->n_params + p].curve.n > 0)
			return true;
	return false;
}

/* What the class says and what its parameters mean; once for all models of a class. */
static void add_meanings(struct table *table, const struct model_class *class)
{
	table_summary_text(table, class->name, "message", class->about);
	for (size_t p = 0; p < class->n_params; p++)
		table_summary_text(table, class->name, class->params[p].name, class->params[p].about);
}

struct table *report_values_table(const struct report_input *input)
{
	static const struct column columns[] = {
		{"model", "", CELL_TEXT},    {"parameter", "", CELL_TEXT}, {"value", "", CELL_TEXT},
		{"interval", "", CELL_TEXT}, {"bandwidth", "", CELL_TEXT},
	};
	struct table *table = table_new("Single values", COLUMNS(columns));

	for (size_t i = 0; table && i < input->models.n; i++) {
		const struct model *model = input->models.models[i];
		const char *name = input->models.names[i]; /* once per model */

		for (size_t p = 0; model->n_links > MODEL_MANY_LINKS && p < model->class->n_params; p++) {
			if (model->class->params[p].shape != PARAM_SCALAR || !has_values(model, p))
				continue;
			add_range(table, model, name, p);
			name = "";
		}
		for (size_t k = 0; model->n_links <= MODEL_MANY_LINKS && k < model->n_links * model->class->n_params;
		     k++) {
			const struct param_spec *spec = &model->class->params[k % model->class->n_params];

			if (spec->shape != PARAM_SCALAR || model->parameters[k].curve.n == 0)
				continue;
			add_value(table, model, name, k / model->class->n_params, spec, &model->parameters[k]);
			name = "";
		}
		add_meanings(table, model->class);
	}
	return table;
}

struct table *report_models_table(const struct report_input *input)
{
	static const struct column columns[] = {{"model", "", CELL_TEXT},
						{"method", "", CELL_TEXT},
						{"run", "", CELL_TEXT},
						{"confidence", "", CELL_TEXT}};
	struct table *table = table_new("Models", COLUMNS(columns));
	char text[WORDS_ROOM];

	for (size_t i = 0; table && i < input->models.n; i++) {
		const struct model *model = input->models.models[i];
		const struct fact *method = model_fact(model, "method"), *confidence = model_fact(model, "confidence");
		const struct report_run *run = report_run_of(input, model);

		table_row(table);
		table_set_text(table, "model", input->models.names[i]);
		table_set_text(table, "method", method ? method->text : NULL);
		table_set_text(table, "run", run ? run->run.name : "not in this store");
		snprintf(text, sizeof(text), "%g\u00a0%%",
			 confidence && !confidence->text ? 100 * confidence->number : NAN);
		table_set_text(table, "confidence", confidence && !confidence->text ? text : NULL);
	}
	return table;
}

struct table *report_parameters_table(const struct report_input *input, size_t index)
{
	struct table *table = model_table_view(input->models.models[index], true);
	char title[600];
	char *copy;

	snprintf(title, sizeof(title), "All parameters of %s", input->models.names[index]);
	copy = table ? memory_text(title) : NULL;
	if (copy) {
		free(table->title);
		table->title = copy;
	}
	return table;
}
