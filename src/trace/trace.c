/* What trace/reader.h declares, for every kind of trace. */
#include "trace/class.h"

enum status trace_open(struct trace **trace, const char *dir, struct error *err)
{
	/* What is neither is sonde's to refuse. */
	return (trace_otf2.is(dir) ? &trace_otf2 : &trace_sonde)->open(trace, dir, err);
}

void trace_free(struct trace *trace)
{
	if (trace)
		trace->class->free(trace);
}

const struct trace_info *trace_info(const struct trace *trace)
{
	return trace->class->info(trace);
}

const struct trace_process *trace_process(const struct trace *trace, int rank)
{
	return trace->class->process(trace, rank);
}

uint64_t trace_bytes(const struct trace *trace)
{
	return trace->class->bytes(trace);
}

uint64_t trace_structure_bytes(const struct trace *trace)
{
	return trace->class->structure_bytes(trace);
}

enum status trace_calls_open(struct trace_calls **calls, struct trace *trace, int rank, struct error *err)
{
	return trace->class->calls_open(calls, trace, rank, err);
}

bool trace_calls_next(struct trace_calls *calls, struct trace_call *call, struct error *err)
{
	return calls->class->calls_next(calls, call, err);
}

void trace_calls_free(struct trace_calls *calls)
{
	if (calls)
		calls->class->calls_free(calls);
}
