#include "cli/comparison.h"

#include <math.h>

static const struct column columns[] = {
	{"model", "", CELL_TEXT},        {"operation", "", CELL_TEXT},     {"algorithm", "", CELL_TEXT},
	{"processes", "", CELL_COUNT},   {"bytes", "B", CELL_BYTES},       {"reply_bytes", "B", CELL_BYTES},
	{"measured", "s", CELL_SECONDS}, {"predicted", "s", CELL_SECONDS}, {"relative_error", "", CELL_RATIO},
};

/* The round trip over this link; NULL if it was not measured. */
static const struct point *find_trip(const struct points *points, struct link link, size_t bytes, size_t reply_bytes)
{
	const struct experiment trip = {.kind = EXPERIMENT_ROUNDTRIP,
					.from = link.from,
					.to = link.to,
					.bytes = bytes,
					.reply_bytes = reply_bytes,
					.count = 1};

	return points_find(points, &trip);
}

static double add_row(struct table *table, const char *name, const struct model *model, struct link link,
		      const struct point *point)
{
	double measured = point->seconds,
	       predicted = model_roundtrip(model, link, point->what.bytes, point->what.reply_bytes);

	table_row(table);
	table_set_text(table, "model", name);
	table_set_text(table, "operation", "roundtrip");
	table_set_text(table, "algorithm", "native");
	table_set_number(table, "processes", 2);
	table_set_number(table, "bytes", (double)point->what.bytes);
	table_set_number(table, "reply_bytes", (double)point->what.reply_bytes);
	table_set_number(table, "measured", measured);
	table_set_number(table, "predicted", predicted);
	table_set_number(table, "relative_error", predicted / measured - 1);
	return fabs(predicted / measured - 1);
}

static void compare_model(struct table *table, const struct points *points, struct link link,
			  const struct size_list *sizes, const struct model *model, const char *name)
{
	double sum = 0, most = 0;
	size_t n = 0;

	for (size_t i = 0; i < 2 * sizes->n; i++) {
		size_t bytes = sizes->bytes[i / 2];
		const struct point *trip =
			i % 2 && bytes == 0 ? NULL : find_trip(points, link, bytes, i % 2 ? 0 : bytes);
		double off;

		if (!trip)
			continue;
		off = add_row(table, name, model, link, trip);
		sum += off;
		most = fmax(most, off);
		n++;
	}
	table_summary_number(table, name, "mean_relative_error", CELL_RATIO, n ? sum / (double)n : NAN);
	table_summary_number(table, name, "maximum_relative_error", CELL_RATIO, n ? most : NAN);
}

struct table *comparison_table(const struct campaign *campaign, enum statistic statistic, struct link link,
			       const struct size_list *sizes, struct model *const *models, char *const *names,
			       size_t n_models)
{
	struct reduction *reduction = reduction_new(campaign, statistic, NULL);
	struct table *table = reduction ? table_new("round trips: measured against predicted", columns,
						    sizeof(columns) / sizeof(columns[0]))
					: NULL;

	for (size_t i = 0; table && i < n_models; i++)
		compare_model(table, reduction_values(reduction), link, sizes, models[i], names[i]);
	reduction_free(reduction);
	return table;
}
