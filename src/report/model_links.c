#include "report/model_table.h"

#include "base/units.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE = 65536, NAME = 64 };

/* A column of the table: a parameter, at a size. */
struct view {
	size_t p;
	double bytes;
	char name[NAME];
};

static const struct parameter *parameter_of(const struct model *model, size_t l, size_t p)
{
	return &model->parameters[l * model->class->n_params + p];
}

/* The least size at which any link has the parameter, and the largest up to LARGE at which all have; false if none has
 * it. */
static bool find_sizes(const struct model *model, size_t p, double *least, double *large)
{
	*least = INFINITY;
	*large = LARGE;
	for (size_t l = 0; l < model->n_links; l++) {
		const struct curve *curve = &parameter_of(model, l, p)->curve;

		if (curve->n == 0)
			continue;
		*least = fmin(*least, curve->x[0]);
		*large = fmin(*large, curve->x[curve->n - 1]);
	}
	return isfinite(*least);
}

/* The columns that the model needs, at most two for each parameter; returns how many. */
static size_t find_views(const struct model *model, struct view *views)
{
	size_t n = 0;

	for (size_t p = 0; p < model->class->n_params; p++) {
		const struct param_spec *spec = &model->class->params[p];
		double sizes[2];
		char size[32];

		if (!find_sizes(model, p, &sizes[0], &sizes[1]))
			continue;
		for (int k = 0; k < (spec->shape == PARAM_PER_SIZE && sizes[1] > sizes[0] ? 2 : 1); k++) {
			views[n] = (struct view){.p = p, .bytes = sizes[k]};
			if (spec->shape == PARAM_PER_SIZE)
				snprintf(views[n].name, NAME, "%.24s(%.24s)", spec->name,
					 size_format((size_t)sizes[k], size, sizeof(size)));
			else /* the first column is named as one of lmo's parameters */
				snprintf(views[n].name, NAME, strcmp(spec->name, "link") ? "%.48s" : "%.48s_per_byte",
					 spec->name);
			n++;
		}
	}
	return n;
}

static void add_row(struct table *table, const struct model *model, size_t l, const struct view *views, size_t n)
{
	char text[LINK_NAME];

	table_row(table);
	table_set_text(table, "link", model_link_name(model->class, model->links[l], text));
	for (size_t i = 0; i < n; i++) {
		const struct curve *curve = &parameter_of(model, l, views[i].p)->curve;

		if (curve->n > 0)
			table_set_number(table, views[i].name, curve_at(curve, views[i].bytes));
	}
}

static struct table *links_table(const struct model *model, const struct view *views, struct column *columns, size_t n)
{
	char title[160], classes[48] = "";
	struct table *table;

	columns[0] = (struct column){"link", "", CELL_TEXT};
	for (size_t i = 0; i < n; i++) {
		const char *unit = model->class->params[views[i].p].unit;

		columns[i + 1] = (struct column){views[i].name, unit,
						 strcmp(unit, "s") == 0   ? CELL_SECONDS
						 : strcmp(unit, "B") == 0 ? CELL_BYTES
									  : CELL_NUMBER};
	}
	if (model->classes)
		snprintf(classes, sizeof(classes), " of %zu classes", model->n_classes);
	snprintf(title, sizeof(title), "%s model, %zu processes%s; JSON and CSV have intervals and all sizes",
		 model->class->name, model->processes, classes);
	table = table_new(title, columns, n + 1);
	for (size_t l = 0; table && l < model->n_links; l++)
		add_row(table, model, l, views, n);
	return table;
}

struct table *model_table_view(const struct model *model, bool all)
{
	struct view *views;
	struct column *columns;
	struct table *table = NULL;

	if (model->n_links <= MODEL_MANY_LINKS)
		return model_table(model, all);
	views = calloc(2 * model->class->n_params + 1, sizeof(*views));
	columns = calloc(2 * model->class->n_params + 2, sizeof(*columns));
	if (views && columns)
		table = links_table(model, views, columns, find_views(model, views));
	free(views);
	free(columns);
	return table;
}
