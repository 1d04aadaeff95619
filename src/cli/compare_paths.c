#include "cli/compare_paths.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define PATHS 3
enum { BLOCKS_USUAL = 100, STRIDE_USUAL = 2 };

static const struct column columns[] = {
	{"model", "", CELL_TEXT},           {"operation", "", CELL_TEXT},    {"algorithm", "", CELL_TEXT},
	{"processes", "", CELL_COUNT},      {"path", "", CELL_TEXT},         {"layout", "", CELL_TEXT},
	{"bytes", "B", CELL_BYTES},         {"measured", "s", CELL_SECONDS}, {"predicted", "s", CELL_SECONDS},
	{"relative_error", "", CELL_RATIO},
};

static const char *const path_names[PATHS] = {"send", "receive", "full"};
static const enum experiment_kind kinds[PATHS] = {EXPERIMENT_SEND, EXPERIMENT_RECEIVE, EXPERIMENT_ROUNDTRIP};

/* The value of a parameter of the first model that has one of this name, else the usual one. */
static size_t first_said(struct model *const *models, size_t n, const char *name, size_t usual)
{
	for (size_t i = 0; i < n; i++) {
		double value = model_param_index(models[i]->class, name) < models[i]->class->n_params
				       ? model_value(models[i], 0, name, 0)
				       : NAN;

		if (value >= 1)
			return (size_t)value;
	}
	return usual;
}

void paths_comparison_choose(struct paths_comparison *c, struct model *const *models, size_t n)
{
	c->blocks = first_said(models, n, "blocks", BLOCKS_USUAL);
	if (c->stride == 0)
		c->stride = first_said(models, n, "stride", STRIDE_USUAL);
}

size_t paths_comparison_span(const struct paths_comparison *c)
{
	size_t largest = c->sizes->bytes[c->sizes->n - 1];

	return c->stride > SIZE_MAX / (largest + 1) ? SIZE_MAX : largest * c->stride;
}

static struct experiment experiment_of(const struct paths_comparison *c, size_t path, unsigned ends, size_t bytes)
{
	return (struct experiment){
		.kind = kinds[path],
		.from = c->link.from,
		.to = c->link.to,
		.bytes = bytes,
		.count = 1,
		.setup = {.layout = {message_layout_end(bytes, ends & 2, c->blocks, c->stride),
				     message_layout_end(bytes, ends & 1, c->blocks, c->stride)}},
	};
}

enum status paths_comparison_measure(const struct paths_comparison *c, struct prober *prober,
				     const struct campaign *usual, struct error *err)
{
	size_t n = 0, largest = c->sizes->bytes[c->sizes->n - 1];
	struct experiment *list = calloc(PATHS * MESSAGE_LAYOUTS * c->sizes->n + 1, sizeof(*list));
	enum status status = list ? OK : error_memory(err, "a list of experiments");

	if (list)
		list[n++] = experiment_of(c, PATHS - 1, 0, 0);
	for (size_t i = 0; list && i < c->sizes->n; i++)
		for (size_t path = 0; path < PATHS; path++)
			for (unsigned ends = 0; ends < (c->sizes->bytes[i] ? MESSAGE_LAYOUTS : 1); ends++)
				if (c->sizes->bytes[i] > 0 || path != PATHS - 1)
					list[n++] = experiment_of(c, path, ends, c->sizes->bytes[i]);
	if (status == OK)
		status = probe_warm(prober, c->link.from, c->link.to, err);
	if (status == OK)
		status = watch_begin(prober, c->link.from, c->link.to, largest < WATCH_LARGE ? largest : WATCH_LARGE,
				     usual, err);
	if (status == OK)
		status = probe_points(prober, list, n, err);
	free(list);
	return status;
}

/* NAN if it was not measured. */
static double measured_path(const struct paths_comparison *c, const struct points *points, size_t path, unsigned ends,
			    size_t bytes)
{
	const struct experiment what = experiment_of(c, path, ends, bytes), empty = experiment_of(c, PATHS - 1, 0, 0);
	const struct point *point = points_find(points, &what), *constant = points_find(points, &empty);

	if (!point || !constant)
		return NAN;
	return path == PATHS - 1 ? point->seconds - constant->seconds / 2 : point->seconds;
}

/* Absolute errors. */
struct errors {
	double sum, most;
	size_t n;
};

static void errors_add(struct errors *errors, double off)
{
	errors->sum += fabs(off);
	errors->most = fmax(errors->most, fabs(off));
	errors->n++;
}

static void add_row(struct table *table, const char *name, size_t path, unsigned ends, size_t bytes, double measured,
		    double predicted)
{
	table_row(table);
	table_set_text(table, "model", name);
	table_set_text(table, "operation", "p2p");
	table_set_text(table, "algorithm", "native");
	table_set_number(table, "processes", 2);
	table_set_text(table, "path", path_names[path]);
	table_set_text(table, "layout", message_layout_names[ends]);
	table_set_number(table, "bytes", (double)bytes);
	table_set_number(table, "measured", measured);
	table_set_number(table, "predicted", predicted);
	table_set_number(table, "relative_error", predicted / measured - 1);
}

/* A row of Table 1: one path in one layout. */
static enum status compare_row(const struct paths_comparison *c, const struct points *points, const struct model *model,
			       const char *name, size_t path, unsigned ends, struct table *table, struct errors *all,
			       struct error *err)
{
	const struct message_layout layout = {ends, (double)c->stride};
	struct errors own = {.n = 0};
	char text[40];

	for (size_t i = 0; i < c->sizes->n; i++) {
		double measured = measured_path(c, points, path, ends, c->sizes->bytes[i]), predicted;
		struct paths paths;

		if (isnan(measured))
			continue;
		if (model_paths(model, c->link, c->sizes->bytes[i], &layout, &paths, err) != OK)
			return err->status;
		predicted = path == 0 ? paths.send : path == 1 ? paths.receive : paths.full;
		add_row(table, name, path, ends, c->sizes->bytes[i], measured, predicted);
		errors_add(&own, predicted / measured - 1);
		errors_add(all, predicted / measured - 1);
	}
	snprintf(text, sizeof(text), "%s_%s", path_names[path], message_layout_names[ends]);
	if (own.n)
		table_summary_number(table, name, text, CELL_RATIO, own.sum / (double)own.n);
	return OK;
}

static enum status compare_model(const struct paths_comparison *c, const struct points *points,
				 const struct model *model, const char *name, struct table *table, struct error *err)
{
	struct errors all = {.n = 0};
	enum status status = OK;

	for (size_t path = 0; path < PATHS; path++)
		for (unsigned ends = 0; status == OK && ends < MESSAGE_LAYOUTS; ends++)
			status = compare_row(c, points, model, name, path, ends, table, &all, err);
	table_summary_number(table, name, "mean_relative_error", CELL_RATIO, all.n ? all.sum / (double)all.n : NAN);
	table_summary_number(table, name, "maximum_relative_error", CELL_RATIO, all.n ? all.most : NAN);
	return status;
}

enum status paths_comparison_table(const struct paths_comparison *c, const struct campaign *campaign,
				   enum statistic statistic, struct model *const *models, char *const *names, size_t n,
				   struct table **table, struct error *err)
{
	struct reduction *reduction = reduction_new(campaign, statistic, err);
	enum status status = reduction ? OK : ERR_MEMORY;

	*table = reduction ? table_new("three paths of a message: measured against predicted", columns,
				       sizeof(columns) / sizeof(columns[0]))
			   : NULL;
	if (reduction && !*table)
		status = error_memory(err, "a table");
	for (size_t i = 0; status == OK && i < n; i++)
		status = compare_model(c, reduction_values(reduction), models[i], names[i], *table, err);
	reduction_free(reduction);
	if (status != OK) {
		table_free(*table);
		*table = NULL;
	}
	return status;
}
