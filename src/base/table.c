#include "base/table.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

static void columns_free(struct column *columns, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free((char *)columns[i].name);
		free((char *)columns[i].unit);
	}
	free(columns);
}

static struct column *columns_copy(const struct column *columns, size_t n)
{
	struct column *copy = calloc(n ? n : 1, sizeof(*copy));

	for (size_t i = 0; copy && i < n; i++) {
		copy[i].name = memory_text(columns[i].name);
		copy[i].unit = memory_text(columns[i].unit ? columns[i].unit : "");
		copy[i].type = columns[i].type;
		if (!copy[i].name || !copy[i].unit) {
			columns_free(copy, n);
			return NULL;
		}
	}
	return copy;
}

struct table *table_new(const char *title, const struct column *columns, size_t n_columns)
{
	struct table *table = calloc(1, sizeof(*table));

	if (!table)
		return NULL;
	table->title = memory_text(title ? title : "");
	table->columns = columns_copy(columns, n_columns);
	table->for_files = calloc(n_columns + 1, sizeof(*table->for_files));
	table->n_columns = table->columns ? n_columns : 0;
	if (!table->title || !table->columns || !table->for_files) {
		table_free(table);
		return NULL;
	}
	return table;
}

static void summary_release(struct summary *summary)
{
	free(summary->group);
	free(summary->name);
	free(summary->value.text);
}

void table_free(struct table *table)
{
	if (!table)
		return;
	for (size_t i = 0; i < table->n_rows * table->n_columns; i++)
		free(table->cells[i].text);
	for (size_t i = 0; i < table->n_summaries; i++)
		summary_release(&table->summaries[i]);
	if (table->columns)
		columns_free(table->columns, table->n_columns);
	free(table->for_files);
	free(table->cells);
	free(table->summaries);
	lookup_release(&table->summary_places);
	free(table->title);
	free(table);
}

void table_clear(struct table *table)
{
	for (size_t i = 0; i < table->n_rows * table->n_columns; i++)
		free(table->cells[i].text);
	table->n_rows = 0;
}

void table_row(struct table *table)
{
	size_t n = table->n_rows * table->n_columns;
	struct cell *cells;

	if (table->status)
		return;
	cells = memory_grow(table->cells, &table->capacity, n + table->n_columns, sizeof(*cells));
	if (!cells) {
		table->status = ERR_MEMORY;
		return;
	}
	table->cells = cells;
	table->n_rows++;
	for (size_t i = n; i < n + table->n_columns; i++)
		cells[i] = (struct cell){NULL, NAN};
}

static size_t column_index(const struct table *table, const char *column)
{
	size_t i = 0;

	while (i < table->n_columns && strcmp(table->columns[i].name, column) != 0)
		i++;
	return i;
}

void table_for_files(struct table *table, const char *column)
{
	size_t i = column_index(table, column);

	assert(i < table->n_columns);
	table->for_files[i] = true;
}

/* The cell of the last row in the named column, which holds texts or numbers as told; NULL once an addition has failed.
 */
static struct cell *last_cell(struct table *table, const char *column, bool is_text)
{
	bool fits;
	size_t i = column_index(table, column);

	fits = i < table->n_columns && (table->columns[i].type == CELL_TEXT) == is_text;
	assert(fits && (table->n_rows > 0 || table->status));
	if (!fits || table->n_rows == 0 || table->status)
		return NULL;
	return &table->cells[(table->n_rows - 1) * table->n_columns + i];
}

static void cell_set_text(struct table *table, struct cell *cell, const char *text)
{
	char *copy = memory_text(text);

	if (text && !copy) {
		table->status = ERR_MEMORY;
		return;
	}
	free(cell->text);
	cell->text = copy;
}

void table_set_text(struct table *table, const char *column, const char *text)
{
	struct cell *cell = last_cell(table, column, true);

	if (cell)
		cell_set_text(table, cell, text);
}

void table_set_number(struct table *table, const char *column, double number)
{
	struct cell *cell = last_cell(table, column, false);

	if (cell)
		cell->number = number;
}

static bool is_summary(const struct summary *summary, const char *group, const char *name)
{
	return table_same_group(summary->group, group) && strcmp(summary->name, name) == 0;
}

/* The summary of that name, NULL if there is none. Where two have one hash, the later one stands at it alone. */
static struct summary *summary_find(const struct table *table, uint64_t hash, const char *group, const char *name)
{
	uint64_t place;

	if (!lookup_get(&table->summary_places, hash, &place))
		return NULL;
	if (is_summary(&table->summaries[place], group, name))
		return &table->summaries[place];
	for (size_t i = 0; i < table->n_summaries; i++)
		if (is_summary(&table->summaries[i], group, name))
			return &table->summaries[i];
	return NULL;
}

/* The summary of that name, made if it is not there yet; NULL once an addition has failed. */
static struct summary *summary_at(struct table *table, const char *group, const char *name)
{
	struct summary *summaries, made = {.value = {NULL, NAN}};
	uint64_t hash = text_hash(group ? text_hash(1, group) : 0, name);
	struct summary *found = table->status == OK ? summary_find(table, hash, group, name) : NULL;

	if (table->status != OK || found)
		return found;
	made.group = memory_text(group);
	made.name = memory_text(name);
	summaries = memory_grow(table->summaries, &table->summary_capacity, table->n_summaries + 1, sizeof(*summaries));
	if (summaries)
		table->summaries = summaries;
	if (!summaries || !made.name || (group && !made.group) ||
	    !lookup_put(&table->summary_places, hash, table->n_summaries)) {
		summary_release(&made);
		table->status = ERR_MEMORY;
		return NULL;
	}
	summaries[table->n_summaries] = made;
	return &summaries[table->n_summaries++];
}

void table_summary_text(struct table *table, const char *group, const char *name, const char *text)
{
	struct summary *summary = summary_at(table, group, name);

	if (!summary)
		return;
	summary->type = CELL_TEXT;
	cell_set_text(table, &summary->value, text);
}

void table_summary_number(struct table *table, const char *group, const char *name, enum cell_type type, double number)
{
	struct summary *summary;

	assert(type != CELL_TEXT);
	summary = summary_at(table, group, name);
	if (!summary)
		return;
	summary->type = type;
	summary->value.number = number;
}

bool table_same_group(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

void table_summary_for_files(struct table *table, const char *group)
{
	for (size_t i = 0; i < table->n_summaries; i++)
		if (table_same_group(table->summaries[i].group, group))
			table->summaries[i].for_files = true;
}

bool table_begins_group(const struct table *table, size_t index)
{
	for (size_t i = 0; i < index; i++)
		if (table_same_group(table->summaries[i].group, table->summaries[index].group))
			return false;
	return !table->summaries[index].for_files;
}

static bool has_column(const struct column *columns, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(columns[i].name, name) == 0)
			return true;
	return false;
}

/* An empty table with the columns of both. */
static struct table *table_of_both(const struct table *all, const struct table *table, const char *column)
{
	size_t n = 0, most = 1 + (all ? all->n_columns : 0) + table->n_columns;
	struct column *columns = calloc(most, sizeof(*columns));
	struct table *made;

	if (!columns)
		return NULL;
	columns[n++] = (struct column){column, "", CELL_TEXT};
	for (size_t i = 1; all && i < all->n_columns; i++)
		columns[n++] = all->columns[i];
	for (size_t i = 0; i < table->n_columns; i++)
		if (!has_column(columns, n, table->columns[i].name))
			columns[n++] = table->columns[i];
	made = table_new(all ? all->title : table->title, columns, n);
	free(columns);
	return made;
}

static void add_rows(struct table *all, const struct table *table, const char *column, const char *value)
{
	for (size_t i = 0; i < table->n_rows; i++) {
		table_row(all);
		if (value)
			table_set_text(all, column, value);
		for (size_t k = 0; k < table->n_columns; k++) {
			const struct cell *cell = &table->cells[i * table->n_columns + k];

			if (value && strcmp(table->columns[k].name, column) == 0)
				continue;
			if (table->columns[k].type == CELL_TEXT)
				table_set_text(all, table->columns[k].name, cell->text);
			else
				table_set_number(all, table->columns[k].name, cell->number);
		}
	}
}

/* "value group"; NULL if memory does not suffice. */
static char *group_of_both(const char *value, const char *group)
{
	size_t room = strlen(value) + strlen(group) + 2;
	char *text = malloc(room);

	if (text)
		snprintf(text, room, "%s %s", value, group);
	return text;
}

/* In groups of the value if there is one, else in their own. */
static void add_summaries(struct table *all, const struct table *table, const char *value)
{
	for (size_t i = 0; i < table->n_summaries; i++) {
		const struct summary *s = &table->summaries[i];
		char *group = value && s->group ? group_of_both(value, s->group) : NULL;
		const char *place = value ? s->group ? group : value : s->group;

		if (value && s->group && !group)
			all->status = ERR_MEMORY;
		else if (s->type == CELL_TEXT)
			table_summary_text(all, place, s->name, s->value.text);
		else
			table_summary_number(all, place, s->name, s->type, s->value.number);
		if (s->for_files && place)
			table_summary_for_files(all, place);
		free(group);
	}
}

struct table *table_join(struct table *all, const struct table *table, const char *column, const char *value)
{
	struct table *made = table_of_both(all, table, column);

	if (made && all) {
		add_rows(made, all, column, NULL);
		add_summaries(made, all, NULL);
	}
	if (made) {
		add_rows(made, table, column, value);
		add_summaries(made, table, value);
		if (table->status)
			made->status = table->status;
	}
	table_free(all);
	return made;
}

enum status table_status(const struct table *table, struct error *err)
{
	return table->status ? error_memory(err, "the table of results") : OK;
}
