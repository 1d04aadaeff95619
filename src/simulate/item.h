#ifndef SONDE_SIMULATE_ITEM_H
#define SONDE_SIMULATE_ITEM_H

#include <stddef.h>
#include <stdint.h>

/* All functions are Local. */

/* What is under way in a simulation: an operation that is ready, a message, a receive that is posted. */
enum item_kind {
	ITEM_SEND,
	ITEM_RECEIVE,
	ITEM_COMPUTE,  /* compute, copy, reduce */
	ITEM_DEPART,   /* a send whose overhead has been paid */
	ITEM_MESSAGE,  /* on its way to process, from peer */
	ITEM_LANDED,   /* a message that is all there and has not been matched */
	ITEM_TAKE,     /* a message that is all there and matched: the CPU of process has to take it */
	ITEM_TRANSFER, /* a rendezvous message that has been matched and has to leave process */
	ITEM_REQUEST,  /* of a rendezvous, on its way to process, from peer */
	ITEM_ANSWER,   /* a request that has been matched: process has to answer it, or to pull the data */
	ITEM_RESERVE,  /* data that leave process without its CPU: they need a port out from now on */
	ITEM_FLOW,     /* the port out is theirs */
	ITEM_ASKS,     /* a request that has to leave process behind data, as the next two */
	ITEM_ANSWERS,  /* the answer to a request */
	ITEM_TELLS,    /* the word that all data are there */
	ITEM_DONE,     /* an operation of process is done */
	ITEM_HEADER,   /* stands for message operation, which may still be on its way, among the unexpected ones; the
			  message's tag is this item */
	ITEM_NETWORK   /* messages begin to flow through fair ports, or one has, unless that has changed since */
};

/* An item is in one list at a time: next and other are that list's links. 48 bytes. Item 0 is none. */
struct item {
	uint64_t order; /* when it became ready, or when it was posted: what comes first of two at one time */
	uint64_t bytes; /* of a message, or the nanoseconds of ITEM_COMPUTE */
	uint32_t next, other;
	uint32_t chain;  /* the next one in the same chain of the matcher's index, or in its pair's line; of a matched
			    message, the operation of its receive */
	int32_t process; /* where it is handled */
	int32_t peer;
	int32_t tag;
	uint32_t operation;      /* of the process that issued it */
	uint8_t kind : 6;        /* enum item_kind */
	uint8_t blocking : 1;    /* MPI_Send sends it */
	uint8_t synchronous : 1; /* struct source_action */
	uint8_t cpu, nic;
	uint8_t front : 1; /* it waits for a resource, in the event queue */
	uint8_t matched : 1;
	uint8_t rendezvous : 1;
	uint8_t waits : 1;    /* its send is done no earlier than it is all there: a rendezvous, or PROTOCOL_TA */
	uint8_t expected : 1; /* its receive was posted before it was all there */
	uint8_t arrived : 1;  /* a message: its envelope has arrived */
	uint8_t landed : 1;   /* a message that is all there and waits for earlier envelopes of its pair */
	uint8_t headed : 1;   /* a message that an ITEM_HEADER stands for */
};

/* A growing array of items with a list of free ones. Zero-initialise it; free(at) releases it. */
struct items {
	struct item *at;
	size_t capacity;
	uint32_t n, free;
};

/* An unused item, its fields undefined; 0 without memory. */
uint32_t items_take(struct items *items);
void items_give(struct items *items, uint32_t i);

/*
 * A list of items by order: two queues, each ascending, and a pairing heap for what fits into neither.
 *
 * - New items come in order, as do in most cases those that return because they had to wait.
 * - All zero is empty.
 */
struct item_list {
	uint32_t heads[2], tails[2], odd;
};

/* As item_list_push, of an item that comes before the last one of the first queue. */
void item_list_push_before(struct items *items, struct item_list *line, uint32_t i);

static inline void item_list_push(struct items *items, struct item_list *line, uint32_t i)
{
	struct item *at = items->at;

	at[i].next = 0;
	at[i].other = 0;
	if (!line->heads[0])
		line->heads[0] = i;
	else if (at[line->tails[0]].order <= at[i].order)
		at[line->tails[0]].next = i;
	else {
		item_list_push_before(items, line, i);
		return;
	}
	line->tails[0] = i;
}

/* The item of the lowest order, 0 if there is none; item_list_pop takes it out. */
uint32_t item_list_first(const struct items *items, const struct item_list *line);

/* As item_list_pop, of a list with more than the first queue. */
uint32_t item_list_pop_any(struct items *items, struct item_list *line);

static inline uint32_t item_list_pop(struct items *items, struct item_list *line)
{
	uint32_t i = line->heads[0];

	if (line->heads[1] || line->odd)
		return item_list_pop_any(items, line);
	if (i)
		line->heads[0] = items->at[i].next;
	return i;
}

#endif
