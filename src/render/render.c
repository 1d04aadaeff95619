#include "render/render.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/units.h"
#include "render/render_parts.h"

/* Room for any number as people read it. */
#define CELL_ROOM 64

/* Whole plain numbers below it have all their digits: S of lmo is 65024 bytes, not 6.502e+04. */
#define WHOLE_NUMBER_MOST 1e12

/* As in the OSU benchmarks and in the data sheets of networks. */
#define BYTES_PER_MB 1e6

static void number_format(enum cell_type type, double number, char *text, size_t room)
{
	if (isnan(number))
		snprintf(text, room, "-");
	else if (type == CELL_BYTES && render_is_whole(number) && number >= 0)
		size_format((size_t)number, text, room);
	else if ((type == CELL_COUNT && render_is_whole(number)) ||
		 (type == CELL_NUMBER && render_is_whole(number) && fabs(number) < WHOLE_NUMBER_MOST))
		snprintf(text, room, "%.0f", number + 0.0); /* no minus before a zero */
	else if (type == CELL_SECONDS)
		microseconds_format(number, text, room);
	else if (type == CELL_BANDWIDTH && fabs(number) < 1e15)
		snprintf(text, room, "%.2f", number / BYTES_PER_MB);
	else if (type == CELL_RATIO && fabs(number) < 1e9)
		snprintf(text, room, "%.2f", 100 * number);
	else
		snprintf(text, room, "%.4g", type == CELL_RATIO ? 100 * number : number);
}

const char *render_cell(enum cell_type type, const struct cell *cell, char *text, size_t room)
{
	if (type == CELL_TEXT)
		snprintf(text, room, "%s", cell->text ? cell->text : "-");
	else
		number_format(type, cell->number, text, room);
	return text;
}

const char *render_unit(enum cell_type type, const char *unit, char *text, size_t room)
{
	if (type == CELL_SECONDS)
		snprintf(text, room, "us%s", unit[0] == 's' ? unit + 1 : "");
	else if (type == CELL_BANDWIDTH)
		snprintf(text, room, "MB/s");
	else
		snprintf(text, room, "%s", type == CELL_RATIO ? "%" : unit);
	return text;
}

/* render_cell without a limit for texts. */
static const char *cell_text(enum cell_type type, const struct cell *cell, char room[CELL_ROOM])
{
	return type == CELL_TEXT && cell->text ? cell->text : render_cell(type, cell, room, CELL_ROOM);
}

/* A line of fields that has no spaces at its end. */
struct text_line {
	FILE *out;
	size_t pending; /* spaces, written before the next field that is not empty */
};

static void line_pad(struct text_line *line, size_t spaces)
{
	line->pending += spaces;
}

static void line_put(struct text_line *line, const char *text)
{
	if (!*text)
		return;
	fprintf(line->out, "%*s", (int)line->pending, "");
	line->pending = 0;
	for (; *text; text++)
		fputc((unsigned char)*text < ' ' || *text == 0x7f ? ' ' : *text, line->out);
}

static void line_field(struct text_line *line, const char *text, size_t width, bool right)
{
	size_t spaces = width - text_width(text);

	if (right)
		line_pad(line, spaces);
	line_put(line, text);
	if (!right)
		line_pad(line, spaces);
}

static void line_end(struct text_line *line)
{
	line->pending = 0;
	fputc('\n', line->out);
}

enum { ROW_NAMES = -2, ROW_UNITS = -1 }; /* rows above row 0 of the cells */

static const char *field_text(const struct table *table, ptrdiff_t row, size_t column, char room[CELL_ROOM])
{
	const struct column *c = &table->columns[column];

	if (row == ROW_NAMES)
		return c->name;
	if (row == ROW_UNITS)
		return render_unit(c->type, c->unit, room, CELL_ROOM);
	return cell_text(c->type, &table->cells[(size_t)row * table->n_columns + column], room);
}

static size_t *widths_new(const struct table *table)
{
	size_t *widths = calloc(table->n_columns + 1, sizeof(*widths));
	char room[CELL_ROOM];

	if (!widths)
		return NULL;
	for (ptrdiff_t row = ROW_NAMES; row < (ptrdiff_t)table->n_rows; row++)
		for (size_t i = 0; i < table->n_columns; i++) {
			size_t width = text_width(field_text(table, row, i, room));

			if (width > widths[i])
				widths[i] = width;
		}
	return widths;
}

static bool has_units(const struct table *table)
{
	char room[CELL_ROOM];

	for (size_t i = 0; i < table->n_columns; i++)
		if (!table->for_files[i] && *field_text(table, ROW_UNITS, i, room))
			return true;
	return false;
}

static void write_rows(const struct table *table, const size_t *widths, FILE *out)
{
	struct text_line line = {out, 0};
	char room[CELL_ROOM];

	for (ptrdiff_t row = ROW_NAMES; row < (ptrdiff_t)table->n_rows; row++) {
		if (row == ROW_UNITS && !has_units(table))
			continue;
		for (size_t i = 0; i < table->n_columns; i++) {
			if (table->for_files[i])
				continue;
			line_field(&line, field_text(table, row, i, room), widths[i],
				   table->columns[i].type != CELL_TEXT);
			line_pad(&line, 2);
		}
		line_end(&line);
	}
}

/* The values of one group, names and values aligned. */
static void write_group(const struct table *table, const char *group, FILE *out)
{
	const struct summary *end = table->summaries + table->n_summaries;
	struct text_line line = {out, 0};
	size_t names = 0, values = 0;
	char room[CELL_ROOM], unit[CELL_ROOM];

	for (const struct summary *s = table->summaries; s < end; s++)
		if (table_same_group(s->group, group)) {
			size_t name = text_width(s->name),
			       value = s->type == CELL_TEXT ? 0 : text_width(cell_text(s->type, &s->value, room));

			names = name > names ? name : names;
			values = value > values ? value : values;
		}
	for (const struct summary *s = table->summaries; s < end; s++)
		if (table_same_group(s->group, group)) {
			const char *text = cell_text(s->type, &s->value, room);

			line_pad(&line, group ? 2 : 0);
			line_field(&line, s->name, names, false);
			line_pad(&line, 2);
			line_field(&line, text, s->type == CELL_TEXT ? text_width(text) : values, s->type != CELL_TEXT);
			line_pad(&line, 1);
			if (s->type != CELL_TEXT && !isnan(s->value.number))
				line_put(&line, render_unit(s->type, "", unit, sizeof(unit)));
			line_end(&line);
		}
}

/* Values in no group first, then the groups in the order in which they were first named. */
static void write_summaries(const struct table *table, bool separate, FILE *out)
{
	for (int grouped = 0; grouped < 2; grouped++)
		for (size_t i = 0; i < table->n_summaries; i++) {
			const char *group = table->summaries[i].group;
			struct text_line line = {out, 0};

			if (!group != !grouped || !table_begins_group(table, i))
				continue;
			if (separate)
				line_end(&line);
			if (group) {
				line_put(&line, group);
				line_end(&line);
			}
			write_group(table, group, out);
			separate = true;
		}
}

enum status render_text(const struct table *table, FILE *out, struct error *err)
{
	struct text_line line = {out, 0};
	bool titled = *table->title;
	size_t *widths;

	if (table->status)
		return table_status(table, err);
	widths = widths_new(table);
	if (!widths)
		return error_memory(err, "the widths of columns");
	if (titled) {
		line_put(&line, table->title);
		line_end(&line);
	}
	if (titled && table->n_columns)
		line_end(&line);
	if (table->n_columns)
		write_rows(table, widths, out);
	write_summaries(table, titled || table->n_columns, out);
	free(widths);
	return render_finish(out, err);
}
