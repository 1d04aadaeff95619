#ifndef SONDE_CLI_COMPARE_PATHS_H
#define SONDE_CLI_COMPARE_PATHS_H

#include "base/table.h"
#include "base/units.h"
#include "model/paths.h"
#include "probe/probe.h"

/* What is measured: the three paths in the four layouts at every size. */
struct paths_comparison {
	const struct size_list *sizes;
	struct link link;
	size_t blocks, stride;
};

/* Fills in blocks and stride as the first model that says them has them, else 100 and 2; a stride that is set stays.
 * Local. */
void paths_comparison_choose(struct paths_comparison *c, struct model *const *models, size_t n);

/* The bytes that the largest message needs from its first to its last. Local. */
size_t paths_comparison_span(const struct paths_comparison *c);

/* Measures send calls, receive calls and round trips, all in one interleaved campaign. usual: as watch_begin. ERR_* of
 * the platform or the sink. Runs on the platform. */
enum status paths_comparison_measure(const struct paths_comparison *c, struct prober *prober,
				     const struct campaign *usual, struct error *err);

/*
 * Per model, path, layout and size: model, operation, algorithm, processes, bytes, layout, path, measured, predicted,
 * relative_error; per model mean_relative_error and maximum_relative_error, and the mean of each path and layout
 * ("send_cc"), of absolute values. The full path is the fresh RTT(m) less half of the fresh RTT(0). *table is the
 * caller's. ERR_INPUT if a model does not know the stride. Local.
 */
enum status paths_comparison_table(const struct paths_comparison *c, const struct campaign *campaign,
				   enum statistic statistic, struct model *const *models, char *const *names, size_t n,
				   struct table **table, struct error *err);

#endif
