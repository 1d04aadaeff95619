#ifndef SONDE_REPORT_TRACE_H
#define SONDE_REPORT_TRACE_H

#include "base/table.h"
#include "trace/summary.h"

/* What a trace holds, as tables. All functions are Local. */

enum trace_view {
	TRACE_VIEW_PROCESS,
	TRACE_VIEW_FUNCTION,
	TRACE_VIEW_SIZE,
	TRACE_VIEW_COMMUNICATOR,
	TRACE_VIEW_PAIR,
	TRACE_VIEW_REGION,
	TRACE_VIEWS
};

/* "process", "function" …, NULL. */
extern const char *const trace_view_names[];

enum { TRACE_MATRIX_MOST = 256 };

/*
 * A row for each process, function … that the trace has; below it what holds of the whole.
 *
 * damage: as trace_summarize has it. NULL if memory does not suffice.
 */
struct table *trace_table(enum trace_view view, const struct trace *trace, const struct trace_summary *summary,
			  const struct error *damage);

/* Bytes of messages by sender (rows) and receiver (columns), of at most TRACE_MATRIX_MOST processes. NULL if memory
 * does not suffice. */
struct table *trace_matrix_table(const struct trace *trace, const struct trace_summary *summary,
				 const struct error *damage);

#endif
