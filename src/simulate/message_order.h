#ifndef SONDE_SIMULATE_MESSAGE_ORDER_H
#define SONDE_SIMULATE_MESSAGE_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "simulate/item.h"

/* All functions are Local. */

/* The messages of one process to another whose envelopes are under way, in the order of their sends; linked by chain.
 * head 0: the slot is empty. */
struct pair_line {
	int32_t to, from;
	uint32_t head, tail;
};

/*
 * The envelopes under way of each pair of processes: MPI lets no message overtake an earlier one of its pair when it
 * is matched.
 *
 * - Envelopes are in line from the send on. They come to be matched when they have arrived and no earlier one is still
 *   under way.
 * - Only pairs with envelopes under way are held, in a hash table.
 * - Zero-initialise it.
 */
struct message_order {
	struct pair_line *table; /* of 2^bits slots */
	unsigned bits;
	size_t n;
};

/* Frees what it holds; it is empty then. */
void message_order_release(struct message_order *order);

/* Puts message i at the end of its pair's line; false without memory. */
bool message_order_add(struct message_order *order, struct items *items, uint32_t i, int from, int to);

/* Takes the first message of a pair out of its line if it has arrived (item.arrived); 0 if not, or if there is none. */
uint32_t message_order_take(struct message_order *order, const struct items *items, int from, int to);

#endif
