#ifndef SONDE_CLI_TUNE_TRACE_H
#define SONDE_CLI_TUNE_TRACE_H

#include "cli/replay_options.h"
#include "cli/tune/request.h"

/* The lines of an option table for the program that rules are for (struct tune_request *); they end with a comma. */
#define TUNE_TRACE_OPTIONS(request)                                                                              \
	OPT_TEXT(0, "trace", &(request)->trace, "DIR",                                                           \
		 "for one program, by its trace and a model: what makes that quickest, with its sizes, "         \
		 "communicators and processes that come late; -m, or --intra and --inter; --budget is how long " \
		 "whole programs are tried"),                                                                    \
		OPT_CHOICE(0, "computation", &(request)->computation, computation_words,                         \
			   "of --trace: what computation is, the time between calls or the CPU's (default: cpu " \
			   "where more processes ran on a host than it has CPUs)"),

/*
 * Makes rules for the program of request->trace, by a model, or by one within a node and one between nodes.
 *
 * - Where no library was named they are for the traced one.
 * - ERR_USAGE, ERR_INPUT, ERR_IO, ERR_MEMORY. Local.
 */
enum status tune_by_trace(struct context *context, struct tune_request *request, const struct progress *progress,
			  struct error *err);

#endif
