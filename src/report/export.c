#include "report/export.h"

#include <stdio.h>

#include "render/render.h"
#include "report/point_row.h"

enum { POINT_COLUMNS = 7, TITLE_ROOM = 400 };

static void fill_row(struct table *table, const struct export_row *row, const struct column *numbers, size_t n)
{
	point_row(table, &row->what);
	for (size_t i = 0; i < n; i++)
		table_set_number(table, numbers[i].name, row->numbers[i]);
}

const char *export_title(enum export_kind kind, const struct run *run, char *text, size_t room)
{
	snprintf(text, room, "%s of run %s", kind == EXPORT_POINTS ? "Points" : "Observations", run->name);
	return text;
}

/* Without rows. NULL if memory does not suffice. */
static struct table *make_table(enum export_kind kind, const struct run *run)
{
	struct column columns[POINT_COLUMNS + EXPORT_NUMBERS_MOST] = {
		{"experiment", "", CELL_TEXT}, {"from", "", CELL_COUNT},   {"to", "", CELL_COUNT},
		{"setup", "", CELL_TEXT},      {"bytes", "B", CELL_BYTES}, {"reply_bytes", "B", CELL_BYTES},
		{"count", "", CELL_COUNT},
	};
	char title[TITLE_ROOM];
	size_t n;
	const struct column *numbers = export_columns(kind, &n);

	for (size_t i = 0; i < n; i++)
		columns[POINT_COLUMNS + i] = numbers[i];
	return table_new(export_title(kind, run, title, sizeof(title)), columns, POINT_COLUMNS + n);
}

struct table *export_table(const struct export_rows *rows, const struct run *run)
{
	struct table *table = make_table(rows->kind, run);
	size_t n;
	const struct column *numbers = export_columns(rows->kind, &n);

	for (size_t i = 0; table && i < rows->n; i++)
		fill_row(table, &rows->rows[i], numbers, n);
	if (table && rows->kind == EXPORT_POINTS)
		table_summary_text(table, NULL, "statistic", statistic_name(rows->statistic));
	return table;
}

/* A table of one row at a time, and where it is written. */
struct passing {
	struct table *table;
	struct render_stream stream;
};

static enum status pass_timing(void *context, const struct timing *timing, struct error *err)
{
	struct passing *passing = context;
	const struct export_row row = export_observation(timing);
	size_t n;
	const struct column *numbers = export_columns(EXPORT_OBSERVATIONS, &n);

	table_clear(passing->table);
	fill_row(passing->table, &row, numbers, n);
	return table_status(passing->table, err) == OK ? render_rows(&passing->stream, passing->table, err)
						       : ERR_MEMORY;
}

static enum status look_at_timing(void *context, const struct timing *timing, struct error *err)
{
	(void)context, (void)timing, (void)err;
	return OK;
}

enum status export_write_observations(struct store *store, const struct run *run, bool json, FILE *out,
				      struct error *err)
{
	struct passing passing = {make_table(EXPORT_OBSERVATIONS, run), {.out = out, .json = json}};
	enum status status = passing.table ? store_timings(store, run->id, look_at_timing, NULL, err)
					   : error_memory(err, "the table of timings");

	if (status == OK)
		status = render_begin(&passing.stream, passing.table, err);
	if (status == OK)
		status = store_timings(store, run->id, pass_timing, &passing, err);
	if (status == OK)
		status = render_end(&passing.stream, passing.table, err);
	table_free(passing.table);
	return status;
}
