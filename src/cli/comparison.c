#include "cli/comparison.h"

#include <math.h>

static const struct column columns[] = {
	{"model", "", CELL_TEXT}, {"operation", "", CELL_TEXT}, {"algorithm", "", CELL_TEXT}, {"processes", "", CELL_COUNT}, {"bytes", "B", CELL_BYTES},
	{"measured", "s", CELL_SECONDS}, {"predicted", "s", CELL_SECONDS}, {"relative_error", "", CELL_RATIO},
};

/* The round trip over this link with an answer of the same size; NULL if it was not measured. */
static const struct point *find_echo(const struct points *points, struct link link, size_t bytes)
{
	const struct experiment echo = {.kind = EXPERIMENT_ROUNDTRIP, .from = link.from, .to = link.to, .bytes = bytes, .reply_bytes = bytes, .count = 1};

	return points_find(points, &echo);
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

static void compare_model(struct table *table, const struct points *points, struct link link, const struct size_list *sizes, const struct model *model, const char *name)
{
	double sum = 0, most = 0;
	size_t n = 0;

	for (size_t i = 0; i < sizes->n; i++) {
		const struct point *echo = find_echo(points, link, sizes->bytes[i]);
		double off;

		if (!echo)
			continue;
		off = add_row(table, name, model, link, echo);
		sum += off;
		most = fmax(most, off);
		n++;
	}
	table_summary_number(table, name, "mean_relative_error", CELL_RATIO, n ? sum / (double)n : NAN);
	table_summary_number(table, name, "maximum_relative_error", CELL_RATIO, n ? most : NAN);
}

struct table *comparison_table(const struct campaign *campaign, enum statistic statistic, struct link link, const struct size_list *sizes, struct model *const *models, char *const *names,
	size_t n_models)
{
	struct reduction *reduction = reduction_new(campaign, statistic, NULL);
	struct table *table = reduction ? table_new("measured against predicted, one way", columns, sizeof(columns) / sizeof(columns[0])) : NULL;

	for (size_t i = 0; table && i < n_models; i++)
		compare_model(table, reduction_values(reduction), link, sizes, models[i], names[i]);
	reduction_free(reduction);
	return table;
}
