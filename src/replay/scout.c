#include "replay/parts.h"

#include "base/memory.h"

#include <stdlib.h>

#define NO_TAG INT64_C(-1)

/* What a request got, and what it gets next, of a persistent one that was completed more than once. */
struct scouted {
	int32_t source;
	uint32_t next; /* of the same request, or free; and 1 */
	int64_t tag;
};

/* Adds what a request got behind what it got before. */
static bool add(struct scout *scout, const struct trace_completion *done)
{
	uint32_t i = scout->free;
	uint64_t ends;
	struct scouted *grown;

	if (i) {
		scout->free = scout->at[i - 1].next;
	} else {
		grown = scout->n < UINT32_MAX - 1
				? memory_grow(scout->at, &scout->capacity, scout->n + 1, sizeof(*grown))
				: NULL;
		if (!grown)
			return false;
		scout->at = grown;
		i = (uint32_t)++scout->n;
	}
	scout->at[i - 1] = (struct scouted){.source = done->source, .tag = done->tag};
	if (!lookup_get(&scout->requests, done->request, &ends))
		return lookup_put(&scout->requests, done->request, (uint64_t)i << 32 | i);
	scout->at[(uint32_t)ends - 1].next = i;
	return lookup_put(&scout->requests, done->request, (ends >> 32 << 32) | i);
}

/* Takes out what a request got first; it is there. */
static bool take(struct scout *scout, uint64_t request, uint64_t ends, int *source, int64_t *tag)
{
	uint32_t i = (uint32_t)(ends >> 32), next = scout->at[i - 1].next;

	*source = scout->at[i - 1].source;
	*tag = scout->at[i - 1].tag;
	scout->at[i - 1].next = scout->free;
	scout->free = i;
	if (next)
		return lookup_put(&scout->requests, request, (uint64_t)next << 32 | (uint32_t)ends);
	lookup_remove(&scout->requests, request);
	return true;
}

/* What a call completes, of receives that took any message or were cancelled. */
static bool note(struct scout *scout, const struct trace_call *call)
{
	for (size_t i = 0; i < call->n_done; i++) {
		const struct trace_completion *done = &call->done[i];

		if ((done->source != -1 || done->tag != NO_TAG) && !add(scout, done))
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
	uint64_t ends;
	enum status status = OK;

	if (!scout->calls)
		status = trace_calls_open(&scout->calls, trace, process, err);
	if (status == OK && !lookup_get(&scout->requests, request, &ends))
		status = read_on(scout, request, err);
	*found = status == OK && lookup_get(&scout->requests, request, &ends);
	if (*found && !take(scout, request, ends, source, tag))
		return error_memory(err, "receives of a trace");
	return status;
}

void scout_release(struct scout *scout)
{
	trace_calls_free(scout->calls);
	lookup_release(&scout->requests);
	free(scout->at);
}
