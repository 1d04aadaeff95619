#include "trace/sums.h"

#include <stdlib.h>

bool trace_is_bracket(enum trace_function function)
{
	return function == trace_Init || function == trace_Init_thread || function == trace_Finalize;
}

void trace_count_add(struct trace_count *to, const struct trace_count *more)
{
	to->calls += more->calls;
	to->messages += more->messages;
	to->bytes += more->bytes;
	to->inside += more->inside;
}

void trace_summary_release(struct trace_summary *summary)
{
	for (size_t i = 0; i < summary->n_comms; i++)
		free(summary->comm[i].members);
	for (size_t i = 0; i < summary->n_regions; i++)
		free(summary->region[i].name);
	free(summary->process);
	free(summary->comm);
	free(summary->pair);
	free(summary->region);
	*summary = (struct trace_summary){.processes = 0};
}
