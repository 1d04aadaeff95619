#include "replay/parts.h"

#define NO_TAG INT64_C(-1)

/* What a call completes, of receives that took any message or were cancelled. */
static bool note(struct scout *scout, const struct trace_call *call)
{
	for (size_t i = 0; i < call->n_done; i++) {
		const struct trace_completion *done = &call->done[i];

		if (done->source == -1 && done->tag == NO_TAG)
			continue;
		if (!lookup_put(&scout->sources, done->request, (uint64_t)(int64_t)done->source) ||
		    !lookup_put(&scout->messages, done->request, (uint64_t)done->tag))
			return false;
	}
	return true;
}

static bool completes(const struct trace_call *call, uint64_t request)
{
	for (size_t i = 0; i < call->n_done; i++) {
		if (call->done[i].request == request)
			return true;
	}
	return false;
}

/* Reads on until the request is complete, or all is read. */
static enum status read_on(struct scout *scout, uint64_t request, struct error *err)
{
	struct trace_call call;
	struct error why = {0};

	while (!scout->ended) {
		if (!trace_calls_next(scout->calls, &call, &why)) {
			scout->ended = true;
			return why.status == ERR_MEMORY ? error_set(err, ERR_MEMORY, "%s", why.text) : OK;
		}
		if (!note(scout, &call))
			return error_memory(err, "receives of a trace");
		if (completes(&call, request))
			return OK;
	}
	return OK;
}

enum status scout_ask(struct scout *scout, struct trace *trace, int process, uint64_t request, bool *found, int *source,
		      int64_t *tag, struct error *err)
{
	uint64_t got, got_tag = (uint64_t)NO_TAG;
	enum status status = OK;

	if (!scout->calls)
		status = trace_calls_open(&scout->calls, trace, process, err);
	if (status == OK && !lookup_get(&scout->sources, request, &got))
		status = read_on(scout, request, err);
	*found = status == OK && lookup_get(&scout->sources, request, &got);
	if (!*found)
		return status;
	lookup_get(&scout->messages, request, &got_tag);
	*source = (int)(int64_t)got;
	*tag = (int64_t)got_tag;
	lookup_remove(&scout->sources, request);
	lookup_remove(&scout->messages, request);
	return OK;
}

void scout_release(struct scout *scout)
{
	trace_calls_free(scout->calls);
	lookup_release(&scout->sources);
	lookup_release(&scout->messages);
}
