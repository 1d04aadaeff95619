#ifndef SONDE_SIMULATE_QUEUE_H
#define SONDE_SIMULATE_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "simulate/item.h"

/* All functions are Local. */

/* Items of one time, which is to come. */
struct moment_to_come {
	double time; /* nanoseconds; below 0: unused */
	struct item_list line;
	uint32_t next; /* in the same group, or unused */
};

/* A time has 64 bits, in digits of six. */
enum { QUEUE_DIGIT = 6, QUEUE_DIGITS = 11, QUEUE_RADIX = 1 << QUEUE_DIGIT, QUEUE_KNOWN_BITS = 8 };

/*
 * The event queue: items by time, then by order.
 *
 * - Time does not go back, so that times to come are grouped by the highest digit in which they differ from the present
 *   one, and by that digit (a radix heap; Ahuja, Mehlhorn, Orlin, Tarjan 1990). When nothing is left of the present
 *   time, the next one is in the first group that is not empty; what else is in that goes to groups before it.
 * - Items of equal times that were pushed about together are moved together: known has where such a time is, until
 *   another one takes its place. All of one time meet when that is the present one.
 * - Zero-initialise it: the present time is 0.
 */
struct queue {
	double time;           /* the present one */
	struct item_list line; /* what is left of it */
	struct moment_to_come *moments;
	size_t capacity;
	uint32_t n, free;                           /* moment 0 is none */
	uint32_t digits;                            /* bits: digits with groups that are not empty, */
	uint64_t filled[QUEUE_DIGITS];              /* and of each digit these groups */
	uint32_t groups[QUEUE_DIGITS][QUEUE_RADIX]; /* the first moment of each */
	uint32_t known[1 << QUEUE_KNOWN_BITS];      /* moments by time; of another time, or unused: not known */
};

/* Frees what it holds, but no items; it is empty then. */
void queue_release(struct queue *queue);

/* Where a time would be in known. */
static inline uint32_t *queue_known(struct queue *queue, double time)
{
	uint64_t bits;

	memcpy(&bits, &time, sizeof(bits));
	return &queue->known[bits * UINT64_C(0x9e3779b97f4a7c15) >> (64 - QUEUE_KNOWN_BITS)];
}

/* A new moment at a time after the present one, which is known then; 0 without memory. */
uint32_t queue_moment(struct queue *queue, double time);

/*
 * Adds an item at a time; false without memory.
 *
 * - time: in nanoseconds, not before that of the last item popped.
 */
static inline bool queue_push(struct queue *queue, struct items *items, uint32_t i, double time)
{
	uint32_t m;

	if (time == queue->time) {
		item_list_push(items, &queue->line, i);
		return true;
	}
	m = *queue_known(queue, time);
	if (!m || queue->moments[m].time != time)
		m = queue_moment(queue, time);
	if (!m)
		return false;
	item_list_push(items, &queue->moments[m].line, i);
	return true;
}

/* Goes on to the next time; false if the queue is empty. */
bool queue_advance(struct queue *queue, struct items *items);

/* The first item, and its time in nanoseconds; 0 if the queue is empty. */
static inline uint32_t queue_pop(struct queue *queue, struct items *items, double *time)
{
	uint32_t i = item_list_pop(items, &queue->line);

	if (!i && queue_advance(queue, items))
		i = item_list_pop(items, &queue->line);
	*time = queue->time;
	return i;
}

#endif
