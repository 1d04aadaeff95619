#include "report/sensitivity.h"

#include "render/plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const double tolerances[TOLERANCES] = {0.01, 0.02, 0.05};

static const struct column columns[] = {
	{"parameter", "", CELL_TEXT},    {"unit", "", CELL_TEXT},        {"value", "", CELL_NUMBER},
	{"derivative", "", CELL_NUMBER}, {"seconds", "s", CELL_SECONDS}, {"share", "", CELL_RATIO},
	{"slower_1", "", CELL_NUMBER},   {"slower_2", "", CELL_NUMBER},  {"slower_5", "", CELL_NUMBER},
};
enum { WITHOUT_TOLERANCES = 6 };

static const char *const slower_columns[TOLERANCES] = {"slower_1", "slower_2", "slower_5"};

static void add_row(struct table *table, const char *name, const char *unit, double value,
		    const struct sensitivity *one, double seconds)
{
	table_row(table);
	table_set_text(table, "parameter", name);
	table_set_text(table, "unit", unit);
	if (!isnan(value))
		table_set_number(table, "value", value);
	table_set_number(table, "derivative", one->derivative);
	table_set_number(table, "seconds", one->seconds);
	if (seconds > 0)
		table_set_number(table, "share", one->seconds / seconds);
}

struct table *sensitivity_table(const struct subject *subject, const struct sensitivities *found, double compute_scale,
				const double (*reached)[TOLERANCES])
{
	struct table *table = table_new("how much longer the program takes with each parameter", columns,
					reached ? sizeof(columns) / sizeof(columns[0]) : WITHOUT_TOLERANCES);
	struct sensitivity compute = found->at[subject->n];

	for (size_t k = 0; table && k < subject->n; k++) {
		bool scaled = isnan(subject->parameters[k].value);

		add_row(table, subject->parameters[k].name, scaled ? "times" : subject->parameters[k].unit,
			scaled ? 1 : subject->parameters[k].value, &found->at[k], found->seconds);
		for (int i = 0; reached && i < TOLERANCES; i++)
			if (isfinite(reached[k][i]))
				table_set_number(table, slower_columns[i], reached[k][i]);
	}
	if (!table)
		return NULL;
	if (compute_scale > 0)
		compute.derivative /= compute_scale;
	add_row(table, "compute", "times", compute_scale, &compute, found->seconds);
	table_summary_number(table, NULL, "seconds", CELL_SECONDS, found->seconds);
	table_summary_number(table, NULL, "simulations", CELL_COUNT, found->simulations);
	if (found->lost > 0)
		table_summary_number(table, NULL, "lost", CELL_COUNT, (double)found->lost);
	return table;
}

struct table *time_curve_table(const struct subject *subject, size_t k, const struct time_curve *curve)
{
	const struct column own[] = {{subject->parameters[k].name, subject->parameters[k].unit, CELL_NUMBER},
				     {"seconds", "s", CELL_SECONDS},
				     {"slope", "", CELL_NUMBER},
				     {"exact", "", CELL_TEXT}};
	struct table *table = table_new("predicted time over a parameter, at the corners of its curve", own, 4);
	size_t exact = 0;

	for (size_t i = 0; table && i < curve->n; i++) {
		const struct time_point *point = &curve->at[i];
		bool last = i + 1 == curve->n;

		table_row(table);
		table_set_number(table, own[0].name, point->x);
		table_set_number(table, "seconds", point->seconds);
		table_set_number(table, "slope", point->slope);
		if (!last)
			table_set_text(table, "exact", point->exact ? "line" : "sampled");
		exact += !last && point->exact;
	}
	if (!table)
		return NULL;
	table_summary_number(table, NULL, "simulations", CELL_COUNT, curve->simulations);
	table_summary_text(table, NULL, "curve",
			   exact + 1 == curve->n ? "exact"
						 : "sampled where the order of events changes with the parameter");
	return table;
}

char *time_curve_plot(const struct subject *subject, size_t k, const struct time_curve *curve, struct error *err)
{
	double *x = calloc(curve->n + 1, sizeof(*x)), *y = calloc(curve->n + 1, sizeof(*y));
	const struct plot_series series = {.style = SERIES_LINE_POINTS, .x = x, .y = y, .n = curve->n};
	char label[80];
	const struct plot plot = {.title = "predicted time",
				  .x_label = label,
				  .y_label = "time",
				  .y_seconds = true,
				  .series = &series,
				  .n_series = 1};
	bool time = strcmp(subject->parameters[k].unit, "s") == 0 && !isnan(subject->parameters[k].value);
	char *svg = NULL;

	snprintf(label, sizeof(label), "%s%s", subject->parameters[k].name, time ? " (us)" : "");
	for (size_t i = 0; x && y && i < curve->n; i++) {
		x[i] = curve->at[i].x * (time ? 1e6 : 1);
		y[i] = curve->at[i].seconds;
	}
	if (x && y)
		svg = plot_svg(&plot, err);
	else
		error_memory(err, "a plot");
	free(x);
	free(y);
	return svg;
}
