#include "trace/clock_messages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lookup.h"
#include "base/memory.h"
#include "trace/fields.h"

/* Elements with numbers from 0, which are taken and given back. */
struct pool {
	void *at;
	size_t n, room;
	uint32_t *spare;
	size_t n_spare, spare_room;
};

/* A message that was sent and not received yet, or received whose sending was not read yet. */
struct clock_message {
	double time;
	uint32_t next;
};

/* Messages with one sender, receiver, communicator and tag: those that wait. */
struct clock_channel {
	uint32_t first, last;
	bool sent;
};

/* What a request receives, and what a persistent one sends. */
struct clock_posted {
	uint64_t comm;
	int from, to; /* TRACE_NOBODY: nothing */
	int64_t tag, send_tag;
	bool persistent;
};

/* A collective operation that has not begun at all processes. */
struct clock_joint {
	int missing;
	double *begin, *end; /* of each clock: the latest begin, the earliest end */
};

struct clock_process {
	struct trace_calls *calls;
	struct trace_call head;
	double first, next; /* s: begin of the first call; of the next one since that, INFINITY: there is none */
	struct lookup requests, joined; /* number of what was posted; operations by communicators */
	size_t heap;
};

struct clock_survey {
	struct trace *trace;
	struct trace_bounds *bounds;
	int n;
	struct clock_process *processes;
	size_t *heap; /* processes, the earliest first */
	struct pool waiting, channels, posted, joints;
	struct lookup channel_of, joint_of;
	uint64_t unsent; /* receives that wait for the message */
	bool no_memory, switched;
};

/* The number of a free element, UINT32_MAX: memory is out. */
static uint32_t take(struct pool *pool, size_t width)
{
	void *grown;

	if (pool->n_spare > 0)
		return pool->spare[--pool->n_spare];
	grown = pool->n < UINT32_MAX ? memory_grow(pool->at, &pool->room, pool->n + 1, width) : NULL;
	if (!grown)
		return UINT32_MAX;
	pool->at = grown;
	return (uint32_t)pool->n++;
}

/* One that there is no room to remember is lost. */
static void give(struct pool *pool, uint32_t number)
{
	uint32_t *spare = memory_grow(pool->spare, &pool->spare_room, pool->n_spare + 1, sizeof(*spare));

	if (!spare)
		return;
	pool->spare = spare;
	spare[pool->n_spare++] = number;
}

static void pool_release(struct pool *pool)
{
	free(pool->at);
	free(pool->spare);
}

static uint64_t mixed(uint64_t hash, uint64_t number)
{
	hash = (hash ^ number) * UINT64_C(0x9E3779B97F4A7C15);
	return hash ^ hash >> 32;
}

static int clock_of(const struct clock_survey *r, int rank)
{
	return trace_process(r->trace, rank)->clock;
}

static void bound(struct clock_survey *r, int from, double sent, int to, double received)
{
	r->no_memory = r->no_memory || !trace_bounds_add(r->bounds, from, sent, to, received);
}

/* Appends to those that wait in a channel, which is made if there is none. */
static void wait_in(struct clock_survey *r, uint64_t key, bool there, uint32_t number, double time, bool sent)
{
	uint32_t place = take(&r->waiting, sizeof(struct clock_message));
	struct clock_channel *channel;

	if (!there)
		number = take(&r->channels, sizeof(struct clock_channel));
	if (place == UINT32_MAX || number == UINT32_MAX || (!there && !lookup_put(&r->channel_of, key, number))) {
		r->no_memory = true;
		return;
	}
	channel = &((struct clock_channel *)r->channels.at)[number];
	((struct clock_message *)r->waiting.at)[place] = (struct clock_message){time, UINT32_MAX};
	if (there)
		((struct clock_message *)r->waiting.at)[channel->last].next = place;
	else
		*channel = (struct clock_channel){.first = place, .sent = sent};
	channel->last = place;
	r->unsent += !sent;
}

/* A message is sent, or received, at a time. */
static void message(struct clock_survey *r, const struct clock_posted *m, double time, bool sent)
{
	int64_t tag = sent ? m->send_tag : m->tag;
	uint64_t key, number = 0;
	struct clock_channel *channel = NULL;
	uint32_t place;
	double other;
	bool there;

	if (m->from < 0 || m->to < 0 || m->from >= r->n || m->to >= r->n || clock_of(r, m->from) == clock_of(r, m->to))
		return;
	key = mixed(mixed(mixed((uint64_t)m->from << 32 | (uint32_t)m->to, m->comm), (uint64_t)tag), 1);
	there = lookup_get(&r->channel_of, key, &number);
	if (there)
		channel = &((struct clock_channel *)r->channels.at)[number];
	if (!channel || channel->sent == sent) {
		wait_in(r, key, there, (uint32_t)number, time, sent);
		return;
	}
	place = channel->first;
	other = ((struct clock_message *)r->waiting.at)[place].time;
	channel->first = ((struct clock_message *)r->waiting.at)[place].next;
	give(&r->waiting, place);
	if (channel->first == UINT32_MAX) {
		lookup_remove(&r->channel_of, key);
		give(&r->channels, (uint32_t)number);
	}
	r->unsent -= sent;
	bound(r, clock_of(r, m->from), sent ? time : other, clock_of(r, m->to), sent ? other : time);
}

static void send(struct clock_survey *r, int rank, uint64_t comm, int to, int64_t tag, double time)
{
	message(r, &(struct clock_posted){.comm = comm, .from = rank, .to = to, .send_tag = tag}, time, true);
}

/* What a wildcard got counts instead of it. */
static void receive(struct clock_survey *r, int rank, const struct clock_posted *posted, int source, int64_t tag,
		    double time)
{
	struct clock_posted m = *posted;

	m.from = source >= 0 ? source : m.from;
	m.to = rank;
	m.tag = tag >= 0 ? tag : m.tag;
	message(r, &m, time, false);
}

static struct clock_posted *find_posted(const struct clock_survey *r, int rank, uint64_t request)
{
	uint64_t number;

	if (!lookup_get(&r->processes[rank].requests, request, &number))
		return NULL;
	return &((struct clock_posted *)r->posted.at)[number];
}

static void forget(struct clock_survey *r, int rank, uint64_t request)
{
	uint64_t number;

	if (!lookup_get(&r->processes[rank].requests, request, &number))
		return;
	lookup_remove(&r->processes[rank].requests, request);
	give(&r->posted, (uint32_t)number);
}

static void post(struct clock_survey *r, int rank, const struct trace_call *call, bool persistent)
{
	uint32_t number;

	forget(r, rank, call->request);
	number = take(&r->posted, sizeof(struct clock_posted));
	if (number == UINT32_MAX || !lookup_put(&r->processes[rank].requests, call->request, number)) {
		r->no_memory = true;
		return;
	}
	((struct clock_posted *)r->posted.at)[number] = (struct clock_posted){
		.comm = call->comm->key,
		.from = call->receive.there ? call->receive.peer : TRACE_NOBODY,
		.to = call->send.there ? call->send.peer : TRACE_NOBODY,
		.tag = call->receive.tag,
		.send_tag = call->send.tag,
		.persistent = persistent,
	};
}

static void start(struct clock_survey *r, int rank, uint64_t request, double time)
{
	const struct clock_posted *posted = find_posted(r, rank, request);

	if (posted && posted->persistent)
		send(r, rank, posted->comm, posted->to, posted->send_tag, time);
}

static void complete(struct clock_survey *r, int rank, const struct trace_call *call)
{
	for (size_t i = 0; i < call->n_done; i++) {
		const struct trace_completion *done = &call->done[i];
		const struct clock_posted *posted = find_posted(r, rank, done->request);

		if (!posted)
			continue;
		if (done->source != TRACE_CANCELLED)
			receive(r, rank, posted, done->source, done->tag, call->end);
		if (!posted->persistent)
			forget(r, rank, done->request);
	}
}

/* Whether the call ends nowhere before it has begun everywhere. */
static bool is_of_all(const struct trace_call *call)
{
	switch (call->function) {
	case trace_Barrier:
		return true;
	case trace_Allreduce:
	case trace_Allgather:
	case trace_Alltoall:
	case trace_Reduce_scatter_block:
		return call->send.bytes > 0 || call->receive.bytes > 0;
	default:
		return false;
	}
}

static bool is_of_one_clock(const struct clock_survey *r, const struct trace_communicator *comm)
{
	for (int i = 1; i < comm->n; i++)
		if (comm->members[i] >= 0 && comm->members[0] >= 0 &&
		    clock_of(r, comm->members[i]) != clock_of(r, comm->members[0]))
			return false;
	return true;
}

/* The operation of all that is the number-th of its communicator; NULL: memory is out. */
static struct clock_joint *find_joint(struct clock_survey *r, uint64_t key, int members)
{
	size_t n = (size_t)r->bounds->n_clocks;
	uint64_t number;
	struct clock_joint *joint;

	if (lookup_get(&r->joint_of, key, &number))
		return &((struct clock_joint *)r->joints.at)[number];
	number = take(&r->joints, sizeof(*joint));
	if (number == UINT32_MAX)
		return NULL;
	joint = &((struct clock_joint *)r->joints.at)[number];
	*joint = (struct clock_joint){.missing = members, .begin = malloc(2 * n * sizeof(*joint->begin))};
	if (!joint->begin || !lookup_put(&r->joint_of, key, number))
		return NULL;
	joint->end = joint->begin + n;
	for (size_t k = 0; k < n; k++) {
		joint->begin[k] = -INFINITY;
		joint->end[k] = INFINITY;
	}
	return joint;
}

static void end_joint(struct clock_survey *r, uint64_t key, struct clock_joint *joint)
{
	int n = r->bounds->n_clocks;
	uint64_t number = 0;

	for (int a = 0; a < n; a++)
		for (int b = 0; b < n && isfinite(joint->begin[a]); b++)
			if (a != b && isfinite(joint->end[b]))
				bound(r, a, joint->begin[a], b, joint->end[b]);
	free(joint->begin);
	joint->begin = NULL;
	lookup_get(&r->joint_of, key, &number);
	lookup_remove(&r->joint_of, key);
	give(&r->joints, (uint32_t)number);
}

static void join(struct clock_survey *r, int rank, const struct trace_call *call)
{
	struct lookup *joined = &r->processes[rank].joined;
	int clock = clock_of(r, rank);
	uint64_t before = 0, key;
	struct clock_joint *joint;

	if (call->comm->n_remote > 0 || is_of_one_clock(r, call->comm))
		return;
	lookup_get(joined, call->comm->key, &before);
	key = mixed(mixed(call->comm->key, before), call->function);
	joint = lookup_put(joined, call->comm->key, before + 1) ? find_joint(r, key, call->comm->n) : NULL;
	if (!joint) {
		r->no_memory = true;
		return;
	}
	joint->begin[clock] = fmax(joint->begin[clock], call->begin);
	joint->end[clock] = fmin(joint->end[clock], call->end);
	if (--joint->missing == 0)
		end_joint(r, key, joint);
}

/* Calls that begin messages, or end blocking ones. */
static void point_to_point(struct clock_survey *r, int rank, const struct trace_call *call, enum trace_family family)
{
	bool persistent = family == TRACE_PERSISTENT;
	uint64_t comm = call->comm->key;

	if (call->send.there && !persistent)
		send(r, rank, comm, call->send.peer, call->send.tag, call->begin);
	if (call->request && (call->receive.there || persistent)) {
		post(r, rank, call, persistent);
	} else if (call->receive.there) {
		struct clock_posted m = {.comm = comm, .from = call->receive.peer, .tag = call->receive.tag};

		receive(r, rank, &m, call->receive.got_source, call->receive.got_tag, call->end);
	}
}

static void read_call(struct clock_survey *r, int rank, const struct trace_call *call)
{
	enum trace_family family = trace_function_family(call->function);

	if (call->function == trace_Pcontrol)
		r->switched = r->switched || call->number_given == 0 || call->number_given == 1;
	if (call->function == trace_Start)
		start(r, rank, call->request, call->begin);
	for (size_t i = 0; call->function == trace_Startall && i < call->started.n; i++)
		start(r, rank, call->started.ids[i], call->begin);
	if (call->n_done > 0)
		complete(r, rank, call);
	if (call->function == trace_Request_free)
		forget(r, rank, call->request);
	if (!call->comm)
		return;
	if (call->function == trace_Comm_free || call->function == trace_Comm_disconnect)
		lookup_remove(&r->processes[rank].joined, call->comm->key);
	if (family == TRACE_SEND || family == TRACE_SEND_BEGIN || family == TRACE_RECEIVE ||
	    family == TRACE_RECEIVE_BEGIN || family == TRACE_EXCHANGE || family == TRACE_PERSISTENT)
		point_to_point(r, rank, call, family);
	else if (is_of_all(call))
		join(r, rank, call);
}

static bool before(const struct clock_survey *r, size_t a, size_t b)
{
	return r->processes[a].next < r->processes[b].next;
}

static void put(struct clock_survey *r, size_t place, size_t process)
{
	r->heap[place] = process;
	r->processes[process].heap = place;
}

/* Moves the first of the heap to its place. */
static void sink(struct clock_survey *r)
{
	size_t at = 0, process = r->heap[0], n = (size_t)r->n;

	for (size_t child; (child = 2 * at + 1) < n; at = child) {
		if (child + 1 < n && before(r, r->heap[child + 1], r->heap[child]))
			child++;
		if (!before(r, r->heap[child], process))
			break;
		put(r, at, r->heap[child]);
	}
	put(r, at, process);
}

/* Reads a process' next call. Times count from its first one: clocks may be far apart. */
static void advance(struct clock_survey *r, struct clock_process *p)
{
	struct error why = {0};

	p->next = INFINITY;
	if (p->calls && trace_calls_next(p->calls, &p->head, &why)) {
		p->first = isinf(p->first) ? p->head.begin : p->first;
		p->next = p->head.begin - p->first;
	}
	r->no_memory = r->no_memory || why.status == ERR_MEMORY;
}

static bool open_processes(struct clock_survey *r)
{
	size_t n = 0;

	r->processes = calloc((size_t)r->n + 1, sizeof(*r->processes));
	r->heap = calloc((size_t)r->n + 1, sizeof(*r->heap));
	if (!r->processes || !r->heap)
		return false;
	for (int i = 0; i < r->n && !r->no_memory; i++) {
		struct clock_process *p = &r->processes[i];
		struct error why = {0};

		p->first = INFINITY;
		if (trace_calls_open(&p->calls, r->trace, i, &why) != OK)
			p->calls = NULL;
		r->no_memory = why.status == ERR_MEMORY;
		advance(r, p);
	}
	/* Those that have calls begin at 0; the others come behind them. */
	for (int empty = 0; empty < 2; empty++)
		for (int i = 0; i < r->n; i++)
			if ((isinf(r->processes[i].next) != 0) == empty)
				put(r, n++, (size_t)i);
	return !r->no_memory;
}

static void close_all(struct clock_survey *r)
{
	for (int i = 0; r->processes && i < r->n; i++) {
		trace_calls_free(r->processes[i].calls);
		lookup_release(&r->processes[i].requests);
		lookup_release(&r->processes[i].joined);
	}
	for (size_t i = 0; i < r->joints.n; i++)
		free(((struct clock_joint *)r->joints.at)[i].begin);
	pool_release(&r->waiting);
	pool_release(&r->channels);
	pool_release(&r->posted);
	pool_release(&r->joints);
	lookup_release(&r->channel_of);
	lookup_release(&r->joint_of);
	free(r->processes);
	free(r->heap);
}

enum status trace_clock_messages(struct trace *trace, struct trace_bounds *bounds, double *first, bool *unsure,
				 struct error *err)
{
	struct clock_survey r = {.trace = trace, .bounds = bounds, .n = trace_info(trace)->processes};

	r.no_memory = !open_processes(&r);
	while (!r.no_memory && r.n > 0) {
		struct clock_process *p = &r.processes[r.heap[0]];

		if (isinf(p->next))
			break;
		read_call(&r, (int)r.heap[0], &p->head);
		advance(&r, p);
		sink(&r);
	}
	for (int i = 0; !r.no_memory && i < r.n; i++)
		first[i] = r.processes[i].first;
	*unsure = r.switched || (r.unsent > 0 && trace_info(trace)->complete);
	close_all(&r);
	return r.no_memory ? error_memory(err, "clocks of a trace") : OK;
}
