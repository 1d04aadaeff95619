#ifndef SONDE_CLI_TUNE_TRACE_H
#define SONDE_CLI_TUNE_TRACE_H

#include "cli/tune_request.h"

/*
 * Makes rules for the program of request->trace, by a model, or by one within a node and one between nodes.
 *
 * - Where no library was named they are for the traced one.
 * - ERR_USAGE, ERR_INPUT, ERR_IO, ERR_MEMORY. Local.
 */
enum status tune_by_trace(struct context *context, struct tune_request *request, const struct progress *progress,
			  struct error *err);

#endif
