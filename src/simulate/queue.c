#include "simulate/queue.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static size_t slot_of(const struct queue *queue, double time)
{
	uint64_t bits;

	memcpy(&bits, &time, sizeof(bits));
	bits ^= bits >> 32;
	bits *= UINT64_C(0x9e3779b97f4a7c15);
	return (size_t)(bits >> (64 - queue->bits));
}

/* The slot of a time: the one that has it, or the empty one where it would go. */
static size_t table_find(const struct queue *queue, double time)
{
	size_t mask = ((size_t)1 << queue->bits) - 1, s = slot_of(queue, time);

	while (queue->table[s].bucket && queue->table[s].time != time)
		s = (s + 1) & mask;
	return s;
}

/* Linear probing: what follows the hole and would no longer be found moves into it. */
static void table_remove(struct queue *queue, double time)
{
	size_t mask = ((size_t)1 << queue->bits) - 1, hole = table_find(queue, time);

	for (size_t s = (hole + 1) & mask; queue->table[s].bucket; s = (s + 1) & mask) {
		size_t home = slot_of(queue, queue->table[s].time);

		if (((s - home) & mask) >= ((s - hole) & mask)) {
			queue->table[hole] = queue->table[s];
			hole = s;
		}
	}
	queue->table[hole].bucket = 0;
}

static int table_grow(struct queue *queue)
{
	struct queue_slot *old = queue->table;
	size_t n = old ? (size_t)1 << queue->bits : 0;

	if (n > 0 && queue->n_heap < n / 2)
		return 1;
	queue->table = calloc(n ? 2 * n : 64, sizeof(*queue->table));
	if (!queue->table) {
		queue->table = old;
		return 0;
	}
	queue->bits = n ? queue->bits + 1 : 6;
	for (size_t s = 0; s < n; s++) {
		if (old[s].bucket)
			queue->table[table_find(queue, old[s].time)] = old[s];
	}
	free(old);
	return 1;
}

static int heap_push(struct queue *queue, double time, uint32_t bucket)
{
	struct queue_slot *heap = memory_grow(queue->heap, &queue->heap_capacity, queue->n_heap + 1, sizeof(*heap));
	size_t i = queue->n_heap;

	if (!heap)
		return 0;
	queue->heap = heap;
	queue->n_heap++;
	for (; i > 0 && heap[(i - 1) / 4].time > time; i = (i - 1) / 4)
		heap[i] = heap[(i - 1) / 4];
	heap[i] = (struct queue_slot){time, bucket};
	return 1;
}

/* The earliest of up to four children, the first of which is there. Of four it is found by sums instead of branches,
 * since which it will be cannot be foretold. */
static size_t earliest_child(const struct queue_slot *heap, size_t first, size_t n)
{
	size_t least = first, other;

	if (first + 4 <= n) {
		least = first + (heap[first + 1].time < heap[first].time);
		other = first + 2 + (heap[first + 3].time < heap[first + 2].time);
		return heap[other].time < heap[least].time ? other : least;
	}
	for (size_t c = first + 1; c < n; c++)
		least = heap[c].time < heap[least].time ? c : least;
	return least;
}

static void heap_pop(struct queue *queue)
{
	struct queue_slot *heap = queue->heap, last = heap[--queue->n_heap];
	size_t n = queue->n_heap, i = 0;

	while (4 * i + 1 < n) {
		size_t least = earliest_child(heap, 4 * i + 1, n);

		if (heap[least].time >= last.time)
			break;
		heap[i] = heap[least];
		i = least;
	}
	heap[i] = last;
}

/* A new bucket; 0 if memory does not suffice. */
static uint32_t bucket_take(struct queue *queue, double time)
{
	uint32_t b = queue->free_bucket;
	struct bucket *grown;

	if (b) {
		queue->free_bucket = queue->buckets[b].next_free;
	} else {
		if (queue->n_buckets == 0)
			queue->n_buckets = 1;
		grown = memory_grow(queue->buckets, &queue->capacity, (size_t)queue->n_buckets + 1, sizeof(*grown));
		if (!grown)
			return 0;
		queue->buckets = grown;
		b = queue->n_buckets++;
	}
	queue->buckets[b] = (struct bucket){.time = time};
	return b;
}

int queue_push(struct queue *queue, struct items *items, uint32_t i, double time)
{
	uint32_t b = queue->last;

	if (!b || queue->buckets[b].time != time) {
		size_t s;

		if (!table_grow(queue))
			return 0;
		s = table_find(queue, time);
		b = queue->table[s].bucket;
		if (!b) {
			b = bucket_take(queue, time);
			if (!b || !heap_push(queue, time, b))
				return 0;
			queue->table[s] = (struct queue_slot){time, b};
		}
		queue->last = b;
	}
	item_list_push(items, &queue->buckets[b].line, i);
	return 1;
}

uint32_t queue_pop(struct queue *queue, struct items *items, double *time)
{
	while (queue->n_heap > 0) {
		uint32_t b = queue->heap[0].bucket, i = item_list_pop(items, &queue->buckets[b].line);

		*time = queue->heap[0].time;
		if (i)
			return i;
		heap_pop(queue);
		table_remove(queue, *time);
		if (queue->last == b)
			queue->last = 0;
		queue->buckets[b].next_free = queue->free_bucket;
		queue->free_bucket = b;
	}
	return 0;
}

void queue_release(struct queue *queue)
{
	free(queue->buckets);
	free(queue->heap);
	free(queue->table);
	*queue = (struct queue){0};
}
