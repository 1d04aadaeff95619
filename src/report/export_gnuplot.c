#include "report/export.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TITLE_ROOM = 400 };

/* Rows that are drawn in this order. */
struct drawn_row {
	const struct export_row *row;
	size_t index;
};

static bool answers_alike(const struct experiment *what)
{
	return what->bytes == what->reply_bytes;
}

static int setup_order(const struct setup *a, const struct setup *b)
{
	char texts[2][SETUP_TEXT_MOST];

	return setup_same(a, b) ? 0 : strcmp(setup_format(a, texts[0]), setup_format(b, texts[1]));
}

/* Negative, 0 or positive: the order of curves. */
static int curve_order(const struct experiment *a, const struct experiment *b)
{
	const int order[] = {strcmp(experiment_name(a->kind), experiment_name(b->kind)),
			     setup_order(&a->setup, &b->setup), (a->from > b->from) - (a->from < b->from),
			     (a->to > b->to) - (a->to < b->to), answers_alike(b) - answers_alike(a)};

	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
		if (order[i] != 0)
			return order[i];
	return 0;
}

static int by_curve(const void *one, const void *other)
{
	const struct drawn_row *a = one, *b = other;
	const struct experiment *x = &a->row->what, *y = &b->row->what;
	int order = curve_order(x, y);

	if (order == 0)
		order = (x->bytes > y->bytes) - (x->bytes < y->bytes);
	return order ? order : (a->index > b->index) - (a->index < b->index);
}

static void write_head(const struct experiment *what, const struct column *numbers, size_t n, size_t index, FILE *out)
{
	char setup[SETUP_TEXT_MOST];

	setup_format(&what->setup, setup);
	fprintf(out, "%s# index %zu: %s, process %d to %d, %s%s%s\n# bytes/B reply_bytes/B count", index ? "\n\n" : "",
		index, experiment_name(what->kind), what->from, what->to,
		answers_alike(what) ? "answers of the same size" : "other answers", *setup ? ", " : "", setup);
	for (size_t i = 0; i < n; i++)
		fprintf(out, " %s%s%s", numbers[i].name, *numbers[i].unit ? "/" : "", numbers[i].unit);
	fputc('\n', out);
}

static void write_row(const struct export_row *row, size_t n, FILE *out)
{
	fprintf(out, "%zu %zu %zu", row->what.bytes, row->what.reply_bytes, row->what.count);
	for (size_t i = 0; i < n; i++)
		if (isfinite(row->numbers[i]))
			fprintf(out, " %.17g", row->numbers[i]);
		else
			fputs(" NaN", out);
	fputc('\n', out);
}

enum status export_gnuplot(const struct export_rows *rows, const struct run *run, FILE *out, struct error *err)
{
	struct drawn_row *sorted = malloc((rows->n + 1) * sizeof(*sorted));
	char title[TITLE_ROOM];
	size_t curve = 0, n;
	const struct column *numbers = export_columns(rows->kind, &n);

	if (!sorted)
		return error_memory(err, "the order of rows");
	for (size_t i = 0; i < rows->n; i++)
		sorted[i] = (struct drawn_row){&rows->rows[i], i};
	qsort(sorted, rows->n, sizeof(*sorted), by_curve);
	fprintf(out, "# %s: a curve per index, columns as named above each\n",
		export_title(rows->kind, run, title, sizeof(title)));
	for (size_t i = 0; i < rows->n; i++) {
		if (i == 0 || curve_order(&sorted[i - 1].row->what, &sorted[i].row->what) != 0)
			write_head(&sorted[i].row->what, numbers, n, curve++, out);
		write_row(sorted[i].row, n, out);
	}
	free(sorted);
	return fflush(out) != 0 || ferror(out)
		       ? error_set(err, ERR_IO, "the data cannot be written: %s", strerror(errno))
		       : OK;
}
