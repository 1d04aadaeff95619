#ifndef SONDE_CLI_TUNE_MODEL_H
#define SONDE_CLI_TUNE_MODEL_H

#include "base/progress.h"
#include "cli/tune/request.h"

/* Simulates what rules can choose under a model, prints what they gain and writes them. ERR_USAGE, ERR_INPUT,
 * ERR_IO, ERR_MEMORY. Local. */
enum status tune_by_model(struct context *context, struct tune_request *request, const struct progress *progress,
			  struct error *err);

/* The same for each number of processes that a node may have, by a model within a node and one between nodes: a table
 * and a file for each. */
enum status tune_by_shapes(struct context *context, struct tune_request *request, const struct progress *progress,
			   struct error *err);

#endif
