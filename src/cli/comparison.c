#include "cli/comparison.h"

#include <math.h>

static const struct column columns[] = {
	{"model", "", CELL_TEXT}, {"operation", "", CELL_TEXT}, {"algorithm", "", CELL_TEXT}, {"processes", "", CELL_COUNT}, {"bytes", "B", CELL_BYTES},
	{"measured", "s", CELL_SECONDS}, {"predicted", "s", CELL_SECONDS}, {"relative_error", "", CELL_RATIO},
};

/* True for a round trip over this link with an answer of the same size. */
static bool is_echo(const struct experiment *what, struct link link)
{
	return what->kind == EXPERIMENT_ROUNDTRIP && what->from == link.from && what->to == link.to && what->bytes == what->reply_bytes;
}

static double add_row(struct table *table, const char *name, const struct model *model, struct link link, const struct point *point)
{
	double measured = point->seconds / 2, predicted = model_roundtrip(model, link, point->what.bytes, point->what.bytes) / 2;

	table_row(table);
	table_set_text(table, "model", name);
	table_set_text(table, "operation", "p2p");
	table_set_text(table, "algorithm", "native");
	table_set_number(table, "processes", 2);
	table_set_number(table, "bytes", (double)point->what.bytes);
	table_set_number(table, "measured", measured);
	table_set_number(table, "predicted", predicted);
	table_set_number(table, "relative_error", predicted / measured - 1);
	return fabs(predicted / measured - 1);
}

static void compare_model(struct table *table, const struct points *points, struct link link, const struct model *model, const char *name)
{
	double sum = 0, most = 0;
	size_t n = 0;

	for (size_t i = 0; i < points->n; i++) {
		double off;

		if (!is_echo(&points->points[i].what, link))
			continue;
		off = add_row(table, name, model, link, &points->points[i]);
		sum += off;
		most = fmax(most, off);
		n++;
	}
	table_summary_number(table, name, "mean_relative_error", CELL_RATIO, n ? sum / (double)n : NAN);
	table_summary_number(table, name, "maximum_relative_error", CELL_RATIO, n ? most : NAN);
}

struct table *comparison_table(const struct campaign *campaign, enum statistic statistic, struct link link, struct model *const *models, char *const *names, size_t n_models)
{
	struct reduction *reduction = reduction_new(campaign, statistic, NULL);
	struct table *table = reduction ? table_new("measured against predicted, one way", columns, sizeof(columns) / sizeof(columns[0])) : NULL;

	for (size_t i = 0; table && i < n_models; i++)
		compare_model(table, reduction_values(reduction), link, models[i], names[i]);
	reduction_free(reduction);
	return table;
}
