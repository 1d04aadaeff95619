#include "render/plot_values.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A curve of more points is thinned. */
#define POINTS_SHOWN 48

enum { LABEL_ROOM = 100 };

/* The columns, with room for their names and units. */
struct value_columns {
	struct column of[5]; /* curve, both axes, the ends of the interval */
	char names[2][LABEL_ROOM], units[2][LABEL_ROOM];
	size_t n;
};

/* "error [%]" is named error, and has the unit %. */
static void split_label(const char *label, const char *other, char name[LABEL_ROOM], char unit[LABEL_ROOM])
{
	const char *bracket;

	snprintf(name, LABEL_ROOM, "%s", label && *label ? label : other);
	bracket = strstr(name, " [");
	unit[0] = '\0';
	if (!bracket)
		return;
	snprintf(unit, LABEL_ROOM, "%.*s", (int)strcspn(bracket + 2, "]"), bracket + 2);
	name[bracket - name] = '\0';
}

static void make_columns(struct value_columns *c, const struct plot *plot)
{
	bool intervals = false;

	for (size_t k = 0; k < plot->n_series; k++)
		intervals = intervals || (plot->series[k].low && plot->series[k].high);
	split_label(plot->x_label, "x", c->names[0], c->units[0]);
	split_label(plot->y_label, "y", c->names[1], c->units[1]);
	c->of[0] = (struct column){"curve", "", CELL_TEXT};
	c->of[1] = plot->x_bytes ? (struct column){c->names[0], "B", CELL_BYTES}
				 : (struct column){c->names[0], c->units[0], CELL_NUMBER};
	for (size_t i = 2; i < 5; i++)
		c->of[i] = plot->y_seconds ? (struct column){c->names[1], "s", CELL_SECONDS}
					   : (struct column){c->names[1], c->units[1], CELL_NUMBER};
	c->of[3].name = "low";
	c->of[4].name = "high";
	c->n = intervals ? 5 : 3;
}

static double at(const double *values, size_t i)
{
	return values ? values[i] : NAN;
}

/* A row of the values in their order; missing ones are NAN. */
static void add_row(struct table *table, const char *name, const double values[4])
{
	table_row(table);
	if (table->status)
		return;
	table_set_text(table, "curve", name ? name : "");
	for (size_t i = 1; i < table->n_columns; i++)
		table->cells[(table->n_rows - 1) * table->n_columns + i].number = values[i - 1];
}

static void add_series(struct table *table, const struct plot_series *s, size_t step)
{
	for (size_t i = 0; i < s->n; i++) {
		const double values[4] = {s->x[i], s->y[i], at(s->low, i), at(s->high, i)};

		if ((i % step == 0 || i + 1 == s->n) && isfinite(s->x[i]) && isfinite(s->y[i]))
			add_row(table, s->name, values);
	}
}

struct table *plot_values(const struct plot *plot)
{
	struct value_columns c;
	struct table *table;
	char text[LABEL_ROOM];
	bool thinned = false;

	make_columns(&c, plot);
	table = table_new(plot->title ? plot->title : "", c.of, c.n);
	for (size_t k = 0; table && k < plot->n_series; k++) {
		size_t step = (plot->series[k].n + POINTS_SHOWN - 1) / POINTS_SHOWN;

		thinned = thinned || step > 1;
		add_series(table, &plot->series[k], step > 0 ? step : 1);
	}
	snprintf(text, sizeof(text), "points of curves that have more than %d", POINTS_SHOWN);
	if (table && thinned)
		table_summary_text(table, NULL, "left out", text);
	return table;
}
