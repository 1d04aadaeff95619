#ifndef SONDE_TIMELINE_TRACE_H
#define SONDE_TIMELINE_TRACE_H

#include "timeline/writer.h"
#include "trace/reader.h"

/*
 * Writes the calls of a trace, recorded or simulated (replay/simulated.h), and their messages.
 *
 * - Messages are those of sends and receives; collective operations are slices of their processes.
 * - Time begins with the first call.
 * - Memory: by threads, pairs of processes and tags, and requests under way.
 * - A trace that is damaged is written as far as it is right; *damage then has why, and the status OK if nothing is.
 * - ERR_INPUT, ERR_MEMORY; whether the stream failed is the caller's to ask. Local.
 */
enum status timeline_write_trace(struct trace *trace, const struct timeline_form *form, FILE *out, struct error *damage,
				 struct error *err);

#endif
