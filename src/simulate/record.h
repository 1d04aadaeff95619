#ifndef SONDE_SIMULATE_RECORD_H
#define SONDE_SIMULATE_RECORD_H

#include "base/memory.h"
#include "simulate/engine.h"
#include "simulate/interval.h"
#include "simulate/slopes_asked.h"

/* All functions are Local. */

/* From when on something may go on, and which interval it had to wait for. */
struct moment {
	double time;
	uint32_t cause;
	uint32_t own, n_own;  /* of a message: the intervals that it takes its receiver, in a row */
	uint32_t label, site; /* of an item: of the operation that it was first */
};

/* The intervals that kept a resource of a process last. */
struct kept {
	uint32_t cpu, out;
};

struct recorded {
	struct kept first;    /* of CPU 0 and port out 0 */
	struct kept *more;    /* by number, of the others; NULL if there are none */
	struct moment *steps; /* from when each operation may start */
	size_t step_capacity;
	size_t n_more;
	uint32_t in, done;
	uint64_t order; /* of what the process did, by slopes */
};

/* What a simulation writes down if it is asked to: intervals and their causes, in nanoseconds. */
struct recorder {
	struct slopes *slopes; /* NULL: intervals are recorded; else causes are its nodes */
	struct interval *intervals;
	size_t n, capacity;
	struct interval_choice *choices;
	size_t n_choices, choice_capacity;
	struct moment *items; /* of each item */
	size_t item_capacity;
	struct recorded *processes;
	uint32_t cause; /* of what happens now */
	uint32_t begun; /* of the last item that used resources: what it had to wait for */
	uint32_t left;  /* of the message that left last: what the end of its send has to wait for in a rendezvous */
};

/*
 * An empty recorder for so many processes; NULL without memory.
 *
 * - slopes: of what, in place of intervals; NULL.
 * - Ownership: recorder_free frees it.
 */
struct recorder *recorder_new(int processes, const struct slopes_asked *slopes);
void recorder_free(struct recorder *recorder, int processes);

/* Makes room for the operations of a process, before they start, and for n_lanes CPUs and ports. */
void record_program(struct engine *engine, int process, const struct program *program);

/*
 * Records an interval that begins because of cause; returns its index, or cause if it has no length.
 *
 * - start, end: in nanoseconds.
 * - item: what the interval is about; process is where the item is handled.
 */
uint32_t record_interval(struct engine *engine, enum interval_kind kind, double start, double end, uint32_t cause,
			 const struct item *item);

/*
 * Says that item i uses these resources from now on.
 *
 * - Finds out which of them, or what made the item ready, it had to wait for; that becomes the cause of what happens
 *   now.
 */
void record_begin(struct engine *engine, uint32_t i, enum resource resource);

/* Makes room for item i; false without memory. */
bool record_item_room(struct engine *engine, uint32_t i);

/* Item i may go on from time, because of cause; or because of what happens now. */
static inline void record_item(struct engine *engine, uint32_t i, double time, uint32_t cause)
{
	if (i >= engine->recorder->item_capacity && !record_item_room(engine, i))
		return;
	engine->recorder->items[i].time = time;
	engine->recorder->items[i].cause = cause;
}

/* Item i is this operation of a process, which has become ready. */
void record_step(struct engine *engine, uint32_t i, int process, uint32_t step);

/* Item i, a receive, will be posted when its CPU is free, which another one may have then. */
void record_held_back(struct engine *engine, uint32_t i);

/*
 * Item i, whose overhead began because of begun, has its port out reserved, from when that is free on.
 *
 * - late: its data leave so much later than they could, as a part of out, which is what they keep the port, in
 *   nanoseconds.
 */
void record_reserve(struct engine *engine, uint32_t i, uint32_t begun, double late, double out);

/* A process with a stream has a new operation, which may start at a time because of cause. */
void record_new_step(struct engine *engine, int process, uint32_t step, double time, uint32_t cause);

/* An operation of a process may not start before time, because of what happens now. */
void record_satisfied(struct engine *engine, int process, uint32_t step, double time);

/*
 * Says that item i, a send, leaves its process now: its CPU, its port out (unless that is shared fairly), and its
 * flight.
 *
 * - Returns the interval of the flight.
 * - The end of its overhead then is the cause of what happens now.
 */
uint32_t record_leave(struct engine *engine, uint32_t i, const struct message_cost *cost);

/*
 * Says that message i, item at its sender, passes the link of its stream, and is at the port in at a time.
 *
 * - waits: for the message before it; else flight is the interval after which it is there.
 * - Returns the interval that it had to wait for.
 */
uint32_t record_link(struct engine *engine, uint32_t i, struct byte_stream *stream, double time, bool waits,
		     uint32_t flight);

/*
 * Says that the CPU of item i, a send, is busy with it from now on.
 *
 * - The end of that is the cause of what happens now, and of what becomes of the item.
 */
void record_prepare(struct engine *engine, uint32_t i, const struct message_cost *cost);

/*
 * Says that message i is taken in now: the port in, and the CPU by costs.cpu_takes_in.
 *
 * - What happens now then has the end of that as its cause.
 */
void record_arrive(struct engine *engine, uint32_t i, const struct message_cost *cost);

/* An interval that message i takes its receiver; as record_interval. */
uint32_t record_in(struct engine *engine, enum interval_kind kind, double start, double end, uint32_t cause,
		   uint32_t i);

/* Message i has met the receive that is this operation. */
void record_met(struct engine *engine, uint32_t i, uint32_t operation);

/* What is known of a message is now another item's. */
void record_moved(struct engine *engine, uint32_t from, uint32_t to);

/* Item i, an operation of this kind, keeps its CPU until end. */
void record_computing(struct engine *engine, uint32_t i, int kind, double end);

/*
 * Says that a receive of the process of message m, which has been taken in before, is done when its CPU is free, or
 * now.
 *
 * - operation: of the receive.
 */
void record_late_receive(struct engine *engine, uint32_t m, uint32_t operation);

/* A rendezvous has been matched now: CPU and port out of its sender are free no earlier. */
void record_released(struct engine *engine, int sender);

/* Item i, a message that has met its receive, keeps the CPU until end. */
void record_take(struct engine *engine, uint32_t i, double end);

/* Message i has come through both fair ports, now. */
void record_flown(struct engine *engine, uint32_t i);

/* A thread of a process waits for one of several requests, and goes on; it is given a request that was done before. All
 * in nanoseconds. */
void record_choosing(struct engine *engine, int process, uint32_t thread, const struct source_action *action);
void record_chosen(struct stream_thread *thread);
void record_choice(struct engine *engine, int process, const struct stream_thread *thread,
		   const struct stream_request *request);

/* What kept CPU and port out number last; a message that is taken in is on the first, which a process keeps when it has
 * finished. */
static inline struct kept *record_kept(struct engine *engine, const struct item *item, int number)
{
	struct recorded *p = &engine->recorder->processes[item->process];

	return number > 0 ? &p->more[number] : &p->first;
}

/* Which interval has kept the CPU of an item last. */
static inline uint32_t *record_cpu(struct engine *engine, const struct item *item)
{
	return &record_kept(engine, item, item->cpu)->cpu;
}

/* Of the process, or node, whose ports an item's message uses; what has kept its port out last. */
static inline struct recorded *record_port(struct engine *engine, const struct item *item)
{
	return &engine->recorder->processes[engine_port(engine, item->process, item->peer)];
}

static inline struct kept *record_out(struct engine *engine, const struct item *item)
{
	return item->nic > 0 ? record_kept(engine, item, item->nic) : &record_port(engine, item)->first;
}

/* slopes.c */

/*
 * How much later everything happens if a parameter is greater: what is counted along the way to each moment. Where
 * several things are waited for at a time, of each direction the greatest counts.
 *
 * - The recorder's causes are then the numbers of such moments, not of intervals.
 * - Not with costs.fair.
 */

/* Nanoseconds: differences of sums of the same times, some 10^7 of them. */
#define SLOPES_SAME_TIME 1e-4

/* Places of what is counted: nanoseconds, and from SLOPES_BY on by how many they move for each unit of a direction. */
enum { SLOPES_TIME, SLOPES_BY, SLOPES_PLACES = SLOPES_BY + SLOPES_MOST };

/* A moment, or what lies between two. */
struct slope_node {
	double at[SLOPES_PLACES];
};

/* What of a message's cost lies between two moments. */
enum slope_span {
	SPAN_SEND,
	SPAN_OUT,
	SPAN_FLIGHT,
	SPAN_LATENCY,
	SPAN_PAID,
	SPAN_TRANSFER,
	SPAN_IN,
	SPAN_LANDED,
	SPAN_RECEIVE,
	SPAN_EXPECTED,
	SPAN_CONTROL,
	SPAN_CONTROL_LATENCY,
	SPAN_REQUEST,
	SPAN_LINK_FRONT, /* of the link's time, until the front is at the port in, and the rest */
	SPAN_LINK_REST,
	SLOPE_SPANS
};

/* What messages of one size between two processes cost, and how that changes. */
struct slope_message {
	uint64_t bytes;
	int from, to;
	bool blocking, known;
	struct slope_node spans[SLOPE_SPANS];
};

enum { SLOPE_MESSAGES = 64 };

struct slopes {
	const struct slopes_asked *asked;
	int n; /* directions */
	struct slope_node *nodes;
	size_t n_nodes, capacity;
	size_t most;       /* nodes, before those that nobody needs are taken away */
	uint32_t *numbers; /* of nodes, while that is done */
	size_t number_capacity;
	struct slope_message messages[SLOPE_MESSAGES];
	uint64_t lost;
};

/* NULL without memory. */
struct slopes *slopes_new(const struct slopes_asked *asked);
void slopes_free(struct slopes *slopes);

/* Of two moments at one time: by each direction the greater one. */
uint32_t slopes_both(struct engine *engine, uint32_t a, uint32_t b);

/* The later one of two moments. */
static inline uint32_t slopes_later(struct engine *engine, uint32_t a, uint32_t b)
{
	const struct slope_node *nodes = engine->recorder->slopes->nodes;
	double more = nodes[a].at[SLOPES_TIME] - nodes[b].at[SLOPES_TIME];

	if (a == b || more > SLOPES_SAME_TIME)
		return a;
	return more < -SLOPES_SAME_TIME ? b : slopes_both(engine, a, b);
}

/* Something that had to wait until a time for *cause has to wait until another one for what happens now. */
static inline void record_later(struct engine *engine, uint32_t *cause, double time, double until)
{
	if (engine->recorder->slopes)
		*cause = slopes_later(engine, *cause, engine->recorder->cause);
	else if (until >= time)
		*cause = engine->recorder->cause;
}

/* So many times a span of the message after a moment. */
uint32_t slopes_after(struct engine *engine, uint32_t from, const struct item *message, bool at_receiver,
		      enum slope_span span, double times);

/* So many nanoseconds after it; computed: in direction 0. */
uint32_t slopes_compute(struct engine *engine, uint32_t from, double time, bool computed);

/* As the functions of record.h. */
void slopes_begin(struct engine *engine, uint32_t i, enum resource resource);
uint32_t slopes_leave(struct engine *engine, uint32_t i, const struct message_cost *cost);
void slopes_arrive(struct engine *engine, uint32_t i);

/* Item i, whose overhead has begun at a moment, has its port out once that is free, or by late times what it keeps it
 * after that. */
void slopes_reserve(struct engine *engine, uint32_t i, uint32_t begun, double late);

/* Takes nodes away that nobody needs; to be called when there are slopes.most. */
void slopes_collect(struct engine *engine);

/* What was found, when all is done. */
void slopes_found(struct engine *engine, struct slopes_asked *found);

#endif
