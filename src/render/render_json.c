#include "render/render.h"

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"
#include "render/render_parts.h"

/* A copy that JSON can hold: where text is no UTF-8 (a file's name may be anything), each byte that is not ASCII
 * becomes a question mark. */
static char *utf8_copy(const char *text)
{
	char *copy = memory_text(text);
	json_t *probe = json_string(text);

	if (!probe && copy)
		for (char *at = copy; *at; at++)
			if ((unsigned char)*at >= 0x80)
				*at = '?';
	json_decref(probe);
	return copy;
}

/* Puts value, which is taken over, under a name that may be any text. False if memory does not suffice. */
static bool json_put(json_t *object, const char *name, json_t *value)
{
	char *key = utf8_copy(name);
	bool put = key && value && json_object_set_new(object, key, json_incref(value)) == 0;

	json_decref(value);
	free(key);
	return put;
}

static json_t *json_text(const char *text)
{
	char *copy = utf8_copy(text);
	json_t *value = copy ? json_string(copy) : NULL;

	free(copy);
	return value;
}

static json_t *json_cell(enum cell_type type, const struct cell *cell)
{
	if (type == CELL_TEXT)
		return cell->text ? json_text(cell->text) : json_null();
	if (!isfinite(cell->number))
		return json_null();
	if ((type == CELL_COUNT || type == CELL_BYTES) && render_is_whole(cell->number))
		return json_integer((json_int_t)cell->number);
	return json_real(cell->number);
}

static bool json_columns(const struct table *table, json_t *columns)
{
	for (size_t i = 0; i < table->n_columns; i++) {
		json_t *column = json_object();

		if (json_array_append_new(columns, column) ||
		    !json_put(column, "name", json_text(table->columns[i].name)) ||
		    !json_put(column, "unit", json_text(table->columns[i].unit)))
			return false;
	}
	return true;
}

static json_t *json_row(const struct table *table, size_t i)
{
	json_t *row = json_object();

	for (size_t j = 0; row && j < table->n_columns; j++)
		if (!json_put(row, table->columns[j].name,
			      json_cell(table->columns[j].type, &table->cells[i * table->n_columns + j]))) {
			json_decref(row);
			return NULL;
		}
	return row;
}

static bool json_rows(const struct table *table, json_t *rows)
{
	for (size_t i = 0; i < table->n_rows; i++)
		if (json_array_append_new(rows, json_row(table, i)))
			return false;
	return true;
}

/* The object of a group in the summary, made if it is not there yet. NULL if memory does not suffice. */
static json_t *json_group(json_t *summary, const char *group)
{
	char *key = utf8_copy(group);
	json_t *object = key ? json_object_get(summary, key) : NULL;

	if (key && !json_is_object(object)) {
		object = json_object();
		if (json_object_set_new(summary, key, object))
			object = NULL;
	}
	free(key);
	return object;
}

static bool json_summary(const struct table *table, json_t *summary)
{
	for (size_t i = 0; i < table->n_summaries; i++) {
		const struct summary *s = &table->summaries[i];
		json_t *place = s->group ? json_group(summary, s->group) : summary;

		if (!place || !json_put(place, s->name, json_cell(s->type, &s->value)))
			return false;
	}
	return true;
}

static json_t *json_document(const struct table *table)
{
	json_t *document = json_pack("{s:s, s:i, s:[], s:[], s:{}}", "format", "sonde-table", "version", 1, "columns",
				     "rows", "summary");

	if (document && json_columns(table, json_object_get(document, "columns")) &&
	    json_rows(table, json_object_get(document, "rows")) &&
	    json_summary(table, json_object_get(document, "summary")))
		return document;
	json_decref(document);
	return NULL;
}

enum status render_json(const struct table *table, FILE *out, struct error *err)
{
	json_t *document;
	char *text;

	if (table->status)
		return table_status(table, err);
	document = json_document(table);
	text = document ? json_dumps(document, JSON_INDENT(2) | JSON_REAL_PRECISION(17)) : NULL;
	json_decref(document);
	if (!text)
		return error_memory(err, "the results as JSON");
	fputs(text, out);
	fputc('\n', out);
	free(text);
	return render_finish(out, err);
}

/* Writes value, which is taken over. */
static enum status write_value(json_t *value, FILE *out, struct error *err)
{
	char *text = value ? json_dumps(value, JSON_REAL_PRECISION(17)) : NULL;

	json_decref(value);
	if (!text)
		return error_memory(err, "the results as JSON");
	fputs(text, out);
	free(text);
	return OK;
}

enum status render_json_head(const struct table *table, FILE *out, struct error *err)
{
	json_t *columns = json_array();

	if (columns && !json_columns(table, columns)) {
		json_decref(columns);
		columns = NULL;
	}
	fputs("{\n  \"format\": \"sonde-table\",\n  \"version\": 1,\n  \"columns\": ", out);
	if (write_value(columns, out, err) != OK)
		return ERR_MEMORY;
	fputs(",\n  \"rows\": [", out);
	return OK;
}

enum status render_json_rows(const struct table *table, size_t before, FILE *out, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < table->n_rows; i++) {
		fputs(before + i > 0 ? ",\n    " : "\n    ", out);
		status = write_value(json_row(table, i), out, err);
	}
	return status;
}

enum status render_json_tail(const struct table *table, FILE *out, struct error *err)
{
	json_t *summary = json_object();
	enum status status;

	if (summary && !json_summary(table, summary)) {
		json_decref(summary);
		summary = NULL;
	}
	fputs("\n  ],\n  \"summary\": ", out);
	status = write_value(summary, out, err);
	fputs("\n}\n", out);
	return status;
}
