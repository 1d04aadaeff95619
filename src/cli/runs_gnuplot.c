#include "cli/runs_export.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Where both tables have what identifies a curve. */
enum { EXPERIMENT, FROM, TO, SETUP, BYTES, REPLY, FIRST_NUMBER = BYTES };

struct row {
	const struct cell *cells;
	size_t index;
};

static bool answers_alike(const struct cell *cells)
{
	return cells[BYTES].number == cells[REPLY].number;
}

/* Negative, 0 or positive: the order of curves. */
static int curve_order(const struct cell *a, const struct cell *b)
{
	const double order[][2] = {
		{strcmp(a[EXPERIMENT].text, b[EXPERIMENT].text), 0},
		{strcmp(a[SETUP].text, b[SETUP].text), 0},
		{a[FROM].number, b[FROM].number},
		{a[TO].number, b[TO].number},
		{!answers_alike(a), !answers_alike(b)},
	};

	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
		if (order[i][0] != order[i][1])
			return order[i][0] < order[i][1] ? -1 : 1;
	return 0;
}

static int by_curve(const void *one, const void *other)
{
	const struct row *a = one, *b = other;
	int order = curve_order(a->cells, b->cells);

	if (order == 0 && a->cells[BYTES].number != b->cells[BYTES].number)
		order = a->cells[BYTES].number < b->cells[BYTES].number ? -1 : 1;
	return order ? order : (a->index > b->index) - (a->index < b->index);
}

static void write_head(const struct table *table, const struct cell *cells, size_t index, FILE *out)
{
	fprintf(out, "%s# index %zu: %s, process %.0f to %.0f, %s%s%s\n#", index ? "\n\n" : "", index,
		cells[EXPERIMENT].text, cells[FROM].number, cells[TO].number,
		answers_alike(cells) ? "answers of the same size" : "other answers", *cells[SETUP].text ? ", " : "",
		cells[SETUP].text);
	for (size_t i = FIRST_NUMBER; i < table->n_columns; i++)
		fprintf(out, " %s%s%s", table->columns[i].name, *table->columns[i].unit ? "/" : "",
			table->columns[i].unit);
	fputc('\n', out);
}

static void write_row(const struct table *table, const struct cell *cells, FILE *out)
{
	for (size_t i = FIRST_NUMBER; i < table->n_columns; i++)
		if (isfinite(cells[i].number))
			fprintf(out, "%s%.17g", i > FIRST_NUMBER ? " " : "", cells[i].number);
		else
			fputs(i > FIRST_NUMBER ? " NaN" : "NaN", out);
	fputc('\n', out);
}

enum status runs_gnuplot(const struct table *table, FILE *out, struct error *err)
{
	struct row *rows = malloc((table->n_rows + 1) * sizeof(*rows));
	size_t curve = 0;

	if (!rows)
		return error_memory(err, "the order of rows");
	for (size_t i = 0; i < table->n_rows; i++)
		rows[i] = (struct row){&table->cells[i * table->n_columns], i};
	qsort(rows, table->n_rows, sizeof(*rows), by_curve);
	fprintf(out, "# %s: a curve per index, columns as named above each\n", table->title);
	for (size_t i = 0; i < table->n_rows; i++) {
		if (i == 0 || curve_order(rows[i - 1].cells, rows[i].cells) != 0)
			write_head(table, rows[i].cells, curve++, out);
		write_row(table, rows[i].cells, out);
	}
	free(rows);
	return fflush(out) != 0 || ferror(out)
		       ? error_set(err, ERR_IO, "the data cannot be written: %s", strerror(errno))
		       : OK;
}
