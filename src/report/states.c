#include "report/states.h"

#include "report/models.h"
#include "report/platforms.h"
#include "report/words.h"

#include <stdio.h>
#include <string.h>

enum { NAME_ROOM = 120, TITLE_ROOM = PLATFORM_ROOM + 80 };

size_t report_several_states(const struct report_input *input, const struct report_run *platform)
{
	size_t n = 0;

	for (size_t i = 0; i < input->n_runs; i++)
		n += input->runs[i].n_levels > 1 && report_same_platform(&input->runs[i], platform);
	return n;
}

static bool is_named(const struct report_run *run)
{
	return run->n_levels > 0 && *run->levels[0].name;
}

bool report_states_differ(const struct report_input *input, const struct report_run *platform)
{
	const struct run_level *first = NULL;

	for (size_t i = 0; i < input->n_runs; i++) {
		const struct report_run *run = &input->runs[i];

		if (run->n_levels != 1 || !report_same_platform(run, platform))
			continue;
		if (first && (!run_levels_alike(first->seconds, run->levels[0].seconds) ||
			      strcmp(first->name, run->levels[0].name) != 0))
			return true;
		first = first ? first : &run->levels[0];
	}
	return false;
}

struct table *report_states_table(const struct report_input *input, const struct report_run *platform)
{
	static const struct column columns[] = {{"run", "", CELL_TEXT},
						{"state", "", CELL_TEXT},
						{"empty round trip", "s", CELL_SECONDS},
						{"share of the time", "", CELL_RATIO}};
	char title[TITLE_ROOM], elsewhere[PLATFORM_ROOM];
	struct table *table;

	report_platform_text(input, platform, elsewhere);
	snprintf(title, sizeof(title), "States of the machine, the main one first%s%s",
		 *elsewhere ? ": elsewhere, " : "", elsewhere);
	table = table_new(title, columns, sizeof(columns) / sizeof(columns[0]));

	for (size_t i = 0; table && i < input->n_runs; i++) {
		const struct report_run *run = &input->runs[i];

		if (!is_named(run) || !report_same_platform(run, platform))
			continue;
		for (size_t k = 0; k < run->n_levels; k++) {
			table_row(table);
			table_set_text(table, "run", k == 0 ? run->run.name : "");
			table_set_text(table, "state", run->levels[k].name);
			table_set_number(table, "empty round trip", run->levels[k].seconds);
			table_set_number(table, "share of the time", run->levels[k].share);
		}
	}
	return table;
}

/* The model in its state at this place: the main one is the model itself. */
static const struct model *in_state(const struct model *model, size_t state)
{
	return state == model->main_state ? model : model->states[state].model;
}

/* States in the order of columns: the main one, then the others. */
static size_t state_at(const struct model *model, size_t column)
{
	return column == 0 ? model->main_state : column <= model->main_state ? column - 1 : column;
}

static void add_row(struct table *table, const struct model *model, size_t parameter, size_t knot, char *const *names)
{
	const struct param_spec *spec = &model->class->params[parameter % model->class->n_params];
	const struct curve *curve = &model->parameters[parameter].curve;
	char text[WORDS_ROOM];

	table_row(table);
	table_set_text(table, "parameter", spec->name);
	if (spec->shape == PARAM_PER_SIZE)
		table_set_text(table, "size", words_size(curve->x[knot], text));
	for (size_t c = 0; c < model->n_states; c++) {
		const struct model *other = in_state(model, state_at(model, c));
		const struct curve *own = other ? &other->parameters[parameter].curve : NULL;

		if (own && own->n > 0)
			table_set_text(table, names[c], report_value_text(spec, curve_at(own, curve->x[knot]), text));
	}
}

/* The ends, and 1 KiB. */
static bool is_shown(const struct curve *curve, size_t k)
{
	return k == 0 || k + 1 == curve->n || curve->x[k] == 1024;
}

static void name_columns(const struct model *model, char names[RUN_LEVELS_MOST][NAME_ROOM])
{
	char level[WORDS_ROOM];

	for (size_t c = 0; c < model->n_states; c++) {
		const struct machine_state *state = &model->states[state_at(model, c)];

		snprintf(names[c], NAME_ROOM, "%s%s, %s, %.0f\u00a0%% of the time", state->name,
			 c == 0 ? " (main)" : "", words_time(state->level, level), 100 * state->share);
	}
}

struct table *report_state_parameters(const struct report_input *input, size_t index)
{
	const struct model *model = input->models.models[index];
	struct column columns[2 + RUN_LEVELS_MOST] = {{"parameter", "", CELL_TEXT}, {"size", "", CELL_TEXT}};
	char names[RUN_LEVELS_MOST][NAME_ROOM], title[600], link[LINK_NAME];
	char *list[RUN_LEVELS_MOST];
	struct table *table;

	if (model->n_states > RUN_LEVELS_MOST)
		return table_new("", columns, 2);
	name_columns(model, names);
	for (size_t c = 0; c < model->n_states; c++) {
		columns[2 + c] = (struct column){names[c], "", CELL_TEXT};
		list[c] = names[c];
	}
	snprintf(title, sizeof(title), "%s in each state of the machine, by what an empty round trip takes%s%s",
		 input->models.names[index], model->n_links > 1 ? "; link " : "",
		 model->n_links > 1 ? model_link_name(model->class, model->links[0], link) : "");
	table = table_new(title, columns, 2 + model->n_states);
	for (size_t p = 0; table && model->n_states > 1 && p < model->class->n_params; p++)
		for (size_t k = 0; k < model->parameters[p].curve.n; k++)
			if (is_shown(&model->parameters[p].curve, k))
				add_row(table, model, p, k, list);
	return table;
}
