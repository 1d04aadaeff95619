#include "render/render.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "render/render_parts.h"

static void csv_text(const char *text, FILE *out)
{
	if (*text && !strpbrk(text, ",\"\r\n")) {
		fputs(text, out);
		return;
	}
	fputc('"', out);
	for (; *text; text++)
		fputs((char[]){*text, *text == '"' ? '"' : '\0', '\0'}, out);
	fputc('"', out);
}

/* A missing cell is nothing at all, an empty text is "". Alone in its line, a missing cell must be "" too: readers skip
 * empty lines. */
static void csv_cell(const struct table *table, const struct column *column, const struct cell *cell, FILE *out)
{
	bool missing = column->type == CELL_TEXT ? !cell->text : isnan(cell->number);

	if (missing && table->n_columns == 1)
		csv_text("", out);
	else if (!missing && column->type == CELL_TEXT)
		csv_text(cell->text, out);
	else if (!missing)
		fprintf(out, "%.17g", cell->number);
}

void render_csv_head(const struct table *table, FILE *out)
{
	for (size_t i = 0; i < table->n_columns; i++) {
		fputs(i ? "," : "", out);
		csv_text(table->columns[i].name, out);
	}
	fputs("\r\n", out);
}

void render_csv_rows(const struct table *table, FILE *out)
{
	for (size_t row = 0; row < table->n_rows; row++) {
		for (size_t i = 0; i < table->n_columns; i++) {
			fputs(i ? "," : "", out);
			csv_cell(table, &table->columns[i], &table->cells[row * table->n_columns + i], out);
		}
		fputs("\r\n", out);
	}
}

enum status render_csv(const struct table *table, FILE *out, struct error *err)
{
	if (table->status)
		return table_status(table, err);
	render_csv_head(table, out);
	render_csv_rows(table, out);
	return render_finish(out, err);
}
