#ifndef SONDE_TRACE_CLOCK_MESSAGES_H
#define SONDE_TRACE_CLOCK_MESSAGES_H

#include "base/error.h"
#include "trace/clock_bounds.h"
#include "trace/reader.h"

/*
 * Reads all calls of a trace, those of all processes together, for the messages between processes of different clocks.
 *
 * - The k-th message that a process sends another one with a communicator and tag has been sent when the k-th receive
 * of such messages is complete, in whatever order these were begun: that is what is added. A collective operation from
 * all to all ends at no process before it has begun at all others.
 * - first: of each process, set to when its first call begins, s; INFINITY: it has none.
 * - *unsure is set to true if some messages were not recorded, so that it is not known which belong together.
 * - Memory goes by processes, requests and messages under way. Damage ends a process' calls. Local. ERR_MEMORY.
 */
enum status trace_clock_messages(struct trace *trace, struct trace_bounds *bounds, double *first, bool *unsure,
				 struct error *err);

#endif
