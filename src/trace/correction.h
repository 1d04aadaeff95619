#ifndef SONDE_TRACE_CORRECTION_H
#define SONDE_TRACE_CORRECTION_H

#include "trace/class.h"

/*
 * Corrects the clocks of a trace that was just opened, if it has several and messages between them are received before
 * they were sent: trace->correction, which trace_correction_free frees. The trace then begins at 0 s. Local.
 * ERR_MEMORY.
 */
enum status trace_correct(struct trace *trace, struct error *err);
void trace_correction_free(struct trace_correction *correction);

/* A call's times by corrected clocks. */
void trace_correct_call(const struct trace_line *line, struct trace_call *call);

#endif
