#include "report/tuning_plot.h"

#include <stdio.h>
#include <stdlib.h>

#include "render/plot.h"

enum { WIDTH = 420, HEIGHT = 300, CURVES = 3, TITLE = 120 };

/* A plot of the figure. */
struct panel {
	struct plot_series series[CURVES];
	char title[TITLE];
};

/* The plots, and where each stands. */
struct panels {
	struct panel *list;
	struct plot *plots;
	size_t *columns, *rows;
	size_t n;
};

static void make_panel(const struct tune_curve *curve, const struct tune_library *library, struct panel *panel,
		       struct plot *plot)
{
	const double *times[CURVES] = {curve->own, curve->rule, curve->best};
	static const char *const names[CURVES] = {"own", "rules", "best"};

	snprintf(panel->title, sizeof(panel->title), "%s, %d processes%s%s", library->class(curve->id)->name,
		 curve->processes, curve->level == TUNED_WHOLE ? "" : ", ",
		 curve->level == TUNED_WHOLE ? "" : tuned_level_words[curve->level]);
	for (int k = 0; k < CURVES; k++)
		panel->series[k] = (struct plot_series){.name = names[k],
							.style = k == CURVES - 1 && curve->n > 1 ? SERIES_LINE
												 : SERIES_LINE_POINTS,
							.x = curve->bytes,
							.y = times[k],
							.n = curve->n};
	*plot = (struct plot){.title = panel->title,
			      .x_label = "size",
			      .y_label = "time",
			      .x_bytes = true,
			      .y_seconds = true,
			      .x_log = true,
			      .y_log = true,
			      .series = panel->series,
			      .n_series = CURVES,
			      .width = WIDTH,
			      .height = HEIGHT};
}

static bool same_row(const struct tune_curve *a, const struct tune_curve *b)
{
	return a->id == b->id && a->level == b->level;
}

/* How many smaller numbers of processes there are. */
static size_t column_of(const struct tune_result *result, size_t i)
{
	size_t column = 0;

	for (size_t k = 0; k < result->n_curves; k++) {
		bool first = result->curves[k].processes < result->curves[i].processes;

		for (size_t before = 0; first && before < k; before++)
			first = result->curves[before].processes != result->curves[k].processes;
		column += first;
	}
	return column;
}

static void make_panels(const struct tune_result *result, const struct tune_library *library, struct panels *panels)
{
	size_t row = 0;

	for (size_t i = 0; i < result->n_curves; i++) {
		row += i > 0 && !same_row(&result->curves[i - 1], &result->curves[i]);
		make_panel(&result->curves[i], library, &panels->list[i], &panels->plots[i]);
		panels->columns[i] = column_of(result, i);
		panels->rows[i] = row;
	}
	panels->n = result->n_curves;
}

char *tuning_plot(const struct tune_result *result, const struct tune_library *library, struct error *err)
{
	size_t n = result->n_curves;
	struct panels panels = {.list = calloc(n + 1, sizeof(*panels.list)),
				.plots = calloc(n + 1, sizeof(*panels.plots)),
				.columns = calloc(n + 1, sizeof(*panels.columns)),
				.rows = calloc(n + 1, sizeof(*panels.rows))};
	char *svg = NULL;

	if (!panels.list || !panels.plots || !panels.columns || !panels.rows)
		error_memory(err, "a figure of rules");
	else if (n == 0)
		error_set(err, ERR_INPUT, "there is nothing to draw: no operation was tuned");
	else
		make_panels(result, library, &panels);
	if (panels.n > 0)
		svg = plot_grid_svg(panels.plots, panels.columns, panels.rows, panels.n, err);
	free(panels.list);
	free(panels.plots);
	free(panels.columns);
	free(panels.rows);
	return svg;
}
