/*
 * The events of a call. What it begins stands at its begin: Enter, sends, requests. What it completes stands at its
 * end: receives, completions, Leave.
 */
#include "trace/otf2/writing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "trace/fields.h"
#include "trace/otf2/collectives.h"
#include "trace/otf2/requests.h"

/* Where a call's events go, and when. */
struct pen {
	struct otf2_writing *w;
	struct otf2_stream *s;
	struct otf2_place *place;
	double time;
	struct error *err;
};

uint64_t otf2_location(int rank, int thread)
{
	return (uint64_t)(uint32_t)thread << 32 | (uint32_t)rank;
}

/* The next event's tick: events of a thread never go back. */
static uint64_t tick(const struct pen *pen)
{
	double ticks = round(pen->time * OTF2_TICKS) + OTF2_TICK_ZERO;
	uint64_t t = ticks > 0 ? (uint64_t)ticks : 0;
	if (t < pen->place->last)
		t = pen->place->last;
	pen->place->last = t;
	pen->place->events++;
	return t;
}

/* Keeps the first failure of libotf2. */
static void note(const struct pen *pen, OTF2_ErrorCode code)
{
	if (pen->w->code == OTF2_SUCCESS)
		pen->w->code = code;
}

static OTF2_EvtWriter *writer(const struct pen *pen)
{
	return pen->place->writer;
}

enum status otf2_thread_open(struct otf2_writing *w, struct otf2_stream *s, int thread, struct error *err)
{
	size_t need = (size_t)thread + 1;
	void *threads = memory_grow(s->threads, &s->threads_room, need, sizeof(*s->threads));
	if (threads)
		s->threads = threads;
	void *places = memory_grow(s->places, &s->places_room, need, sizeof(*s->places));
	if (places)
		s->places = places;
	if (!threads || !places)
		return error_memory(err, "the archive's threads");
	for (; s->n_threads < (int)need; s->n_threads++) {
		s->threads[s->n_threads] = (struct otf2_running){.busy = false};
		s->places[s->n_threads] = (struct otf2_place){.last = 0};
	}
	if (s->places[thread].writer)
		return OK;
	s->places[thread].writer = OTF2_Archive_GetEvtWriter(w->archive, otf2_location(s->rank, thread));
	if (!s->places[thread].writer)
		return error_set(err, ERR_IO, "%s: the events of process %d cannot be written: %s", w->dir, s->rank,
				 w->complaint.text);
	return OK;
}

/* A receive's envelope; a message to this process from its peer. */
static struct otf2_envelope incoming(const struct otf2_stream *s, int64_t comm, const struct otf2_end *end)
{
	return (struct otf2_envelope){
		.sender = end->peer, .receiver = s->rank, .communicator = (uint32_t)comm, .tag = end->tag};
}

/* Posts a receive of which it is known what it gets. */
static enum status post(const struct pen *pen, int64_t comm, struct otf2_end *end)
{
	if (end->posted || end->peer < 0 || end->tag < 0 || comm < 0)
		return OK;
	struct otf2_envelope envelope = incoming(pen->s, comm, end);
	end->posted = true;
	return otf2_messages_post(&pen->w->messages, &envelope, &end->receipt, pen->err);
}

/* A message came for a process: what is held there looks for it. */
static enum status wake(const struct pen *pen, struct otf2_stream *receiver)
{
	struct otf2_writing *w = pen->w;
	bool held = false;
	for (int t = 0; t < receiver->n_threads; t++) {
		held |= receiver->threads[t].held;
		receiver->threads[t].held = false;
	}
	if (!held)
		return OK;
	void *woken = memory_grow(w->woken, &w->woken_room, w->n_woken + 1, sizeof(*w->woken));
	if (!woken)
		return error_memory(pen->err, "processes that wait for a message");
	w->woken = woken;
	w->woken[w->n_woken++] = receiver->rank;
	return OK;
}

/* The message is on its way. */
static enum status dispatch(const struct pen *pen, int64_t comm, const struct otf2_end *end)
{
	if (end->peer < 0 || end->peer >= pen->w->n_streams || comm < 0)
		return OK;
	struct otf2_envelope envelope = {
		.sender = pen->s->rank, .receiver = end->peer, .communicator = (uint32_t)comm, .tag = end->tag};
	enum status status = otf2_messages_send(&pen->w->messages, &envelope, end->bytes, pen->err);
	return status == OK ? wake(pen, &pen->w->streams[end->peer]) : status;
}

static struct otf2_end end_of(const struct trace_side *side)
{
	struct otf2_end end = {.there = side->there && side->peer != TRACE_NOBODY,
			       .peer = side->peer,
			       .peer_in_comm = side->peer_in_comm,
			       .tag = side->tag,
			       .bytes = side->bytes,
			       .any_source = side->peer == TRACE_ANY,
			       .any_tag = side->tag == TRACE_ANY_TAG};
	return end;
}

/* What a wildcard got. */
static void resolve(const struct pen *pen, int64_t comm, struct otf2_end *end, int source, int64_t tag)
{
	if (source >= 0) {
		end->peer = source;
		end->peer_in_comm = otf2_named_rank(&pen->w->named, (uint32_t)comm, pen->s->rank, source);
	}
	if (tag >= 0)
		end->tag = tag;
}

static void enter(const struct pen *pen, const struct trace_call *call, uint32_t region)
{
	OTF2_AttributeList *attributes = NULL;
	if (call->polls) {
		attributes = pen->w->attributes;
		double inside = call->inside > 0 ? call->inside : 0;
		note(pen, OTF2_AttributeList_AddUint64(attributes, OTF2_ATTRIBUTE_POLLS, call->polls));
		note(pen, OTF2_AttributeList_AddUint64(attributes, OTF2_ATTRIBUTE_INSIDE,
						       (uint64_t)(inside * OTF2_TICKS + 0.5)));
	}
	note(pen, OTF2_EvtWriter_Enter(writer(pen), attributes, tick(pen), region));
}

/* Both ends and the operation of a request that begins. */
static enum status activate(const struct pen *pen, struct otf2_request *q)
{
	struct otf2_end *send = &q->send, *receive = &q->receive;
	uint64_t *last = &pen->s->requests.last_id;
	enum status status = OK;
	q->active = true;
	if (send->there) {
		send->id = ++*last;
		note(pen, OTF2_EvtWriter_MpiIsend(writer(pen), NULL, tick(pen), (uint32_t)send->peer_in_comm,
						  (uint32_t)q->comm, (uint32_t)send->tag, send->bytes, send->id));
		pen->w->written->messages++;
		status = dispatch(pen, q->comm, send);
	}
	if (receive->there) {
		receive->id = ++*last;
		receive->posted = false;
		receive->peer = receive->any_source ? TRACE_ANY : receive->peer;
		receive->tag = receive->any_tag ? TRACE_ANY_TAG : receive->tag;
		note(pen, OTF2_EvtWriter_MpiIrecvRequest(writer(pen), NULL, tick(pen), receive->id));
		if (status == OK)
			status = post(pen, q->comm, receive);
	}
	if (q->joint.there) {
		q->joint.id = ++*last;
		note(pen, OTF2_EvtWriter_NonBlockingCollectiveRequest(writer(pen), NULL, tick(pen), q->joint.id));
	}
	return status;
}

static enum status start(const struct pen *pen, uint64_t number)
{
	struct otf2_request *q = otf2_request_find(&pen->s->requests, number);
	return q ? activate(pen, q) : OK;
}

/* The collective operation that a call carries out or begins, or that makes or frees a communicator. */
static struct otf2_joint joint_of(const struct trace_call *call, int64_t comm, int64_t made)
{
	struct otf2_joint joint = {.made = OTF2_NO_COMM, .root = OTF2_COLLECTIVE_ROOT_NONE};
	if (comm < 0)
		return joint;
	if (otf2_collective_of(call->function, &joint.operation)) {
		joint.there = true;
		joint.root = otf2_collective_root(call);
		otf2_collective_sizes(joint.operation, call, &joint.sent, &joint.received);
	} else if (trace_function_family(call->function) == TRACE_COMMUNICATOR) {
		bool frees = call->function == trace_Comm_free || call->function == trace_Comm_disconnect;
		joint.there = true;
		joint.operation = frees ? OTF2_COLLECTIVE_OP_DESTROY_HANDLE : OTF2_COLLECTIVE_OP_CREATE_HANDLE;
		joint.made = frees ? OTF2_NO_COMM : made;
	}
	return joint;
}

static bool is_start(enum trace_function function)
{
	return function == trace_Start || function == trace_Startall;
}

/* Whether the call makes a request that is started later. */
static bool is_persistent(enum trace_function function)
{
	const char *name = trace_function_name(function);
	size_t n = strlen(name), m = strlen("_init");
	return n > m && !strcmp(name + n - m, "_init");
}

static bool is_message(enum trace_family family)
{
	return family == TRACE_SEND || family == TRACE_SEND_BEGIN || family == TRACE_RECEIVE ||
	       family == TRACE_RECEIVE_BEGIN || family == TRACE_EXCHANGE || family == TRACE_PERSISTENT;
}

/* A call that makes a request, which is under way or waits to be started. */
static enum status begin_request(const struct pen *pen, const struct trace_call *call, int64_t comm, int64_t made)
{
	struct otf2_end send = end_of(&call->send), receive = end_of(&call->receive);
	struct otf2_joint joint = joint_of(call, comm, made);
	bool message = is_message(trace_function_family(call->function));
	if (!joint.there && !message)
		return OK;
	struct otf2_request *q = otf2_request_add(&pen->s->requests, call->request, pen->err);
	if (!q)
		return ERR_MEMORY;
	q->comm = comm;
	q->persistent = is_persistent(call->function);
	q->joint = joint;
	if (message && comm >= 0) {
		q->send = send;
		q->receive = receive;
	}
	return q->persistent ? OK : activate(pen, q);
}

/* A call that is done when it ends. */
static enum status begin_blocking(const struct pen *pen, const struct trace_call *call, struct otf2_running *r)
{
	enum trace_family family = trace_function_family(call->function);
	enum status status = OK;
	r->joint = joint_of(call, r->comm, r->made);
	if (r->joint.there) {
		note(pen, OTF2_EvtWriter_MpiCollectiveBegin(writer(pen), NULL, tick(pen)));
		return OK;
	}
	if (!is_message(family) || r->comm < 0)
		return OK;
	struct otf2_end send = end_of(&call->send);
	r->receive = end_of(&call->receive);
	if (send.there) {
		note(pen, OTF2_EvtWriter_MpiSend(writer(pen), NULL, tick(pen), (uint32_t)send.peer_in_comm,
						 (uint32_t)r->comm, (uint32_t)send.tag, send.bytes));
		pen->w->written->messages++;
		status = dispatch(pen, r->comm, &send);
	}
	if (status == OK && r->receive.there) {
		resolve(pen, r->comm, &r->receive, call->receive.got_source, call->receive.got_tag);
		status = post(pen, r->comm, &r->receive);
	}
	return status;
}

static enum status find_comm(struct otf2_writing *w, const struct trace_communicator *c, int64_t *comm,
			     struct error *err)
{
	uint32_t number = 0;
	enum status status = c ? otf2_named_communicator(&w->named, c, &number, err) : OK;
	*comm = c && status == OK ? (int64_t)number : OTF2_NO_COMM;
	return status;
}

/* What of the call is needed at its end. */
static enum status keep(struct otf2_running *r, const struct trace_call *call, struct error *err)
{
	r->busy = true;
	r->held = false;
	r->function = call->function;
	r->end = call->end;
	r->request = call->request;
	r->receive = (struct otf2_end){.there = false};
	r->joint = (struct otf2_joint){.there = false};
	r->n_done = call->n_done;
	void *done = memory_grow(r->done, &r->done_room, call->n_done + 1, sizeof(*r->done));
	if (!done)
		return error_memory(err, "requests that complete");
	r->done = done;
	for (size_t i = 0; i < call->n_done; i++)
		r->done[i] = call->done[i];
	return OK;
}

enum status otf2_call_begin(struct otf2_writing *w, struct otf2_stream *s, struct error *err)
{
	const struct trace_call *call = &s->head;
	uint32_t region = 0;
	enum status status = otf2_thread_open(w, s, call->thread, err);
	if (status == OK)
		status = otf2_named_region(&w->named, call, &region, err);
	if (status != OK)
		return status;
	struct otf2_running *r = &s->threads[call->thread];
	struct pen pen = {.w = w, .s = s, .place = &s->places[call->thread], .time = call->begin, .err = err};
	if (call->function == trace_region_end) {
		note(&pen, OTF2_EvtWriter_Leave(writer(&pen), NULL, tick(&pen), region));
		return OK;
	}
	if (call->function == trace_region_begin)
		pen.time = call->end; /* the region begins when the call that says so is done */
	enter(&pen, call, region);
	if (call->function == trace_region_begin)
		return OK;
	status = find_comm(w, call->comm, &r->comm, err);
	if (status == OK)
		status = find_comm(w, call->made, &r->made, err);
	if (status == OK)
		status = keep(r, call, err);
	r->region = region;
	if (status != OK)
		return status;
	if (is_start(call->function)) {
		status = call->function == trace_Start ? start(&pen, call->request) : OK;
		for (size_t i = 0; status == OK && i < call->started.n; i++)
			status = start(&pen, call->started.ids[i]);
		return status;
	}
	enum trace_family family = trace_function_family(call->function);
	if (call->request && family != TRACE_COMPLETION)
		return begin_request(&pen, call, r->comm, r->made);
	return family == TRACE_COMPLETION ? OK : begin_blocking(&pen, call, r);
}

/* Whether a receive's message is known; it is posted if that was not possible before. */
static enum status arrived(const struct pen *pen, int64_t comm, struct otf2_end *end, bool *all)
{
	enum status status = post(pen, comm, end);
	if (end->posted && !end->receipt.matched)
		*all = false;
	return status;
}

static enum status all_arrived(const struct pen *pen, struct otf2_running *r, bool *all)
{
	enum status status = OK;
	*all = true;
	if (r->receive.there)
		status = arrived(pen, r->comm, &r->receive, all);
	for (size_t i = 0; status == OK && i < r->n_done; i++) {
		struct otf2_request *q = otf2_request_find(&pen->s->requests, r->done[i].request);
		if (!q || !q->active || !q->receive.there || r->done[i].source == TRACE_CANCELLED)
			continue;
		resolve(pen, q->comm, &q->receive, r->done[i].source, r->done[i].tag);
		status = arrived(pen, q->comm, &q->receive, all);
	}
	return status;
}

/* The bytes of the message that a receive got; of its buffer if nobody sent it. */
static uint64_t take(const struct pen *pen, int64_t comm, struct otf2_end *end)
{
	if (end->posted && end->receipt.matched)
		return end->receipt.bytes;
	if (end->posted) {
		struct otf2_envelope envelope = incoming(pen->s, comm, end);
		otf2_messages_withdraw(&pen->w->messages, &envelope, &end->receipt);
	}
	pen->w->written->unsent++;
	return end->bytes;
}

static void end_joint(const struct pen *pen, const struct otf2_joint *joint, int64_t comm, bool nonblocking)
{
	struct otf2_named *named = &pen->w->named;
	if (joint->made >= 0) {
		named->communicators[joint->made].events = true;
		note(pen, OTF2_EvtWriter_CommCreate(writer(pen), NULL, tick(pen), (uint32_t)joint->made));
	}
	if (joint->operation == OTF2_COLLECTIVE_OP_DESTROY_HANDLE && named->communicators[comm].events)
		note(pen, OTF2_EvtWriter_CommDestroy(writer(pen), NULL, tick(pen), (uint32_t)comm));
	if (nonblocking)
		note(pen, OTF2_EvtWriter_NonBlockingCollectiveComplete(writer(pen), NULL, tick(pen), joint->operation,
								       (uint32_t)comm, joint->root, joint->sent,
								       joint->received, joint->id));
	else
		note(pen, OTF2_EvtWriter_MpiCollectiveEnd(writer(pen), NULL, tick(pen), joint->operation,
							  (uint32_t)comm, joint->root, joint->sent, joint->received));
}

static void cancel(const struct pen *pen, struct otf2_request *q)
{
	if (q->receive.there && q->receive.posted && !q->receive.receipt.matched) {
		struct otf2_envelope envelope = incoming(pen->s, q->comm, &q->receive);
		otf2_messages_withdraw(&pen->w->messages, &envelope, &q->receive.receipt);
	}
	if (q->send.there)
		note(pen, OTF2_EvtWriter_MpiRequestCancelled(writer(pen), NULL, tick(pen), q->send.id));
	if (q->receive.there)
		note(pen, OTF2_EvtWriter_MpiRequestCancelled(writer(pen), NULL, tick(pen), q->receive.id));
}

static void complete(const struct pen *pen, const struct trace_completion *done)
{
	struct otf2_request *q = otf2_request_find(&pen->s->requests, done->request);
	if (!q || !q->active)
		return;
	q->active = false;
	if (done->source == TRACE_CANCELLED) {
		cancel(pen, q);
	} else {
		if (q->receive.there) {
			uint64_t bytes = take(pen, q->comm, &q->receive);
			note(pen, OTF2_EvtWriter_MpiIrecv(writer(pen), NULL, tick(pen),
							  (uint32_t)q->receive.peer_in_comm, (uint32_t)q->comm,
							  (uint32_t)q->receive.tag, bytes, q->receive.id));
		}
		if (q->send.there)
			note(pen, OTF2_EvtWriter_MpiIsendComplete(writer(pen), NULL, tick(pen), q->send.id));
		if (q->joint.there)
			end_joint(pen, &q->joint, q->comm, true);
	}
	if (!q->persistent)
		otf2_request_remove(&pen->s->requests, done->request);
}

/* MPI_Request_free: nobody will see what is under way complete. */
static void forget(const struct pen *pen, uint64_t number)
{
	struct otf2_request *q = otf2_request_find(&pen->s->requests, number);
	if (!q)
		return;
	if (q->active && q->receive.there && q->receive.posted && !q->receive.receipt.matched) {
		struct otf2_envelope envelope = incoming(pen->s, q->comm, &q->receive);
		otf2_messages_withdraw(&pen->w->messages, &envelope, &q->receive.receipt);
	}
	otf2_request_remove(&pen->s->requests, number);
}

enum status otf2_call_end(struct otf2_writing *w, struct otf2_stream *s, int thread, bool forced, struct error *err)
{
	struct otf2_running *r = &s->threads[thread];
	struct pen pen = {.w = w, .s = s, .place = &s->places[thread], .time = r->end, .err = err};
	bool all;
	enum status status = all_arrived(&pen, r, &all);
	if (status != OK)
		return status;
	if (!all && !forced) {
		r->held = true;
		return OK;
	}
	if (r->receive.there) {
		uint64_t bytes = take(&pen, r->comm, &r->receive);
		note(&pen, OTF2_EvtWriter_MpiRecv(writer(&pen), NULL, tick(&pen), (uint32_t)r->receive.peer_in_comm,
						  (uint32_t)r->comm, (uint32_t)r->receive.tag, bytes));
	}
	for (size_t i = 0; i < r->n_done; i++)
		complete(&pen, &r->done[i]);
	if (r->joint.there)
		end_joint(&pen, &r->joint, r->comm, false);
	if (r->function == trace_Request_free)
		forget(&pen, r->request);
	note(&pen, OTF2_EvtWriter_Leave(writer(&pen), NULL, tick(&pen), r->region));
	r->busy = false;
	return OK;
}

void otf2_stream_release(struct otf2_stream *s)
{
	for (int t = 0; t < s->n_threads; t++)
		free(s->threads[t].done);
	free(s->threads);
	free(s->places);
	otf2_requests_release(&s->requests);
}
