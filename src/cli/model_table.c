#include "cli/model_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Values of unlike units: times in a column of their own, times per byte in another. */
static const struct column columns[] = {
	{"parameter", "", CELL_TEXT}, {"link", "", CELL_TEXT}, {"bytes", "B", CELL_BYTES}, {"seconds", "s", CELL_SECONDS}, {"low", "s", CELL_SECONDS},
	{"high", "s", CELL_SECONDS}, {"seconds_per_byte", "s/B", CELL_NUMBER}, {"low_per_byte", "s/B", CELL_NUMBER}, {"high_per_byte", "s/B", CELL_NUMBER},
};

enum { TIME_COLUMNS = 6 };

static bool is_per_byte(const struct param_spec *spec)
{
	return strcmp(spec->unit, "s/B") == 0;
}

static bool has_per_byte(const struct model_class *class)
{
	for (size_t p = 0; p < class->n_params; p++)
		if (is_per_byte(&class->params[p]))
			return true;
	return false;
}

static void add_row(struct table *table, const struct param_spec *spec, struct link link, const struct parameter *parameter, size_t k)
{
	bool per_byte = is_per_byte(spec);
	char text[40];

	snprintf(text, sizeof(text), "%d>%d", link.from, link.to);
	table_row(table);
	table_set_text(table, "parameter", spec->name);
	table_set_text(table, "link", link.from == LINK_ANY ? "any" : text);
	if (spec->shape == PARAM_PER_SIZE)
		table_set_number(table, "bytes", parameter->curve.x[k]);
	table_set_number(table, per_byte ? "seconds_per_byte" : "seconds", parameter->curve.y[k]);
	if (parameter->low) {
		table_set_number(table, per_byte ? "low_per_byte" : "low", parameter->low[k]);
		table_set_number(table, per_byte ? "high_per_byte" : "high", parameter->high[k]);
	}
}

/* A few knots of many: the ends, and powers of 32 between them. */
static bool is_shown(const struct curve *curve, size_t k)
{
	double step = 32;

	if (k == 0 || k + 1 == curve->n)
		return true;
	for (double bytes = 1; bytes <= curve->x[k]; bytes *= step)
		if (curve->x[k] == bytes)
			return true;
	return false;
}

struct table *model_table(const struct model *model, bool all)
{
	char title[128];
	struct table *table;

	snprintf(title, sizeof(title), "%s model, %zu processes", model->class->name, model->processes);
	table = table_new(title, columns, has_per_byte(model->class) ? sizeof(columns) / sizeof(columns[0]) : TIME_COLUMNS);
	for (size_t l = 0; table && l < model->n_links; l++) {
		for (size_t p = 0; p < model->class->n_params; p++) {
			const struct parameter *parameter = &model->parameters[l * model->class->n_params + p];

			for (size_t k = 0; k < parameter->curve.n; k++)
				if (all || is_shown(&parameter->curve, k))
					add_row(table, &model->class->params[p], model->links[l], parameter, k);
		}
	}
	return table;
}
