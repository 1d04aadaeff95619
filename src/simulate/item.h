#ifndef SONDE_SIMULATE_ITEM_H
#define SONDE_SIMULATE_ITEM_H

#include <stddef.h>
#include <stdint.h>

/* What is under way in a simulation: an operation that is ready, a message, a receive that is posted. */
enum item_kind {
	ITEM_SEND,
	ITEM_RECEIVE,
	ITEM_COMPUTE,  /* compute, copy, reduce */
	ITEM_MESSAGE,  /* on its way to process, from peer */
	ITEM_TRANSFER, /* a rendezvous message whose receiver is ready: process is the sender, until it leaves */
	ITEM_LANDED,   /* a message that is all there: the CPU of process has to take it for receive operation */
	ITEM_SENT      /* a rendezvous message has left: the send operation of process is done */
};

/* An item is in one list at a time: next and other are that list's links. 56 bytes. Item 0 is none. */
struct item {
	uint64_t order;     /* when it became ready, or when it was posted: what comes first of two at one time */
	uint64_t bytes;     /* of a message, or the nanoseconds of ITEM_COMPUTE */
	double when;        /* nanoseconds: when a message that came before its receive is all there */
	uint32_t next, other;
	uint32_t chain;     /* the next one in the same chain of the matcher's index */
	int32_t process;    /* where it is handled */
	int32_t peer;
	int32_t tag;
	uint32_t operation; /* of the process that issued it */
	uint32_t receive;   /* operation of the receiver that a message has been matched with */
	uint8_t kind;       /* enum item_kind */
	uint8_t cpu, nic;
	uint8_t front;      /* it waits for a resource, in the event queue */
	uint8_t expected;   /* its receive was posted before it came */
	uint8_t rendezvous;
};

/* A growing array of items with a list of free ones. Zero-initialise it; free(at) releases it. */
struct items {
	struct item *at;
	size_t capacity;
	uint32_t n, free;
};

/* An unused item, its fields undefined; 0 if memory does not suffice. Local, as are all of these. */
uint32_t items_take(struct items *items);
void items_give(struct items *items, uint32_t i);

/* A list of items by order: first in, first out as long as they come in order, a pairing heap for those that do not. All zero is empty. */
struct line {
	uint32_t head, tail, odd;
};

void line_push(struct items *items, struct line *line, uint32_t i);

/* Takes the item of the lowest order out; 0 if there is none. */
uint32_t line_pop(struct items *items, struct line *line);

#endif
