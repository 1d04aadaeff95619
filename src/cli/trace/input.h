#ifndef SONDE_CLI_TRACE_INPUT_H
#define SONDE_CLI_TRACE_INPUT_H

#include "cli/command.h"
#include "trace/reader.h"

/* Whether a path is that of a trace: a folder of the tracer, or an archive of OTF2. Local, as are all of these. */
bool is_trace(const char *path);

/* Notes if the trace lacks a part, and which, and if only some functions were recorded. */
void trace_tell_incomplete(const struct context *context, const struct trace *trace);

/* Notes the latter alone. */
void trace_tell_only(const struct context *context, const struct trace *trace);

/* Notes if the processes had their CPUs for less than nine tenths of the times between calls for which the trace knows
 * both: cpu and by the clock, s of all processes together. */
void trace_tell_cpu(const struct context *context, double cpu, double clock);

#endif
