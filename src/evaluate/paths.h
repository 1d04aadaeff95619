#ifndef SONDE_EVALUATE_PATHS_H
#define SONDE_EVALUATE_PATHS_H

#include "base/units.h"
#include "evaluate/prediction_errors.h"
#include "model/paths.h"
#include "model/paths_fit.h"
#include "probe/probe.h"

/* NULL-terminated names by enum path_kind: "send", "receive", "full". */
extern const char *const path_names[];

/* What is measured: the three paths of a message (send call, receive call, from end to end) in the four layouts at
 * every size. */
struct path_experiments {
	const struct size_list *sizes;
	struct link link;
	size_t blocks, stride;
};

/*
 * Fills in blocks and stride as the first model that says them has them, else 100 and 2.
 *
 * - A stride that is set stays.
 * - Local.
 */
void path_experiments_choose(struct path_experiments *e, struct model *const *models, size_t n);

/* The bytes that the largest message needs from its first to its last. Local. */
size_t path_experiments_span(const struct path_experiments *e);

/*
 * Measures send calls, receive calls and round trips in one interleaved campaign, then streams.
 *
 * - main_state: as watch_begin.
 * - ERR_* of the platform or the sink.
 * - Runs on the platform.
 */
enum status path_experiments_measure(const struct path_experiments *e, struct prober *prober,
				     const struct campaign *main_state, struct error *err);

/* A path that was measured. Send and receive path: path_busy. The full one is the round trip with an empty answer less
 * half of an empty one. */
struct compared_path {
	enum path_kind path;
	unsigned ends; /* which end is noncontiguous: an index of message_layout_names */
	size_t bytes;
	double measured; /* s */
};

/* Paths held against what models predict of them. Starts zero-initialised. */
struct paths_comparison {
	struct compared_path *paths; /* by path, layout and size */
	size_t n;
	double *predicted; /* s: of path i by model k at k * n + i */
	size_t n_models;
};

/*
 * Compares the campaign's paths, reduced to the statistic, with what each model predicts.
 *
 * - What was not measured is left out.
 * - Ownership: paths_comparison_release in any case.
 * - ERR_INPUT if a model does not know the stride; ERR_MEMORY.
 * - Local, as are all that follow.
 */
enum status paths_compare(struct paths_comparison *comparison, const struct path_experiments *e,
			  const struct campaign *campaign, enum statistic statistic, struct model *const *models,
			  size_t n_models, struct error *err);
void paths_comparison_release(struct paths_comparison *comparison);

/* What the model predicts of a path, in seconds, and its relative error. */
double paths_predicted(const struct paths_comparison *comparison, size_t model, size_t path);
double paths_error(const struct paths_comparison *comparison, size_t model, size_t path);

/* The model's errors over everything, and over one path in one layout. */
struct prediction_errors paths_errors(const struct paths_comparison *comparison, size_t model);
struct prediction_errors paths_errors_of(const struct paths_comparison *comparison, size_t model, enum path_kind path,
					 unsigned ends);

#endif
