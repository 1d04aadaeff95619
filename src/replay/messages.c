/* Messages of a trace's calls: sends, receives, exchanges, probes, and persistent requests of them. */
#include "replay/parts.h"

static bool is_process(int peer)
{
	return peer >= 0;
}

static int32_t tag_of(struct replay *replay, const struct trace_call *call, int64_t tag)
{
	return tags_of_message(&replay->tags, call->comm ? call->comm->key : 0, tag);
}

static bool is_synchronous(enum trace_function function)
{
	return function == trace_Ssend || function == trace_Issend || function == trace_Ssend_init;
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
		return replay_no_memory(err);
	action->count = side->bytes;
	if (side->bytes > replay->found.largest)
		replay->found.largest = side->bytes;
	action->peer = side->peer;
	action->tag = tag;
	action->request = request;
	action->synchronous = is_synchronous(thread->call.function);
	return OK;
}

/* A message as a receive or a probe asks for it. */
struct message_wanted {
	int peer;    /* TRACE_NOBODY: none comes; PEER_ANY */
	int32_t tag; /* its number, or that of any tag */
};

static bool is_wild(const struct trace_side *side)
{
	return side->peer == TRACE_ANY || (side->tag < 0 && side->peer >= 0);
}

/* As it falls in the simulation; comm: the communicator's key. */
static enum status fall(struct replay *replay, uint64_t comm, int peer, int64_t tag, struct message_wanted *wanted,
			struct error *err)
{
	wanted->peer = peer == TRACE_ANY ? PEER_ANY : peer;
	wanted->tag = tag < 0 ? tags_any(&replay->tags, comm) : tags_of_message(&replay->tags, comm, tag);
	return wanted->tag == -1 ? replay_no_memory(err) : OK;
}

/* As the trace says what came: known, or by its request. */
static enum status look_up(struct replay *replay, int process, uint64_t request, uint64_t comm,
			   const struct trace_side *side, struct message_wanted *wanted, struct error *err)
{
	int source = side->got_source;
	int64_t got = side->got_tag;
	bool found = source >= 0 || got >= 0;
	enum status status = OK;

	if (!found && request)
		status = scout_ask(&replay->processes[process].scout, replay->trace, process, request, &found, &source,
				   &got, err);
	replay->found.unresolved += !found;
	wanted->peer = TRACE_NOBODY;
	if (status != OK || !found || source == TRACE_CANCELLED)
		return status;
	wanted->peer = side->peer == TRACE_ANY ? source : side->peer;
	wanted->tag = tags_of_message(&replay->tags, comm, side->tag < 0 ? got : side->tag);
	return wanted->tag < 0 ? replay_no_memory(err) : OK;
}

/* From whom a receive gets its message, and with which tag. */
static enum status resolve(struct replay *replay, int process, uint64_t request, const struct trace_call *call,
			   struct message_wanted *wanted, struct error *err)
{
	const struct trace_side *side = &call->receive;
	uint64_t comm = call->comm ? call->comm->key : 0;

	if (!is_wild(side)) {
		wanted->peer = side->there ? side->peer : TRACE_NOBODY;
		wanted->tag = is_process(wanted->peer) ? tag_of(replay, call, side->tag) : 0;
		return wanted->tag < 0 ? replay_no_memory(err) : OK;
	}
	return replay->options.wildcards ? fall(replay, comm, side->peer, side->tag, wanted, err)
					 : look_up(replay, process, request, comm, side, wanted, err);
}

static enum status add_wanted(struct replay_thread *thread, enum action_kind kind, const struct message_wanted *wanted,
			      uint32_t request, struct error *err)
{
	struct source_action *action;

	if (!is_process(wanted->peer) && wanted->peer != PEER_ANY)
		return OK;
	action = thread_add(thread, kind);
	if (!action)
		return replay_no_memory(err);
	action->count = UINT64_MAX;
	action->peer = wanted->peer;
	action->tag = wanted->tag;
	action->request = request;
	return OK;
}

static enum status add_receive(struct replay *replay, int process, struct replay_thread *thread, uint32_t request,
			       struct error *err)
{
	const struct trace_call *call = &thread->call;
	struct message_wanted wanted;
	enum status status = resolve(replay, process, request == REQUEST_NONE ? 0 : call->request, call, &wanted, err);

	return status == OK ? add_wanted(thread, ACTION_RECEIVE, &wanted, request, err) : status;
}

/* Those that found nothing are waiting. */
static enum status probe(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	struct message_wanted wanted;
	enum status status;

	if (thread->call.polls > 0)
		return OK;
	status = resolve(replay, process, 0, &thread->call, &wanted, err);
	return status == OK ? add_wanted(thread, ACTION_PROBE, &wanted, REQUEST_NONE, err) : status;
}

uint32_t replay_begin_request(struct replay *replay, int process, struct replay_thread *thread)
{
	bool expected;
	uint32_t number = requests_begin(&replay->processes[process].requests, thread->call.request, &expected);

	if (expected)
		thread->awaited = number;
	return number;
}

/* A request of which the trace knows nothing. */
static uint32_t begin_own(struct replay *replay, int process)
{
	struct replay_requests *requests = &replay->processes[process].requests;
	uint32_t request = requests_begin(requests, UINT64_MAX, NULL);

	requests_end(requests, UINT64_MAX);
	return request;
}

/* Nobody waits for it. */
static enum status send_buffered(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	uint32_t request = begin_own(replay, process);
	enum status status = request == REQUEST_NONE ? replay_no_memory(err) : add_send(replay, thread, request, err);

	return status == OK ? thread_free_request(thread, request, err) : status;
}

/* What begins now is done already: a buffered send, or what another thread has completed. */
static enum status settle(struct replay_thread *thread, uint32_t number, struct error *err)
{
	struct source_action *action = thread_add(thread, ACTION_SETTLE);

	if (!action)
		return replay_no_memory(err);
	action->request = number;
	return OK;
}

static enum status begin_send(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	uint32_t request = replay_begin_request(replay, process, thread);
	enum status status;

	if (request == REQUEST_NONE)
		return replay_no_memory(err);
	if (thread->call.function != trace_Ibsend)
		return add_send(replay, thread, request, err);
	status = send_buffered(replay, process, thread, err);
	return status == OK ? settle(thread, request, err) : status;
}

static enum status begin_receive(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	uint32_t request = replay_begin_request(replay, process, thread);

	return request == REQUEST_NONE ? replay_no_memory(err) : add_receive(replay, process, thread, request, err);
}

/* The send begins before what has come is taken in: Open MPI and MPICH post the receive first, but look for messages
 * only when they wait. Both are one request. */
static enum status begin_both(struct replay *replay, int process, struct replay_thread *thread, uint32_t request,
			      struct error *err)
{
	size_t before = thread->n_actions, second;
	enum status status = add_send(replay, thread, request, err);

	second = thread->n_actions;
	if (status == OK)
		status = add_receive(replay, process, thread, request, err);
	if (status == OK && second > before && thread->n_actions > second)
		thread->actions[second].joins = true;
	return status;
}

/* Both at once, and a wait for both; of Isendrecv the wait comes later. */
static enum status exchange(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	bool later = thread->call.request != 0;
	uint32_t request = later ? replay_begin_request(replay, process, thread) : begin_own(replay, process);
	enum status status =
		request == REQUEST_NONE ? replay_no_memory(err) : begin_both(replay, process, thread, request, err);

	if (status != OK || later)
		return status;
	if (!thread_add(thread, ACTION_WAIT))
		return replay_no_memory(err);
	status = thread_wait_for(thread, request, err);
	return status == OK ? thread_give_later(thread, request, err) : status;
}

/* A persistent request of a message is kept until it starts. */
static enum status keep_persistent(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	const struct trace_call *call = &thread->call;
	bool sends = call->send.there;
	const struct trace_side *side = sends ? &call->send : &call->receive;
	uint32_t number = replay_begin_request(replay, process, thread);

	if (number == REQUEST_NONE)
		return replay_no_memory(err);
	replay->processes[process].requests.at[number] =
		(struct replay_request){.persistent = true,
					.unknown = !side->there,
					.wild = is_wild(side),
					.comm = call->comm ? call->comm->key : 0,
					.sends = sends,
					.synchronous = is_synchronous(call->function),
					.buffered = call->function == trace_Bsend_init,
					.peer = side->peer,
					.tag = side->tag,
					.bytes = side->bytes};
	return OK;
}

/* From whom a persistent receive that starts gets its message. */
static enum status resolve_started(struct replay *replay, int process, uint64_t request,
				   const struct replay_request *kept, struct message_wanted *wanted, struct error *err)
{
	const struct trace_side side = {
		.there = true, .peer = kept->peer, .tag = kept->tag, .got_source = -1, .got_tag = -1};

	if (!kept->wild || replay->options.wildcards)
		return fall(replay, kept->comm, kept->peer, kept->tag, wanted, err);
	return look_up(replay, process, request, kept->comm, &side, wanted, err);
}

/* A persistent send of this number starts. */
static enum status start_send(struct replay *replay, int process, struct replay_thread *thread, uint32_t number,
			      const struct message_wanted *wanted, struct error *err)
{
	const struct replay_request kept = replay->processes[process].requests.at[number];
	uint32_t request = kept.buffered ? begin_own(replay, process) : number;
	struct source_action *action = request == REQUEST_NONE ? NULL : thread_add(thread, ACTION_SEND);
	enum status status;

	if (!action)
		return replay_no_memory(err);
	action->count = kept.bytes;
	if (kept.bytes > replay->found.largest)
		replay->found.largest = kept.bytes;
	action->peer = wanted->peer;
	action->tag = wanted->tag;
	action->synchronous = kept.synchronous;
	action->request = request;
	if (!kept.buffered)
		return OK;
	status = thread_free_request(thread, request, err);
	return status == OK ? settle(thread, number, err) : status;
}

static enum status start_one(struct replay *replay, int process, struct replay_thread *thread, uint64_t request,
			     struct error *err)
{
	const struct replay_requests *requests = &replay->processes[process].requests;
	uint32_t number = requests_find(requests, request);
	struct replay_request *kept = number == REQUEST_NONE ? NULL : &requests->at[number];
	struct message_wanted wanted = {.peer = TRACE_NOBODY};
	bool owed = kept && kept->expected;
	enum status status = OK;

	if (!kept || kept->unknown)
		return replay_keep_time(replay, thread, err);
	kept->expected = false;
	kept->started = !owed;
	if (is_process(kept->peer) || kept->peer == TRACE_ANY)
		status = resolve_started(replay, process, request, kept, &wanted, err);
	if (status != OK)
		return status;
	if (wanted.peer == TRACE_NOBODY)
		return owed ? settle(thread, number, err) : OK;
	if (!kept->sends)
		return add_wanted(thread, ACTION_RECEIVE, &wanted, number, err);
	return start_send(replay, process, thread, number, &wanted, err);
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

enum status replay_message(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	switch (trace_function_family(thread->call.function)) {
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
	case TRACE_PROBE:
		return probe(replay, process, thread, err);
	default:
		return persistent(replay, process, thread, err);
	}
}
