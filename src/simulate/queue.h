#ifndef SONDE_SIMULATE_QUEUE_H
#define SONDE_SIMULATE_QUEUE_H

#include <stddef.h>
#include <stdint.h>

#include "simulate/item.h"

/* All functions are Local. */

/* The items of one time. */
struct bucket {
	double time; /* nanoseconds */
	struct item_list line;
	uint32_t next_free;
};

struct queue_slot {
	double time;
	uint32_t bucket;
};

/*
 * The event queue: items by time, then by order.
 *
 * - Items of equal times share a bucket, so that their cost does not depend on how many there are.
 * - The distinct times are in a 4-ary heap; a hash table finds the bucket of a time.
 * - Zero-initialise it.
 */
struct queue {
	struct bucket *buckets;
	size_t capacity;
	uint32_t n_buckets, free_bucket;
	struct queue_slot *heap; /* distinct times */
	size_t n_heap, heap_capacity;
	struct queue_slot *table; /* of 2^bits slots; bucket 0: empty */
	unsigned bits;
	uint32_t last; /* the bucket that was pushed to most recently */
};

/* Frees what it holds, but no items; it is empty then. */
void queue_release(struct queue *queue);

/*
 * Adds an item at a time; 0 without memory.
 *
 * - time: in nanoseconds, not before that of the last item popped.
 */
int queue_push(struct queue *queue, struct items *items, uint32_t i, double time);

/* The first item, and its time in nanoseconds; 0 if the queue is empty. */
uint32_t queue_pop(struct queue *queue, struct items *items, double *time);

#endif
