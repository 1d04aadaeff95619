#include "trace/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/summary_parts.h"

/* What is kept while the calls of one process are read after those of another. */
struct summing {
	struct trace_summary *summary;
	int rank;
	struct trace_pair_sum *to;   /* of this process, by receiver */
	bool calls[TRACE_FUNCTIONS]; /* this process has called it */
	struct comm_index comms;
	struct regions_open regions;
	struct persistent_sends persistent;
	double last; /* s: end of the call before; NAN: there is none */
};

static bool is_collective(enum trace_family family)
{
	return family == TRACE_COLLECTIVE || family == TRACE_COLLECTIVE_BEGIN || family == TRACE_NEIGHBOURHOOD ||
	       family == TRACE_NEIGHBOURHOOD_BEGIN;
}

static bool is_message(enum trace_family family)
{
	return family == TRACE_SEND || family == TRACE_SEND_BEGIN || family == TRACE_EXCHANGE;
}

/* The bin of a size: 0, or one more than the whole part of its binary logarithm. */
static size_t bin_of(uint64_t bytes)
{
	size_t bin = 0;

	for (; bytes; bytes >>= 1)
		bin++;
	return bin;
}

/* Bytes of one side, together with those for each process. */
static uint64_t side_bytes(const struct trace_side *side)
{
	uint64_t bytes = side->bytes;

	for (size_t i = 0; side->each && i < side->n_each; i++)
		bytes += side->each[i] > 0 ? (uint64_t)side->each[i] : 0;
	return bytes;
}

/* What a call of a collective was given to move. */
static uint64_t collective_bytes(const struct trace_call *call)
{
	return side_bytes(call->send.there ? &call->send : &call->receive);
}

static void add_message(struct summing *s, struct trace_count *count, int peer, uint64_t bytes)
{
	struct trace_size_sum *size = &s->summary->size[bin_of(bytes)];

	if (peer == TRACE_NOBODY)
		return;
	count->messages++;
	count->bytes += bytes;
	size->messages++;
	size->bytes += bytes;
	if (peer >= 0 && peer < s->summary->processes) {
		s->to[peer].messages++;
		s->to[peer].bytes += bytes;
	}
}

static void add_started(struct summing *s, struct trace_count *count, uint64_t request)
{
	uint64_t bytes;
	int peer;

	if (persistent_find(&s->persistent, request, &peer, &bytes))
		add_message(s, count, peer, bytes);
}

/* The messages that a call begins, into count. */
static bool count_messages(struct summing *s, const struct trace_call *call, enum trace_family family,
			   struct trace_count *count)
{
	if (is_message(family) && call->send.there) {
		add_message(s, count, call->send.peer, side_bytes(&call->send));
	} else if (family == TRACE_PERSISTENT && call->send.there) {
		return !call->request ||
		       persistent_put(&s->persistent, call->request, call->send.peer, side_bytes(&call->send));
	} else if (call->function == trace_Request_free) {
		persistent_remove(&s->persistent, call->request);
	} else if (family == TRACE_PERSISTENT) {
		add_started(s, count, call->request);
		for (size_t i = 0; i < call->started.n; i++)
			add_started(s, count, call->started.ids[i]);
	}
	return true;
}

static void add_function(struct summing *s, const struct trace_call *call, const struct trace_count *count)
{
	struct trace_function_sum *function = &s->summary->function[call->function];
	double longest = call->polls ? 0 : call->inside;

	trace_count_add(&function->count, count);
	function->count.inside += call->inside - count->inside;
	function->longest = longest > function->longest ? longest : function->longest;
	function->processes += !s->calls[call->function];
	s->calls[call->function] = true;
}

static void add_collective(struct summing *s, const struct trace_call *call)
{
	uint64_t bytes = collective_bytes(call);
	struct trace_size_sum *size = &s->summary->size[bin_of(bytes)];

	size->collectives++;
	size->collective_bytes += bytes;
	s->summary->function[call->function].collective_bytes += bytes;
}

static bool add_comm(struct summing *s, const struct trace_call *call, enum trace_family family,
		     const struct trace_count *count)
{
	size_t place;

	if (call->comm) {
		if (!comm_find(&s->comms, s->summary, call->comm, &place))
			return false;
		trace_count_add(&s->summary->comm[place].count, count);
		s->summary->comm[place].collectives += is_collective(family);
	}
	if (call->made) {
		if (!comm_find(&s->comms, s->summary, call->made, &place))
			return false;
		s->summary->comm[place].made_by = call->function;
	}
	return true;
}

static void add_process(struct summing *s, const struct trace_call *call, const struct trace_count *count)
{
	struct trace_process_sum *process = &s->summary->process[s->rank];
	double gap = isnan(s->last) ? 0 : call->begin - s->last;
	bool starts = trace_is_bracket(call->function) && call->function != trace_Finalize;
	double begin = starts ? call->end : call->begin,
	       end = call->function == trace_Finalize ? call->begin : call->end;

	trace_count_add(&process->count, count);
	if (isnan(process->begin) || begin < process->begin)
		process->begin = begin;
	if (isnan(process->end) || end > process->end)
		process->end = end;
	if (!isnan(call->before.cpu) && gap > 0) {
		process->cpu += call->before.cpu;
		process->cpu_gaps += gap;
	}
	s->last = call->end;
}

static bool add_call(struct summing *s, const struct trace_call *call)
{
	enum trace_family family = trace_function_family(call->function);
	struct trace_count count = {.calls = call->polls ? call->polls : 1,
				    .inside = trace_is_bracket(call->function) ? 0 : call->inside};
	bool is_region = call->function == trace_region_begin || call->function == trace_region_end;

	if (is_region)
		return regions_call(&s->regions, s->summary, call, &count);
	if (is_collective(family))
		add_collective(s, call);
	if (!count_messages(s, call, family, &count))
		return false;
	add_function(s, call, &count);
	add_process(s, call, &count);
	return add_comm(s, call, family, &count) && regions_call(&s->regions, s->summary, call, &count);
}

/* The receivers of this process, behind the pairs of those before it. */
static bool keep_pairs(struct summing *s)
{
	struct trace_summary *summary = s->summary;
	size_t n = 0;
	struct trace_pair_sum *pairs;

	for (int to = 0; to < summary->processes; to++)
		n += s->to[to].messages > 0;
	pairs = realloc(summary->pair, (summary->n_pairs + n + 1) * sizeof(*pairs));
	if (!pairs)
		return false;
	summary->pair = pairs;
	for (int to = 0; to < summary->processes; to++) {
		if (s->to[to].messages > 0) {
			pairs[summary->n_pairs] = s->to[to];
			pairs[summary->n_pairs].from = s->rank;
			pairs[summary->n_pairs++].to = to;
		}
		s->to[to] = (struct trace_pair_sum){.messages = 0};
	}
	return true;
}

static enum status add_calls(struct summing *s, struct trace *trace, struct error *damage, struct error *err)
{
	struct trace_process_sum *process = &s->summary->process[s->rank];
	struct trace_calls *calls = NULL;
	struct trace_call call;
	struct error why = {.status = OK};
	enum status status = trace_calls_open(&calls, trace, s->rank, &why);
	bool room = true;

	*process = (struct trace_process_sum){.begin = NAN, .end = NAN};
	memset(s->calls, 0, sizeof(s->calls));
	s->last = NAN;
	while (status == OK && room && trace_calls_next(calls, &call, &why))
		room = add_call(s, &call);
	trace_calls_free(calls);
	room = room && regions_end_process(&s->regions, s->summary, s->rank) && keep_pairs(s);
	persistent_clear(&s->persistent);
	if (!room || why.status == ERR_MEMORY)
		return error_memory(err, "the summary of a trace");
	if (why.status != OK && damage->status == OK)
		*damage = why;
	return OK;
}

/* The whole, of its processes. */
static void add_up(struct trace_summary *summary)
{
	summary->begin = summary->end = NAN;
	for (int p = 0; p < summary->processes; p++) {
		const struct trace_process_sum *process = &summary->process[p];

		trace_count_add(&summary->count, &process->count);
		summary->begin = fmin(summary->begin, process->begin);
		summary->end = fmax(summary->end, process->end);
	}
}

enum status trace_summarize(struct trace *trace, struct trace_summary *summary, struct error *damage, struct error *err)
{
	struct summing s = {.summary = summary};
	int processes = trace_info(trace)->processes;
	enum status status = OK;

	*summary = (struct trace_summary){.processes = processes};
	*damage = (struct error){.status = OK};
	summary->process = calloc((size_t)processes + 1, sizeof(*summary->process));
	s.to = calloc((size_t)processes + 1, sizeof(*s.to));
	if (!summary->process || !s.to)
		status = error_memory(err, "the summary of a trace");
	for (s.rank = 0; status == OK && s.rank < processes; s.rank++)
		status = add_calls(&s, trace, damage, err);
	if (status == OK)
		add_up(summary);
	free(s.to);
	free(s.comms.slots);
	regions_release(&s.regions);
	return status;
}
