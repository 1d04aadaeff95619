#ifndef SONDE_SIMULATE_SLOPES_H
#define SONDE_SIMULATE_SLOPES_H

#include "simulate/record.h"

/*
 * How much later everything happens if a parameter is greater: what is counted along the way to each moment. Where
 * several things are waited for at a time, of each direction the greatest counts.
 *
 * - The recorder's causes are then the numbers of such moments, not of intervals.
 * - Not with costs.fair.
 * - All functions are Local.
 */

/* A moment: nanoseconds, and by how many it moves for each unit of a direction. */
struct slope_node {
	double time;
	double by[SLOPES_MOST];
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
	SLOPE_SPANS
};

/* What messages of one size between two processes cost, and how that changes. */
struct slope_message {
	uint64_t bytes;
	int from, to;
	bool known;
	double value[SLOPE_SPANS];
	double by[SLOPE_SPANS][SLOPES_MOST];
};

enum { SLOPE_MESSAGES = 64 };

struct slopes {
	const struct slopes_asked *asked;
	int n; /* directions */
	struct slope_node *nodes;
	size_t n_nodes, capacity;
	size_t most; /* nodes, before those that nobody needs are taken away */
	struct slope_message messages[SLOPE_MESSAGES];
	uint64_t lost;
};

/* NULL without memory. */
struct slopes *slopes_new(const struct slopes_asked *asked);
void slopes_free(struct slopes *slopes);

/* The later one of two moments. */
uint32_t slopes_later(struct engine *engine, uint32_t a, uint32_t b);

/* So many times a span of the message after a moment. */
uint32_t slopes_after(struct engine *engine, uint32_t from, const struct item *message, bool at_receiver,
		      enum slope_span span, double times);

/* So many nanoseconds after it; computed: in direction 0. */
uint32_t slopes_compute(struct engine *engine, uint32_t from, double time, bool computed);

/* As the functions of record.h. */
void slopes_begin(struct engine *engine, uint32_t i, enum resource resource);
uint32_t slopes_leave(struct engine *engine, uint32_t i, const struct message_cost *cost);
void slopes_arrive(struct engine *engine, uint32_t i);

/* Item i, whose overhead has begun at a moment, has its port out as soon as that is free. */
void slopes_reserve(struct engine *engine, uint32_t i, uint32_t begun);

/* Takes nodes away that nobody needs. */
void slopes_collect(struct engine *engine);

/* What was found, when all is done. */
void slopes_found(struct engine *engine, struct slopes_asked *found);

#endif
