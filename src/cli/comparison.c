#include "cli/comparison.h"

static const struct column columns[] = {
	{"model", "", CELL_TEXT},        {"operation", "", CELL_TEXT},     {"algorithm", "", CELL_TEXT},
	{"processes", "", CELL_COUNT},   {"bytes", "B", CELL_BYTES},       {"reply_bytes", "B", CELL_BYTES},
	{"measured", "s", CELL_SECONDS}, {"predicted", "s", CELL_SECONDS}, {"relative_error", "", CELL_RATIO},
};

static void add_row(struct table *table, const char *name, const struct trips_comparison *comparison, size_t model,
		    size_t i)
{
	const struct compared_trip *trip = &comparison->trips[i];

	table_row(table);
	table_set_text(table, "model", name);
	table_set_text(table, "operation", "roundtrip");
	table_set_text(table, "algorithm", "native");
	table_set_number(table, "processes", 2);
	table_set_number(table, "bytes", (double)trip->bytes);
	table_set_number(table, "reply_bytes", (double)trip->reply_bytes);
	table_set_number(table, "measured", trip->measured);
	table_set_number(table, "predicted", trips_predicted(comparison, model, i));
	table_set_number(table, "relative_error", trips_error(comparison, model, i));
}

void comparison_summarise(struct table *table, const char *name, const struct prediction_errors *errors)
{
	table_summary_number(table, name, "mean_relative_error", CELL_RATIO, prediction_errors_mean(errors));
	table_summary_number(table, name, "maximum_relative_error", CELL_RATIO, prediction_errors_most(errors));
}

struct table *comparison_table(const struct trips_comparison *comparison, char *const *names)
{
	struct table *table =
		table_new("round trips: measured against predicted", columns, sizeof(columns) / sizeof(columns[0]));

	for (size_t k = 0; table && k < comparison->n_models; k++) {
		const struct prediction_errors errors = trips_errors(comparison, k);

		for (size_t i = 0; i < comparison->n; i++)
			add_row(table, names[k], comparison, k, i);
		comparison_summarise(table, names[k], &errors);
	}
	return table;
}
