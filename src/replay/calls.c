/* From calls to what is simulated. */
#include "replay/parts.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

/* What a program that only waits takes between two calls of a row that found nothing, s: more is computation. */
#define POLLING_MOST 1e-6

/* ns: more than a year between two calls is a clock that went wrong. */
#define COMPUTE_MOST 1e17

/* trace_completion.source of a request that was cancelled. */
#define CANCELLED (-3)

static enum status no_memory(struct error *err)
{
	return error_memory(err, "what is replayed of a trace");
}

struct source_action *thread_add(struct replay_thread *thread, enum action_kind kind)
{
	struct source_action *grown =
		memory_grow(thread->actions, &thread->action_capacity, thread->n_actions + 1, sizeof(*grown));

	if (!grown)
		return NULL;
	thread->actions = grown;
	grown[thread->n_actions] = (struct source_action){
		.kind = kind, .request = REQUEST_NONE, .label = (uint32_t)thread->call.number, .site = thread->in.site};
	return &grown[thread->n_actions++];
}

enum status thread_wait_for(struct replay_thread *thread, uint32_t request, struct error *err)
{
	uint32_t *grown = memory_grow(thread->waited, &thread->waited_capacity, thread->n_waited + 1, sizeof(*grown));

	if (!grown)
		return no_memory(err);
	thread->waited = grown;
	grown[thread->n_waited++] = request;
	thread->actions[thread->n_actions - 1].n_waited++;
	return OK;
}

/* Its number may be used again when the thread has gone on. */
static enum status give_later(struct replay_thread *thread, uint32_t request, struct error *err)
{
	uint32_t *grown = memory_grow(thread->over, &thread->over_capacity, thread->n_over + 1, sizeof(*grown));

	if (!grown)
		return no_memory(err);
	thread->over = grown;
	grown[thread->n_over++] = request;
	return OK;
}

/* Seconds become whole nanoseconds; what is left over comes with the next. */
static enum status compute(struct replay_thread *thread, double seconds, struct error *err)
{
	double exact = seconds * 1e9 + thread->remainder, whole = floor(exact);
	struct source_action *action;

	if (!(exact < COMPUTE_MOST))
		return OK;
	thread->remainder = exact - whole;
	if (!(whole >= 1))
		return OK;
	action = thread_add(thread, ACTION_COMPUTE);
	if (!action)
		return no_memory(err);
	action->count = (uint64_t)whole;
	return OK;
}

/* What was computed before the call; of a row of polls between them too. */
static enum status compute_before(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	const struct trace_call *call = &thread->call;
	double gap = call->begin - thread->end, between = call->polls > 0 ? call->end - call->begin - call->inside : 0;

	if (replay->options.cpu_time && isfinite(call->cpu) && call->cpu < gap)
		gap = call->cpu;
	if (between > POLLING_MOST * (double)call->polls)
		gap += between;
	if (gap > 0)
		replay->found.computing[process] += gap;
	return gap > 0 ? compute(thread, gap * replay->options.compute_scale, err) : OK;
}

/* What is not simulated takes what it took. */
static enum status keep_time(struct replay *replay, struct replay_thread *thread, struct error *err)
{
	const struct trace_call *call = &thread->call;
	double seconds = call->polls > 0 ? call->inside : call->end - call->begin;
	enum status status;
	size_t n;

	replay->found.kept[call->function] += call->polls > 0 ? call->polls : 1;
	replay->found.kept_seconds[call->function] += seconds;
	n = thread->n_actions;
	status = compute(thread, seconds, err);
	if (thread->n_actions > n)
		thread->actions[n].kept = true;
	return status;
}

static bool is_process(int peer)
{
	return peer >= 0;
}

static int32_t tag_of(struct replay *replay, const struct trace_call *call, int64_t tag)
{
	return tags_of_message(&replay->tags, call->comm ? call->comm->key : 0, tag);
}

/* A send, with a request or until it is done. */
static enum status add_send(struct replay *replay, struct replay_thread *thread, uint32_t request, struct error *err)
{
	const struct trace_side *side = &thread->call.send;
	int32_t tag = tag_of(replay, &thread->call, side->tag);
	struct source_action *action;

	if (!side->there || !is_process(side->peer))
		return OK;
	action = thread_add(thread, ACTION_SEND);
	if (!action || tag < 0)
		return no_memory(err);
	action->count = side->bytes;
	action->peer = side->peer;
	action->tag = tag;
	action->request = request;
	return OK;
}

/* From whom a receive gets its message, and with which tag; *peer TRACE_NOBODY: it gets none. */
static enum status resolve(struct replay *replay, int process, uint64_t request, const struct trace_side *side,
			   int *peer, int64_t *tag, struct error *err)
{
	int source = side->got_source;
	int64_t got = side->got_tag;
	bool wild = side->peer == TRACE_ANY || (side->tag < 0 && side->peer >= 0), found = source >= 0 || got >= 0;
	enum status status = OK;

	*peer = side->peer;
	*tag = side->tag;
	if (!wild)
		return OK;
	if (!found && request)
		status = scout_ask(&replay->processes[process].scout, replay->trace, process, request, &found, &source,
				   &got, err);
	if (!found) {
		replay->found.unresolved++;
		*peer = TRACE_NOBODY;
		return status;
	}
	if (source == CANCELLED)
		*peer = TRACE_NOBODY;
	else if (side->peer == TRACE_ANY)
		*peer = source;
	if (side->tag < 0)
		*tag = got;
	return status;
}

static enum status add_receive(struct replay *replay, int process, struct replay_thread *thread, uint32_t request,
			       struct error *err)
{
	const struct trace_call *call = &thread->call;
	const struct trace_side *side = &call->receive;
	struct source_action *action;
	int peer;
	int64_t tag;
	int32_t number;
	enum status status =
		resolve(replay, process, request == REQUEST_NONE ? 0 : call->request, side, &peer, &tag, err);

	if (status != OK || !side->there || !is_process(peer))
		return status;
	number = tag_of(replay, call, tag);
	action = thread_add(thread, ACTION_RECEIVE);
	if (!action || number < 0)
		return no_memory(err);
	action->count = UINT64_MAX;
	action->peer = peer;
	action->tag = number;
	action->request = request;
	return OK;
}

/* A new request of the call; REQUEST_NONE without memory. */
static uint32_t begin(struct replay *replay, int process, const struct trace_call *call)
{
	return requests_begin(&replay->processes[process].requests, call->request);
}

static enum status begin_send(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	uint32_t request = begin(replay, process, &thread->call);

	return request == REQUEST_NONE ? no_memory(err) : add_send(replay, thread, request, err);
}

/* Nobody waits for it. */
static enum status send_buffered(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	struct replay_requests *requests = &replay->processes[process].requests;
	uint32_t request = requests_begin(requests, UINT64_MAX);

	requests_end(requests, UINT64_MAX);
	return request == REQUEST_NONE ? no_memory(err) : add_send(replay, thread, request, err);
}

static enum status begin_receive(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	uint32_t request = begin(replay, process, &thread->call);

	return request == REQUEST_NONE ? no_memory(err) : add_receive(replay, process, thread, request, err);
}

/* Both at once, and a wait for both; of Isendrecv the wait comes later, for the receive. */
static enum status exchange(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	struct replay_requests *requests = &replay->processes[process].requests;
	bool later = thread->call.request != 0;
	uint32_t receive = requests_begin(requests, later ? thread->call.request : UINT64_MAX),
		 send = requests_begin(requests, UINT64_MAX - 1);
	enum status status = receive == REQUEST_NONE || send == REQUEST_NONE ? no_memory(err) : OK;

	if (status == OK)
		status = add_receive(replay, process, thread, receive, err);
	if (status == OK)
		status = add_send(replay, thread, send, err);
	requests_end(requests, UINT64_MAX - 1);
	if (status != OK || later)
		return status;
	requests_end(requests, UINT64_MAX);
	if (!thread_add(thread, ACTION_WAIT))
		return no_memory(err);
	status = thread_wait_for(thread, receive, err);
	if (status == OK)
		status = thread_wait_for(thread, send, err);
	if (status == OK)
		status = give_later(thread, receive, err);
	return status == OK ? give_later(thread, send, err) : status;
}

/* A persistent request of a message is kept until it starts. */
static enum status keep_persistent(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	const struct trace_call *call = &thread->call;
	bool sends = call->send.there;
	const struct trace_side *side = sends ? &call->send : &call->receive;
	uint32_t number = begin(replay, process, call);

	if (number == REQUEST_NONE)
		return no_memory(err);
	replay->processes[process].requests.at[number] =
		(struct replay_request){.persistent = true,
					.unknown = !side->there,
					.wild = side->peer == TRACE_ANY || (side->tag < 0 && side->peer >= 0),
					.comm = call->comm ? call->comm->key : 0,
					.sends = sends,
					.peer = side->peer,
					.tag = side->tag >= 0 ? tag_of(replay, call, side->tag) : -1,
					.bytes = side->bytes};
	return OK;
}

/* As resolve, of a persistent receive that starts. */
static enum status resolve_started(struct replay *replay, int process, uint64_t request,
				   const struct replay_request *kept, int *peer, int32_t *tag, struct error *err)
{
	int source = -1;
	int64_t got = -1;
	bool found = false;
	enum status status = scout_ask(&replay->processes[process].scout, replay->trace, process, request, &found,
				       &source, &got, err);

	if (!found || source == CANCELLED) {
		replay->found.unresolved += !found;
		*peer = TRACE_NOBODY;
		return status;
	}
	if (*peer == TRACE_ANY)
		*peer = source;
	if (got >= 0)
		*tag = tags_of_message(&replay->tags, kept->comm, got);
	return *tag < 0 ? no_memory(err) : OK;
}

/* A persistent request of what is not simulated. */
static enum status keep_unknown(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	uint32_t number = begin(replay, process, &thread->call);

	if (number == REQUEST_NONE)
		return no_memory(err);
	replay->processes[process].requests.at[number] = (struct replay_request){.persistent = true, .unknown = true};
	return keep_time(replay, thread, err);
}

static enum status start_one(struct replay *replay, int process, struct replay_thread *thread, uint64_t request,
			     struct error *err)
{
	const struct replay_requests *requests = &replay->processes[process].requests;
	uint32_t number = requests_find(requests, request);
	const struct replay_request *kept = number == REQUEST_NONE ? NULL : &requests->at[number];
	struct source_action *action;
	int peer = kept ? kept->peer : TRACE_NOBODY;
	int32_t tag = kept ? kept->tag : -1;
	enum status status = OK;

	if (!kept || kept->unknown)
		return keep_time(replay, thread, err);
	if (kept->wild)
		status = resolve_started(replay, process, request, kept, &peer, &tag, err);
	if (status != OK || !is_process(peer))
		return status;
	action = thread_add(thread, kept->sends ? ACTION_SEND : ACTION_RECEIVE);
	if (!action)
		return no_memory(err);
	action->count = kept->sends ? kept->bytes : UINT64_MAX;
	action->peer = peer;
	action->tag = tag;
	action->request = number;
	return OK;
}

static enum status persistent(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	const struct trace_call *call = &thread->call;
	enum status status = OK;

	if (call->function == trace_Start)
		return start_one(replay, process, thread, call->request, err);
	if (call->function != trace_Startall)
		return keep_persistent(replay, process, thread, err);
	for (size_t i = 0; status == OK && i < call->started.n; i++)
		status = start_one(replay, process, thread, call->started.ids[i], err);
	return status;
}

/* Receives that were cancelled are taken back. */
static enum status cancel(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	for (size_t i = 0; i < thread->call.n_done; i++) {
		const struct trace_completion *done = &thread->call.done[i];
		uint32_t number = requests_find(&replay->processes[process].requests, done->request);
		struct source_action *action;

		if (done->source != CANCELLED || number == REQUEST_NONE)
			continue;
		action = thread_add(thread, ACTION_CANCEL);
		if (!action)
			return no_memory(err);
		action->request = number;
	}
	return OK;
}

/* Whether the simulation has one of the requests that the call completed. */
static bool knows_one(const struct replay_requests *requests, const struct trace_call *call)
{
	for (size_t i = 0; i < call->n_done; i++) {
		uint32_t number = requests_find(requests, call->done[i].request);

		if (number != REQUEST_NONE && !requests->at[number].unknown)
			return true;
	}
	return false;
}

/* Whether the program goes on when some of several requests are complete. */
static bool chooses(enum trace_function function)
{
	return function == trace_Waitany || function == trace_Waitsome || function == trace_Testany ||
	       function == trace_Testsome;
}

/* The thread waits for what the call completed. */
static enum status complete(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	struct replay_requests *requests = &replay->processes[process].requests;
	const struct trace_call *call = &thread->call;
	struct source_action *wait;
	enum status status = OK;

	if (call->function == trace_Request_free) {
		requests_end(requests, call->request);
		return OK;
	}
	status = cancel(replay, process, thread, err);
	if (status != OK || call->n_done == 0)
		return status;
	if (!knows_one(requests, call))
		return keep_time(replay, thread, err);
	wait = thread_add(thread, ACTION_WAIT);
	if (!wait)
		return no_memory(err);
	wait->chosen = chooses(call->function);
	for (size_t i = 0; status == OK && i < call->n_done; i++) {
		uint32_t number = requests_find(requests, call->done[i].request);

		if (number == REQUEST_NONE)
			continue;
		status = thread_wait_for(thread, number, err);
		if (status != OK || requests->at[number].persistent)
			continue;
		requests_end(requests, call->done[i].request);
		status = give_later(thread, number, err);
	}
	return status;
}

static enum status collective(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	const struct trace_call *call = &thread->call;
	uint32_t request = REQUEST_NONE;
	bool done = false;
	struct source_action *action;
	enum status status = replay_collective(replay, process, thread, &done, err);

	if (status == OK && call->request && (request = begin(replay, process, call)) == REQUEST_NONE)
		return no_memory(err);
	if (status != OK)
		return status;
	if (!done)
		return keep_time(replay, thread, err);
	if (thread->part.n == 0)
		return OK;
	action = thread_add(thread, ACTION_PART);
	if (!action)
		return no_memory(err);
	action->part = &thread->part;
	action->request = request;
	return OK;
}

static bool is_persistent(enum trace_function function)
{
	return strstr(trace_function_parameters(function), "newpersistent") != NULL;
}

static enum status replay_one(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	switch (trace_function_family(thread->call.function)) {
	case TRACE_ENVIRONMENT:
		return OK;
	case TRACE_SEND:
		return thread->call.function == trace_Bsend ? send_buffered(replay, process, thread, err)
							    : add_send(replay, thread, REQUEST_NONE, err);
	case TRACE_SEND_BEGIN:
		return begin_send(replay, process, thread, err);
	case TRACE_RECEIVE:
		return add_receive(replay, process, thread, REQUEST_NONE, err);
	case TRACE_RECEIVE_BEGIN:
		return begin_receive(replay, process, thread, err);
	case TRACE_EXCHANGE:
		return exchange(replay, process, thread, err);
	case TRACE_PERSISTENT:
		return persistent(replay, process, thread, err);
	case TRACE_COMPLETION:
		return complete(replay, process, thread, err);
	case TRACE_PROBE: /* the receive that follows waits */
		return OK;
	case TRACE_COLLECTIVE:
	case TRACE_COLLECTIVE_BEGIN:
	case TRACE_NEIGHBOURHOOD:
	case TRACE_NEIGHBOURHOOD_BEGIN:
		return is_persistent(thread->call.function) ? keep_unknown(replay, process, thread, err)
							    : collective(replay, process, thread, err);
	default:
		return keep_time(replay, thread, err);
	}
}

enum status replay_call(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	enum trace_function function = thread->call.function;
	enum status status;

	replay->found.calls += thread->call.polls > 0 ? thread->call.polls : 1;
	thread->in.site = sites_of(&replay->sites, thread, true);
	status = compute_before(replay, process, thread, err);
	thread->in.site = sites_of(&replay->sites, thread, false);
	if (status == OK)
		status = replay_one(replay, process, thread, err);
	if (function == trace_region_begin &&
	    !sites_enter(&replay->sites, thread, thread->call.region, thread->call.end))
		status = no_memory(err);
	if (function == trace_region_end)
		sites_leave(thread, thread->call.begin);
	thread->in.before = function;
	thread->end = thread->call.end;
	return status;
}
