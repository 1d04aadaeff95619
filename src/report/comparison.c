#include "report/comparison.h"

#include <stdio.h>

#define COLUMNS(columns) (columns), sizeof(columns) / sizeof((columns)[0])

static void add_trip(struct table *table, const char *name, const struct trips_comparison *comparison, size_t model,
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
	table_set_number(table, "low", trip->low);
	table_set_number(table, "high", trip->high);
	table_set_text(table, "uncertain", trips_uncertain(comparison, model, i) ? "yes" : NULL);
}

void comparison_summarise(struct table *table, const char *name, const struct prediction_errors *errors)
{
	table_summary_number(table, name, "mean_relative_error", CELL_RATIO, prediction_errors_mean(errors));
	table_summary_number(table, name, "maximum_relative_error", CELL_RATIO, prediction_errors_most(errors));
	if (errors->uncertain > 0)
		table_summary_number(table, name, "uncertain", CELL_COUNT, (double)errors->uncertain);
}

struct table *trips_comparison_table(const struct trips_comparison *comparison, char *const *names)
{
	static const struct column columns[] = {
		{"model", "", CELL_TEXT},        {"operation", "", CELL_TEXT},     {"algorithm", "", CELL_TEXT},
		{"processes", "", CELL_COUNT},   {"bytes", "B", CELL_BYTES},       {"reply_bytes", "B", CELL_BYTES},
		{"measured", "s", CELL_SECONDS}, {"predicted", "s", CELL_SECONDS}, {"relative_error", "", CELL_RATIO},
		{"low", "s", CELL_SECONDS},      {"high", "s", CELL_SECONDS},      {"uncertain", "", CELL_TEXT},
	};
	struct table *table = table_new("round trips: measured against predicted", COLUMNS(columns));
	size_t uncertain = 0;

	for (size_t k = 0; table && k < comparison->n_models; k++) {
		const struct prediction_errors errors = trips_errors(comparison, k);

		for (size_t i = 0; i < comparison->n; i++)
			add_trip(table, names[k], comparison, k, i);
		comparison_summarise(table, names[k], &errors);
		uncertain += errors.uncertain;
	}
	if (table && uncertain == 0) {
		table_for_files(table, "low");
		table_for_files(table, "high");
		table_for_files(table, "uncertain");
	}
	return table;
}

static void add_path(struct table *table, const char *name, const struct paths_comparison *comparison, size_t model,
		     size_t i)
{
	const struct compared_path *path = &comparison->paths[i];

	table_row(table);
	table_set_text(table, "model", name);
	table_set_text(table, "operation", "p2p");
	table_set_text(table, "algorithm", "native");
	table_set_number(table, "processes", 2);
	table_set_text(table, "path", path_names[path->path]);
	table_set_text(table, "layout", message_layout_names[path->ends]);
	table_set_number(table, "bytes", (double)path->bytes);
	table_set_number(table, "measured", path->measured);
	table_set_number(table, "predicted", paths_predicted(comparison, model, i));
	table_set_number(table, "relative_error", paths_error(comparison, model, i));
}

/* The mean error of each path in each layout that was measured. */
static void summarise_paths(struct table *table, const char *name, const struct paths_comparison *comparison,
			    size_t model)
{
	char text[40];

	for (int path = 0; path < PATHS; path++)
		for (unsigned ends = 0; ends < MESSAGE_LAYOUTS; ends++) {
			const struct prediction_errors errors =
				paths_errors_of(comparison, model, (enum path_kind)path, ends);

			snprintf(text, sizeof(text), "%s_%s", path_names[path], message_layout_names[ends]);
			if (errors.n)
				table_summary_number(table, name, text, CELL_RATIO, prediction_errors_mean(&errors));
		}
}

struct table *paths_comparison_table(const struct paths_comparison *comparison, char *const *names)
{
	static const struct column columns[] = {
		{"model", "", CELL_TEXT},           {"operation", "", CELL_TEXT},    {"algorithm", "", CELL_TEXT},
		{"processes", "", CELL_COUNT},      {"path", "", CELL_TEXT},         {"layout", "", CELL_TEXT},
		{"bytes", "B", CELL_BYTES},         {"measured", "s", CELL_SECONDS}, {"predicted", "s", CELL_SECONDS},
		{"relative_error", "", CELL_RATIO},
	};
	struct table *table = table_new("three paths of a message: measured against predicted", COLUMNS(columns));

	for (size_t k = 0; table && k < comparison->n_models; k++) {
		const struct prediction_errors errors = paths_errors(comparison, k);

		for (size_t i = 0; i < comparison->n; i++)
			add_path(table, names[k], comparison, k, i);
		summarise_paths(table, names[k], comparison, k);
		comparison_summarise(table, names[k], &errors);
	}
	return table;
}
