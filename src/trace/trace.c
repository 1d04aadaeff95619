/* What trace/reader.h declares, for every kind of trace. */
#include "trace/correction.h"

enum status trace_open(struct trace **trace, const char *dir, struct error *err)
{
	/* What is neither is sonde's to refuse. */
	enum status status = (trace_otf2.is(dir) ? &trace_otf2 : &trace_sonde)->open(trace, dir, err);

	if (status != OK)
		return status;
	status = trace_correct(*trace, err);
	if (status != OK) {
		trace_free(*trace);
		*trace = NULL;
	}
	return status;
}

void trace_free(struct trace *trace)
{
	if (!trace)
		return;
	trace_correction_free(trace->correction);
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

const struct trace_clocks *trace_clocks(const struct trace *trace)
{
	return trace->correction ? &trace->correction->clocks : NULL;
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
	enum status status = trace->class->calls_open(calls, trace, rank, err);

	if (status == OK && trace->correction && trace->correction->lines)
		(*calls)->line = &trace->correction->lines[rank];
	return status;
}

bool trace_calls_next(struct trace_calls *calls, struct trace_call *call, struct error *err)
{
	if (!calls->class->calls_next(calls, call, err))
		return false;
	if (calls->line)
		trace_correct_call(calls->line, call);
	return true;
}

void trace_calls_free(struct trace_calls *calls)
{
	if (calls)
		calls->class->calls_free(calls);
}
