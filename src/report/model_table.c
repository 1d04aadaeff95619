#include "report/model_table.h"

#include "report/table_states.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Values of unlike units: times in a column of their own, times per byte in another. */
static const struct column columns[] = {
	{"model", "", CELL_TEXT},
	{"parameter", "", CELL_TEXT},
	{"link", "", CELL_TEXT},
	{"bytes", "B", CELL_BYTES},
	{"seconds", "s", CELL_SECONDS},
	{"low", "s", CELL_SECONDS},
	{"high", "s", CELL_SECONDS},
	{"seconds_per_byte", "s/B", CELL_NUMBER},
	{"low_per_byte", "s/B", CELL_NUMBER},
	{"high_per_byte", "s/B", CELL_NUMBER},
	{"value", "", CELL_NUMBER},
	{"low_value", "", CELL_NUMBER},
	{"high_value", "", CELL_NUMBER},
};

/* The columns of a value and of its bounds, by its unit; the last one's for those that are neither. */
static const struct value_place {
	const char *unit;
	const char *value, *low, *high;
	size_t columns; /* so many are needed after that of the model */
} places[] = {
	{"s", "seconds", "low", "high", 6},
	{"s/B", "seconds_per_byte", "low_per_byte", "high_per_byte", 9},
	{"", "value", "low_value", "high_value", 12},
};

static const struct value_place *place_of(const struct param_spec *spec)
{
	const struct value_place *place = places;

	while (place->unit[0] && strcmp(place->unit, spec->unit) != 0)
		place++;
	return place;
}

static size_t columns_needed(const struct model *model)
{
	size_t most = places[0].columns;

	for (size_t i = 0; i < model->n_links * model->class->n_params; i++) {
		const struct value_place *place = place_of(&model->class->params[i % model->class->n_params]);

		if (place->columns > most && (place->unit[0] || model->parameters[i].curve.n > 0))
			most = place->columns;
	}
	return most;
}

static void add_row(struct table *table, bool named, const struct model *model, const struct param_spec *spec,
		    struct link link, const struct parameter *parameter, size_t k)
{
	const struct value_place *place = place_of(spec);
	char text[LINK_NAME];

	table_row(table);
	if (named)
		table_set_text(table, "model", model->class->name);
	table_set_text(table, "parameter", spec->name);
	table_set_text(table, "link", model_link_name(model->class, link, text));
	if (spec->shape == PARAM_PER_SIZE)
		table_set_number(table, "bytes", parameter->curve.x[k]);
	table_set_number(table, place->value, parameter->curve.y[k]);
	if (parameter->low) {
		table_set_number(table, place->low, parameter->low[k]);
		table_set_number(table, place->high, parameter->high[k]);
	}
}

/* A few knots of many: the ends, and powers of 32 between them. */
static bool is_shown(const struct curve *curve, size_t k)
{
	double step = 32, bytes = 1;

	if (k == 0 || k + 1 == curve->n)
		return true;
	while (bytes < curve->x[k])
		bytes *= step;
	return curve->x[k] == bytes;
}

static bool shows_all(const struct model *model)
{
	for (size_t i = 0; i < model->n_links * model->class->n_params; i++)
		for (size_t k = 0; k < model->parameters[i].curve.n; k++)
			if (!is_shown(&model->parameters[i].curve, k))
				return false;
	return true;
}

static void add_model(struct table *table, bool named, const struct model *model, bool all)
{
	for (size_t l = 0; l < model->n_links; l++) {
		for (size_t p = 0; p < model->class->n_params; p++) {
			const struct parameter *parameter = &model->parameters[l * model->class->n_params + p];

			for (size_t k = 0; k < parameter->curve.n; k++)
				if (all || is_shown(&parameter->curve, k))
					add_row(table, named, model, &model->class->params[p], model->links[l],
						parameter, k);
		}
	}
}

static const char *note_of_rest(bool shown)
{
	return shown ? "" : "; a few sizes of those that JSON and CSV have";
}

struct table *model_table(const struct model *model, bool all)
{
	char title[160];
	struct table *table;

	snprintf(title, sizeof(title), "%s model, %zu processes%s", model->class->name, model->processes,
		 note_of_rest(all || shows_all(model)));
	table = table_new(title, columns + 1, columns_needed(model));
	if (table)
		add_model(table, false, model, all);
	return table;
}

struct table *models_table(const struct model *const *models, size_t n, bool all)
{
	char title[160];
	struct table *table;
	size_t needed = 0;
	bool shown = true;

	for (size_t i = 0; i < n; i++) {
		size_t own = columns_needed(models[i]);

		needed = own > needed ? own : needed;
		shown = shown && (all || shows_all(models[i]));
	}
	snprintf(title, sizeof(title), "%zu models, %zu processes%s", n, models[0]->processes, note_of_rest(shown));
	table = table_new(title, columns, 1 + needed);
	for (size_t i = 0; table && i < n; i++)
		add_model(table, true, models[i], all);
	return table;
}

void model_table_tell_states(struct table *table, const struct model *model)
{
	struct run_level *levels = calloc(model->n_states + 1, sizeof(*levels));

	if (!levels)
		table->status = ERR_MEMORY;
	for (size_t i = 0; levels && i < model->n_states; i++) {
		const struct machine_state *state = &model->states[i];
		size_t at = i == model->main_state ? 0 : i < model->main_state ? i + 1 : i;

		levels[at] = (struct run_level){.seconds = state->level, .share = state->share};
		snprintf(levels[at].name, sizeof(levels[at].name), "%s", state->name);
	}
	table_tell_states(table, levels, levels ? model->n_states : 0);
	free(levels);
}
