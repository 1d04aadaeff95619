#include "render/page_table.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "render/render.h"

/* A table with more rows is folded up. */
#define ROWS_SHOWN 20

/* A table with more columns is set smaller where it is printed. */
#define COLUMNS_NORMAL 8

/* Room for any number as people read it. */
#define CELL_ROOM 64

/* A name for people: "relative_error" with a space, but "o_s" as it is. */
static void add_name(struct buffer *html, const char *name)
{
	while (*name) {
		size_t part = strcspn(name, "_"), next = name[part] ? strcspn(name + part + 1, "_") : 0;
		char text[CELL_ROOM];

		if (part >= sizeof(text))
			part = sizeof(text) - 1;
		memcpy(text, name, part);
		text[part] = '\0';
		buffer_escape(html, text);
		name += part;
		if (*name == '_') {
			buffer_add(html, part > 1 && next > 1 ? " " : "_");
			name++;
		}
	}
}

static void add_unit(struct buffer *html, enum cell_type type, const char *unit)
{
	char text[CELL_ROOM];

	render_unit(type, unit, text, sizeof(text));
	if (type == CELL_SECONDS) {
		buffer_add(html, "µ");
		buffer_escape(html, text + strlen("u"));
	} else {
		buffer_escape(html, text);
	}
}

static void add_value(struct buffer *html, enum cell_type type, const struct cell *cell)
{
	char text[CELL_ROOM];

	buffer_escape(html, type == CELL_TEXT && cell->text ? cell->text : render_cell(type, cell, text, sizeof(text)));
}

static void add_head(struct buffer *html, const struct table *table)
{
	buffer_add(html, "<thead><tr>");
	for (size_t i = 0; i < table->n_columns; i++) {
		const struct column *column = &table->columns[i];
		struct buffer unit = {0};

		if (table->for_files[i])
			continue;
		buffer_add(html, column->type == CELL_TEXT ? "<th scope=\"col\">" : "<th scope=\"col\" class=\"n\">");
		add_name(html, column->name);
		add_unit(&unit, column->type, column->unit);
		if (unit.length > 0)
			buffer_format(html, " <small>%s</small>", unit.text);
		html->failed |= unit.failed;
		buffer_release(&unit);
		buffer_add(html, "</th>");
	}
	buffer_add(html, "</tr></thead>\n");
}

static void add_rows(struct buffer *html, const struct table *table)
{
	buffer_add(html, "<tbody>\n");
	for (size_t row = 0; row < table->n_rows; row++) {
		buffer_add(html, "<tr>");
		for (size_t i = 0; i < table->n_columns; i++) {
			if (table->for_files[i])
				continue;
			buffer_add(html, table->columns[i].type == CELL_TEXT ? "<td>" : "<td class=\"n\">");
			add_value(html, table->columns[i].type, &table->cells[row * table->n_columns + i]);
			buffer_add(html, "</td>");
		}
		buffer_add(html, "</tr>\n");
	}
	buffer_add(html, "</tbody>");
}

static void add_summary(struct buffer *html, const struct summary *summary)
{
	buffer_add(html, "<div><dt>");
	add_name(html, summary->name);
	buffer_add(html, "</dt><dd>");
	add_value(html, summary->type, &summary->value);
	if (summary->type != CELL_TEXT && !isnan(summary->value.number)) {
		buffer_add(html, " ");
		add_unit(html, summary->type, "");
	}
	buffer_add(html, "</dd></div>");
}

static void add_summaries(struct buffer *html, const struct table *table)
{
	for (size_t i = 0; i < table->n_summaries; i++) {
		const char *group = table->summaries[i].group;

		if (!table_begins_group(table, i))
			continue;
		buffer_add(html, "<div class=\"summary\">");
		if (group) {
			buffer_add(html, "<b>");
			buffer_escape(html, group);
			buffer_add(html, "</b>");
		}
		buffer_add(html, "<dl>");
		for (size_t j = i; j < table->n_summaries; j++)
			if (table_same_group(table->summaries[j].group, group))
				add_summary(html, &table->summaries[j]);
		buffer_add(html, "</dl></div>\n");
	}
}

static void add_grid(struct buffer *html, const struct table *table, bool folded)
{
	buffer_format(html, "<div class=\"scroll%s\" ", table->n_columns > COLUMNS_NORMAL ? " many" : "");
	buffer_add(html, "tabindex=\"0\" role=\"region\" aria-label=\"");
	buffer_escape(html, *table->title ? table->title : "table");
	buffer_add(html, "\">\n<table>");
	if (*table->title && !folded) {
		buffer_add(html, "<caption>");
		buffer_escape(html, table->title);
		buffer_add(html, "</caption>");
	}
	add_head(html, table);
	add_rows(html, table);
	buffer_add(html, "</table>\n</div>\n");
}

void page_table_add(struct buffer *html, const struct table *table)
{
	bool folded = table->n_rows > ROWS_SHOWN;

	buffer_add(html, "<div class=\"card table\">\n");
	if (folded) {
		buffer_add(html, "<details><summary>");
		buffer_escape(html, *table->title ? table->title : "Table");
		buffer_format(html, " <small>%zu rows</small></summary>\n", table->n_rows);
	}
	if (table->n_columns > 0)
		add_grid(html, table, folded);
	buffer_add(html, folded ? "</details>\n" : "");
	add_summaries(html, table);
	buffer_add(html, "</div>\n");
}

void page_table_values(struct buffer *html, const struct table *table)
{
	buffer_format(html, "<details class=\"values\"><summary>Values <small>%zu rows</small></summary>\n",
		      table->n_rows);
	add_grid(html, table, true);
	add_summaries(html, table);
	buffer_add(html, "</details>\n");
}
