#ifndef SONDE_SIMULATE_ENGINE_H
#define SONDE_SIMULATE_ENGINE_H

#include "schedule/schedule.h"
#include "simulate/byte_stream.h"
#include "simulate/costs.h"
#include "simulate/fair_network.h"
#include "simulate/interval.h"
#include "simulate/item.h"
#include "simulate/match.h"
#include "simulate/message_order.h"
#include "simulate/program.h"
#include "simulate/queue.h"
#include "simulate/receives.h"
#include "simulate/stream.h"

/* All functions are Local. */

/* What a process's items wait for. */
enum resource {
	RESOURCE_CPU,
	RESOURCE_SEND, /* CPU and port out */
	RESOURCE_IN,   /* the port in, and the CPU by costs.cpu_takes_in */
	RESOURCES,
	RESOURCE_OUT = RESOURCES /* the port out alone, of data that leave without a CPU: it is reserved for them, so
				    that they need not wait in a line */
};

/*
 * Items that wait for a resource of a process. Those in front are in the event queue, at the time when the resource is
 * expected to be free; the others are in line. The one of the lowest order is always in front.
 */
struct wait {
	uint64_t front_order; /* of the first one in front, UINT64_MAX if not known */
	uint32_t fronts;
	struct item_list line;
	uint32_t next; /* of the same process or lane, or free */
	uint16_t key;  /* which resource of it */
};

/* 64 bytes: what is asked for lies in one piece of the cache. */
struct simulated_process {
	double cpu, out, in; /* when they are free, nanoseconds */
	double done;         /* when the last operation was done */
	struct match_list posted, unexpected;
	uint32_t program; /* its place, 0 when all is done */
	uint32_t left;    /* operations that are not done; with a stream, threads that have not ended too */
	uint32_t drawn;   /* messages whose delay was drawn, by costs.variation */
	uint32_t waits;   /* what waits for CPU 0 and port out 0, or the port in: the first struct wait, 0: nothing */
};

/* The number of an operation has this bit in items: nothing waits for it, so that its step need not be looked at again.
 */
#define STEP_ALONE (UINT32_C(1) << 31)

/* An operation that the present event made ready. */
struct ready {
	uint64_t key; /* process, class, position: the order */
	uint32_t step;
	uint32_t thread; /* not 0: this thread and 1 may go on, and no operation is ready */
};

/* The items of this time up to which memory has been fetched: of items and processes, and of what those point to. */
struct looked_ahead {
	double time;
	uint32_t far, near;
};

/* Messages that are longer than their receives: how many, and of the first which operations these are, and their bytes.
 */
struct truncation {
	uint64_t n;
	int sender, receiver;
	uint32_t send, receive;
	uint64_t sent, room;
};

/* Programs that are made while they are simulated. */
struct engine_source {
	const struct program_source *source; /* NULL: there are none */
	struct program_stream *streams;      /* of each process */
	enum status failed;                  /* what the source said, which *err has */
	struct error *err;
};

/* What messages of a size cost, which is asked for at each of their steps. */
struct known_cost {
	uint64_t bytes;
	bool blocking, known;
	struct message_cost cost;
};

enum { KNOWN_COSTS = 64 };

/* In the order of an item: it comes behind all that its process does at this instant. */
#define ORDER_LAST (UINT64_C(1) << 63)

/* Who is told how far a simulation is. */
struct engine_watch {
	const struct progress *progress; /* NULL: nobody */
	uint64_t next;                   /* operations, when it is told next */
	uint64_t total;                  /* of all processes; 0: not known */
	double begin;                    /* on the clock of whoever watches */
};

/* How long a simulation may take, and how much of it is recorded. */
struct engine_limit {
	size_t intervals;                /* nothing is recorded of more */
	double most;                     /* nanoseconds; INFINITY: as long as it likes */
	struct receives_asked *receives; /* what a process receives is told, of schedules alone; NULL: nobody's */
	int left;                        /* processes of a schedule that have something to do */
	bool exceeded;                   /* it has ended early */
	struct engine_watch watch;
};

/* The event of fair ports that is awaited. */
struct network_event {
	uint32_t version;
	bool due; /* one is at the present time */
};

struct engine {
	const struct schedule *schedule;
	struct engine_source made; /* in place of the schedule's programs */
	const struct costs *costs;
	struct known_cost *known; /* KNOWN_COSTS, by size, of costs.any_pair; else the first is the last one */
	struct simulated_process *processes; /* and, by costs.node, behind them nodes, which have ports alone */
	struct fair_network network;         /* of costs.fair */
	struct network_event network_event;
	struct recorder *recorder; /* NULL: nothing is recorded */
	struct arena programs;
	struct items items;
	struct queue queue;
	struct matcher matcher;
	struct byte_streams byte_streams; /* of pairs with costs.in_stream */
	struct message_order envelopes; /* unless costs.cpu_takes_in: there messages are matched as they are taken in */
	struct wait *waits;
	size_t wait_capacity;
	uint32_t n_waits, free_wait;
	struct ready *ready; /* operations that the present event made ready */
	size_t n_ready, ready_capacity;
	uint32_t *roots; /* of the process that is being started */
	size_t root_capacity;
	double now;
	struct engine_limit limit;
	struct looked_ahead ahead;
	uint64_t order, operations;
	struct truncation truncation; /* the simulation ends with one unless costs.any_size */
	bool out_of_memory;
};

/* The greater of two times. */
static inline double greater(double a, double b)
{
	return a > b ? a : b;
}

/*
 * What a process still has to do.
 *
 * - Not to be asked when all is done.
 * - Valid until the next program is made.
 */
static inline struct program *engine_program(const struct engine *engine, int process)
{
	return arena_at(&engine->programs, engine->processes[process].program);
}

/* An operation of a process; valid until the next one is made. */
static inline struct step *engine_step(const struct engine *engine, int process, uint32_t operation)
{
	if (engine->made.source)
		return &engine->made.streams[process].steps[operation];
	return &engine_program(engine, process)->steps[operation & ~STEP_ALONE];
}

/* What intervals have as an operation's number. */
static inline uint32_t engine_label(const struct engine *engine, int process, uint32_t operation)
{
	const struct program_stream *stream = engine->made.source ? &engine->made.streams[process] : NULL;

	if (!stream)
		return operation == NO_STEP ? operation : operation & ~STEP_ALONE;
	return operation < stream->n_steps ? stream->more[operation].label : NO_STEP;
}

/* How many processes and, behind them, nodes have ports. */
static inline int engine_ports(const struct engine *engine)
{
	return (engine->costs->node ? 2 : 1) * engine->schedule->processes;
}

/* Whose port a process uses for messages of peer: between nodes that of its node, which all on it share. */
static inline int engine_port(const struct engine *engine, int process, int peer)
{
	const int *node = engine->costs->node;

	return node && node[process] != node[peer] ? engine->schedule->processes + node[process] : process;
}

/* Where in the program an operation is. */
static inline uint32_t engine_site(const struct engine *engine, int process, uint32_t operation)
{
	const struct program_stream *stream = engine->made.source ? &engine->made.streams[process] : NULL;

	return stream && operation < stream->n_steps ? stream->more[operation].site : 0;
}

/* Asks what an item costs and puts it there; borrowed from there. */
const struct message_cost *engine_ask_cost(const struct engine *engine, const struct item *item, int from, int to,
					   struct known_cost *known);

/* What an item, a send or its message, costs; borrowed, until another cost is asked for. */
static inline const struct message_cost *engine_item_cost(const struct engine *engine, const struct item *item,
							  int from, int to)
{
	struct known_cost *known = engine->known;

	if (engine->costs->any_pair) {
		known += (item->bytes ^ item->bytes >> 6 ^ item->bytes >> 12 ^ item->blocking) % KNOWN_COSTS;
		if (known->known && known->bytes == item->bytes && known->blocking == item->blocking)
			return &known->cost;
	}
	return engine_ask_cost(engine, item, from, to, known);
}

/* Whether an item, a send or its message, waits for its receiver. */
static inline bool engine_waits(const struct engine *engine, const struct item *item)
{
	return item->synchronous || costs_wait(engine->costs, item->process, item->peer, item->bytes, item->blocking);
}

/* The CPU that an operation of a process uses. */
static inline double *engine_cpu(const struct engine *engine, int process, int cpu)
{
	struct simulated_process *p = &engine->processes[process];

	return cpu > 0 ? &program_lanes(engine_program(engine, process))[cpu].cpu : &p->cpu;
}

/* The port out that a message uses, item at its sender. */
static inline double *engine_out(const struct engine *engine, const struct item *item)
{
	return item->nic > 0 ? &program_lanes(engine_program(engine, item->process))[item->nic].out
			     : &engine->processes[engine_port(engine, item->process, item->peer)].out;
}

/* When a resource that an item needs is free, nanoseconds. */
static inline double engine_free_time(const struct engine *engine, const struct item *item, enum resource resource)
{
	const struct simulated_process *p = &engine->processes[item->process];
	double cpu = item->cpu > 0 ? program_lanes(engine_program(engine, item->process))[item->cpu].cpu : p->cpu;

	if (resource == RESOURCE_CPU)
		return cpu;
	if (resource == RESOURCE_SEND)
		return greater(cpu, *engine_out(engine, item));
	return engine->costs->cpu_takes_in ? greater(p->cpu, p->in)
					   : engine->processes[engine_port(engine, item->process, item->peer)].in;
}

/* wait.c */

/* Item i waits for a resource that will be free at a time: it is put where it does. */
void engine_hold_up(struct engine *engine, uint32_t i, enum resource resource, double time);

/* Whether the resource is busy: then item i has been put where it waits for it. */
static inline bool engine_held_up(struct engine *engine, uint32_t i, enum resource resource)
{
	double time = engine_free_time(engine, &engine->items.at[i], resource);

	if (time <= engine->now)
		return false;
	engine_hold_up(engine, i, resource, time);
	return true;
}

/* As engine_served, of one of those in front. */
void engine_serve_next(struct engine *engine, uint32_t i, enum resource resource);

/*
 * Brings the next item to the front: item i has used the resource.
 *
 * - Call it after the resource's times are set, before i becomes another item.
 */
static inline void engine_served(struct engine *engine, uint32_t i, enum resource resource)
{
	if (engine->items.at[i].front)
		engine_serve_next(engine, i, resource);
}

/*
 * Whether item i comes before what its process does at this instant: then it has been put behind all of that.
 *
 * - What the process does in waits alone is held up by engine_held_up after that: it is not at work, and waits.
 */
bool engine_comes_before(struct engine *engine, uint32_t i);

void engine_push(struct engine *engine, uint32_t i, double time);

/* ready.c */

/* An item of this order for an operation of a process, which is ready; 0 without memory. */
uint32_t engine_item(struct engine *engine, int process, uint32_t step, uint64_t order);

/* An operation of a process has started, or is done; its dependents start no earlier than time. */
void engine_started(struct engine *engine, int process, uint32_t step);
void engine_done(struct engine *engine, int process, uint32_t step, double time);

/*
 * Which of the operations that a process can begin at the same time comes first, by kind: 0, 1, or behind these.
 *
 * - Sends, as in simulators of GOAL. Where messages without data go in a stream, a program's receives: libraries post
 *   these first, and what they answer then goes before what they ask.
 */
int engine_class(const struct engine *engine, int kind);

/* An operation of a process is ready, a thread of it may go on: for engine_flush. */
void engine_ready_step(struct engine *engine, int process, uint32_t step);
void engine_ready_thread(struct engine *engine, int process, uint32_t thread);

/* Makes items of the operations that became ready, in their order, and asks threads that may go on what is next. */
void engine_flush(struct engine *engine);

/* Makes an item of an operation that is ready, and may start at a time, or when its CPU is free. */
void engine_make_item(struct engine *engine, int process, uint32_t step, double earliest);

/* All operations of a process are done. */
void engine_finished(struct engine *engine, int process);

/* feed.c: a thread of a process with a stream may go on: what it does next becomes items. */
void engine_feed(struct engine *engine, int process, uint32_t thread);

/* As engine_started, engine_done. */
void stream_started(struct engine *engine, int process, uint32_t step);
void stream_done(struct engine *engine, int process, uint32_t step, double time);

/* Message i, or its header, is among the unexpected ones of a process with a stream: threads that probe for it go on.
 */
void stream_arrived(struct engine *engine, int process, uint32_t i);

/* message_send.c: each handles an item that has come to its time. */
void engine_send(struct engine *engine, uint32_t i);
void engine_depart(struct engine *engine, uint32_t i);
void engine_transfer(struct engine *engine, uint32_t i);

/* A rendezvous message, item i at its receiver, has met the receive of this operation there: it may leave its sender.
 */
void engine_clear_to_send(struct engine *engine, uint32_t i, uint32_t receive);

/* handshake.c: how a rendezvous with a protocol of its own goes on. */

/* The CPU asks the receiver of item i, a send, from now on. */
void engine_ask(struct engine *engine, uint32_t i, const struct message_cost *cost);

/* Request i, at its receiver, has met the receive of this operation there: it is answered. */
void engine_met_request(struct engine *engine, uint32_t i, uint32_t receive);

/* Each handles an item that has come to its time. */
void engine_request(struct engine *engine, uint32_t i);
void engine_answer(struct engine *engine, uint32_t i);

/* The data of message i are with its receiver, who says so: its send is done when the sender has heard that. after:
 * nanoseconds from now on, when they are there. */
void engine_acknowledge(struct engine *engine, uint32_t i, const struct message_cost *cost, double after);

/* As engine_take, of a message whose sender waits to hear that it has been taken. */
void engine_take_acknowledged(struct engine *engine, uint32_t i);

/* control.c: messages without data that leave behind the data of their direction. */

/* Whether those between two processes do. */
static inline bool engine_in_stream(const struct engine *engine, int a, int b)
{
	const struct costs *costs = engine->costs;

	return costs->node && costs->node[a] == costs->node[b] ? costs->in_stream_within : costs->in_stream;
}

/* Data of item i, at its sender, have their port out until a time. */
void engine_keep_stream(struct engine *engine, uint32_t i, double until);

/* Item i has to leave its process from a time on, because of cause. */
void engine_leave_behind(struct engine *engine, uint32_t i, enum item_kind kind, double time, uint32_t cause);

/* Handles an item that has come to its time: it leaves, or goes behind data. */
void engine_control(struct engine *engine, uint32_t i);

/* Message i is all there now: what went behind it is taken in. */
void engine_take_behind(struct engine *engine, uint32_t i);

/* handshake.c: a message without data, item i, leaves its process now; it is at the other one. */
void engine_fly(struct engine *engine, uint32_t i);
void engine_arrived(struct engine *engine, uint32_t i);

/* simulate.c: handles an item that has come to its time. */
void engine_handle(struct engine *engine, uint32_t i);

/* message_send.c: data that leave without their sender's CPU. */
void engine_reserve(struct engine *engine, uint32_t i);
void engine_flow(struct engine *engine, uint32_t i);

/* message.c: as above, at the receiver. */
void engine_receive(struct engine *engine, uint32_t i);
void engine_arrive(struct engine *engine, uint32_t i);
void engine_take(struct engine *engine, uint32_t i);
void engine_land(struct engine *engine, uint32_t i);

/* The envelope of message i has arrived: it is matched, as are those that waited for it, once no earlier one of its
 * pair is under way. */
void engine_envelope(struct engine *engine, uint32_t i);

/* fair.c: message i leaves its process; it comes to the ports, which serve it together with others; something begins or
 * ends there, item i. */
void fair_leave(struct engine *engine, uint32_t i, const struct message_cost *cost);
void fair_arrive(struct engine *engine, uint32_t i);
void fair_network_event(struct engine *engine, uint32_t i);

/* deadlock.c: ERR_INPUT that names processes that wait, for what. */
enum status engine_deadlock(const struct engine *engine, struct error *err);

/*
 * received.c, of the process whose receives are asked for; all else is ignored.
 *
 * - It begins with so many operations.
 * - A receive, this operation of a process, begins now; a message has met it; it is done at a time.
 * - All is done: what was received is the caller's, in seconds.
 */
void receives_begin(struct engine *engine, int process, size_t operations);
void receives_posted(struct engine *engine, int process, uint32_t step);
void receives_met(struct engine *engine, const struct item *message, uint32_t step);
void receives_done(struct engine *engine, int process, uint32_t step, double time);
void receives_end(struct receives_asked *receives);

/* fault.c: a message has met a receive with room for so many bytes: notes it if that is too few. */
void engine_fit(struct engine *engine, const struct item *message, uint32_t receive, uint64_t room);

/* Whether that ends the simulation, and the ERR_INPUT that then names both ends of the message. */
static inline bool engine_is_truncated(const struct engine *engine)
{
	return engine->truncation.n > 0 && !engine->costs->any_size;
}

enum status engine_truncation_status(const struct engine *engine, struct error *err);

/* Where an operation comes from, as " (file:line)" in text, which it returns; "" if that is not known. */
const char *engine_place_text(const struct engine *engine, int process, uint32_t operation, char *text, size_t room);

#endif
