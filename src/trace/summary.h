#ifndef SONDE_TRACE_SUMMARY_H
#define SONDE_TRACE_SUMMARY_H

#include "base/error.h"
#include "trace/reader.h"
#include "trace/sums.h"

/* All functions are Local. */

/*
 * Reads all calls of a trace. Memory goes by processes, pairs that talk, communicators and regions, not by calls.
 *
 * - What is damaged ends with what was right before, as trace/reader.h says; *damage then has why, and text "" if
 *   nothing is.
 * - ERR_MEMORY. trace_summary_release follows, after a failure too.
 */
enum status trace_summarize(struct trace *trace, struct trace_summary *summary, struct error *damage,
			    struct error *err);

#endif
