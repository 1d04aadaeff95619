#include "evaluate/paths.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "sample/points.h"
#include "probe/watch.h"

enum { BLOCKS_DEFAULT = 100, STRIDE_DEFAULT = 2 };

const char *const path_names[] = {
	[PATH_KIND_SEND] = "send", [PATH_KIND_RECEIVE] = "receive", [PATH_KIND_FULL] = "full", [PATHS] = NULL};

static const enum experiment_kind kinds[PATHS] = {[PATH_KIND_SEND] = EXPERIMENT_SEND,
						  [PATH_KIND_RECEIVE] = EXPERIMENT_RECEIVE,
						  [PATH_KIND_FULL] = EXPERIMENT_ROUNDTRIP};

/* The value of a parameter of the first model that has one of this name, else the default. */
static size_t first_said(struct model *const *models, size_t n, const char *name, size_t otherwise)
{
	for (size_t i = 0; i < n; i++) {
		double value = model_param_index(models[i]->class, name) < models[i]->class->n_params
				       ? model_value(models[i], 0, name, 0)
				       : NAN;

		if (value >= 1)
			return (size_t)value;
	}
	return otherwise;
}

void path_experiments_choose(struct path_experiments *e, struct model *const *models, size_t n)
{
	e->blocks = first_said(models, n, "blocks", BLOCKS_DEFAULT);
	if (e->stride == 0)
		e->stride = first_said(models, n, "stride", STRIDE_DEFAULT);
}

size_t path_experiments_span(const struct path_experiments *e)
{
	size_t largest = e->sizes->bytes[e->sizes->n - 1];

	return e->stride > SIZE_MAX / (largest + 1) ? SIZE_MAX : largest * e->stride;
}

static struct experiment experiment_of(const struct path_experiments *e, enum path_kind path, unsigned ends,
				       size_t bytes)
{
	return (struct experiment){
		.kind = kinds[path],
		.from = e->link.from,
		.to = e->link.to,
		.bytes = bytes,
		.count = 1,
		.setup = {.layout = {message_layout_end(bytes, ends & 2, e->blocks, e->stride),
				     message_layout_end(bytes, ends & 1, e->blocks, e->stride)}},
	};
}

enum status path_experiments_measure(const struct path_experiments *e, struct prober *prober,
				     const struct campaign *main_state, struct error *err)
{
	size_t n = 0, largest = e->sizes->bytes[e->sizes->n - 1];
	struct experiment *list = calloc((size_t)PATHS * MESSAGE_LAYOUTS * e->sizes->n + 1, sizeof(*list));
	enum status status = list ? OK : error_memory(err, "a list of experiments");

	if (list)
		list[n++] = experiment_of(e, PATH_KIND_FULL, 0, 0);
	for (size_t i = 0; list && i < e->sizes->n; i++)
		for (int path = 0; path < PATHS; path++)
			for (unsigned ends = 0; ends < (e->sizes->bytes[i] ? MESSAGE_LAYOUTS : 1); ends++)
				if (e->sizes->bytes[i] > 0 || path != PATH_KIND_FULL)
					list[n++] = experiment_of(e, (enum path_kind)path, ends, e->sizes->bytes[i]);
	if (status == OK)
		status = probe_warm(prober, e->link.from, e->link.to, err);
	if (status == OK)
		status = watch_begin(prober, e->link.from, e->link.to, largest < WATCH_LARGE ? largest : WATCH_LARGE,
				     main_state, err);
	if (status == OK)
		status = probe_points(prober, list, n, err);
	for (size_t i = 0; status == OK && i < n; i++)
		if (list[i].kind == EXPERIMENT_SEND)
			status = probe_stream_group(prober, &list[i], 1, err);
	free(list);
	return status;
}

/* NAN if it was not measured. */
static double measured_path(const struct path_experiments *e, const struct points *points, enum path_kind path,
			    unsigned ends, size_t bytes)
{
	const struct experiment what = experiment_of(e, path, ends, bytes),
				empty = experiment_of(e, PATH_KIND_FULL, 0, 0);
	const struct point *point = points_find(points, &what), *constant = points_find(points, &empty);

	if (!point || !constant)
		return NAN;
	return path == PATH_KIND_FULL ? point->seconds - constant->seconds / 2 : path_busy(points, path, &what);
}

static void list_paths(struct paths_comparison *c, const struct path_experiments *e, const struct points *points)
{
	for (int path = 0; path < PATHS; path++)
		for (unsigned ends = 0; ends < MESSAGE_LAYOUTS; ends++)
			for (size_t i = 0; i < e->sizes->n; i++) {
				struct compared_path one = {
					.path = (enum path_kind)path, .ends = ends, .bytes = e->sizes->bytes[i]};

				one.measured = measured_path(e, points, one.path, ends, one.bytes);
				if (!isnan(one.measured))
					c->paths[c->n++] = one;
			}
}

static enum status predict(const struct path_experiments *e, const struct model *model,
			   const struct compared_path *path, double *seconds, struct error *err)
{
	const struct message_layout layout = {path->ends, (double)e->stride};
	struct paths paths;

	if (model_paths(model, e->link, path->bytes, &layout, &paths, err) != OK)
		return err ? err->status : ERR_INPUT;
	*seconds = path->path == PATH_KIND_SEND      ? paths.send
		   : path->path == PATH_KIND_RECEIVE ? paths.receive
						     : paths.full;
	return OK;
}

enum status paths_compare(struct paths_comparison *comparison, const struct path_experiments *e,
			  const struct campaign *campaign, enum statistic statistic, struct model *const *models,
			  size_t n_models, struct error *err)
{
	size_t most = (size_t)PATHS * MESSAGE_LAYOUTS * e->sizes->n;
	struct reduction *reduction = reduction_new(campaign, statistic, err);
	enum status status = OK;

	*comparison = (struct paths_comparison){.n_models = n_models};
	if (!reduction)
		return ERR_MEMORY;
	comparison->paths = calloc(most + 1, sizeof(*comparison->paths));
	comparison->predicted = calloc(most * n_models + 1, sizeof(*comparison->predicted));
	if (!comparison->paths || !comparison->predicted)
		status = error_memory(err, "a comparison");
	else
		list_paths(comparison, e, reduction_values(reduction));
	reduction_free(reduction);
	for (size_t k = 0; status == OK && k < n_models; k++)
		for (size_t i = 0; status == OK && i < comparison->n; i++)
			status = predict(e, models[k], &comparison->paths[i],
					 &comparison->predicted[k * comparison->n + i], err);
	return status;
}

void paths_comparison_release(struct paths_comparison *comparison)
{
	free(comparison->paths);
	free(comparison->predicted);
	*comparison = (struct paths_comparison){.n = 0};
}

double paths_predicted(const struct paths_comparison *comparison, size_t model, size_t path)
{
	return comparison->predicted[model * comparison->n + path];
}

double paths_error(const struct paths_comparison *comparison, size_t model, size_t path)
{
	return prediction_error(paths_predicted(comparison, model, path), comparison->paths[path].measured);
}

struct prediction_errors paths_errors(const struct paths_comparison *comparison, size_t model)
{
	struct prediction_errors errors = {.n = 0};

	for (size_t i = 0; i < comparison->n; i++)
		prediction_errors_add(&errors, paths_predicted(comparison, model, i), comparison->paths[i].measured);
	return errors;
}

struct prediction_errors paths_errors_of(const struct paths_comparison *comparison, size_t model, enum path_kind path,
					 unsigned ends)
{
	struct prediction_errors errors = {.n = 0};

	for (size_t i = 0; i < comparison->n; i++)
		if (comparison->paths[i].path == path && comparison->paths[i].ends == ends)
			prediction_errors_add(&errors, paths_predicted(comparison, model, i),
					      comparison->paths[i].measured);
	return errors;
}
