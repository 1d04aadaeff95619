#include "simulate/queue.h"

#include "base/memory.h"

#include <stdlib.h>

#define UNUSED (-1.0)

/* Times are not negative, so that their bits are in their order. */
static uint64_t bits_of(double time)
{
	uint64_t bits;

	memcpy(&bits, &time, sizeof(bits));
	return bits;
}

/* Moment m goes to its group. */
static void put(struct queue *queue, uint32_t m)
{
	uint64_t time = bits_of(queue->moments[m].time);
	unsigned digit = (63 - (unsigned)__builtin_clzll(time ^ bits_of(queue->time))) / QUEUE_DIGIT;
	unsigned group = time >> digit * QUEUE_DIGIT & (QUEUE_RADIX - 1);
	uint64_t filled = queue->filled[digit];

	queue->moments[m].next = filled >> group & 1 ? queue->groups[digit][group] : 0;
	queue->groups[digit][group] = m;
	queue->filled[digit] = filled | UINT64_C(1) << group;
	queue->digits |= 1u << digit;
}

uint32_t queue_moment(struct queue *queue, double time)
{
	struct moment_to_come *grown;
	uint32_t m = queue->free;

	if (m) {
		queue->free = queue->moments[m].next;
	} else {
		queue->n += queue->n == 0;
		grown = memory_grow(queue->moments, &queue->capacity, (size_t)queue->n + 1, sizeof(*grown));
		if (!grown)
			return 0;
		queue->moments = grown;
		m = queue->n++;
	}
	queue->moments[m] = (struct moment_to_come){.time = time};
	put(queue, m);
	*queue_known(queue, time) = m;
	return m;
}

/* Takes a moment out, whose time is the present one: its items are what is left of that, too. */
static void arrive(struct queue *queue, struct items *items, uint32_t m)
{
	struct moment_to_come *moment = &queue->moments[m];
	uint32_t i;

	if (!queue->line.heads[0])
		queue->line = moment->line;
	else
		while ((i = item_list_pop(items, &moment->line)))
			item_list_push(items, &queue->line, i);
	moment->time = UNUSED;
	moment->next = queue->free;
	queue->free = m;
}

/* Takes all moments out of the first group: the first of them, 0 if there are none. */
static uint32_t take_group(struct queue *queue)
{
	unsigned digit, group;

	if (!queue->digits)
		return 0;
	digit = (unsigned)__builtin_ctz(queue->digits);
	group = (unsigned)__builtin_ctzll(queue->filled[digit]);
	queue->filled[digit] &= queue->filled[digit] - 1;
	if (!queue->filled[digit])
		queue->digits &= queue->digits - 1;
	return queue->groups[digit][group];
}

bool queue_advance(struct queue *queue, struct items *items)
{
	uint32_t first = take_group(queue), next;

	if (!first)
		return false;
	queue->time = queue->moments[first].time;
	for (uint32_t m = queue->moments[first].next; m; m = queue->moments[m].next)
		queue->time = queue->moments[m].time < queue->time ? queue->moments[m].time : queue->time;
	queue->line = (struct item_list){.odd = 0};
	for (uint32_t m = first; m; m = next) {
		next = queue->moments[m].next;
		if (queue->moments[m].time == queue->time)
			arrive(queue, items, m);
		else
			put(queue, m);
	}
	return true;
}

void queue_release(struct queue *queue)
{
	free(queue->moments);
	*queue = (struct queue){.time = 0};
}
