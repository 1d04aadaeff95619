/*
 * Processor sharing: with k flows under way each advances by dt / k. Let v(t) be what a flow has got that is there from
 * the beginning: one that begins at v_0 ends when v = v_0 + work.
 */
#include "decompose/share.h"

#include <math.h>
#include <stdlib.h>

static int by_begin(const void *a, const void *b)
{
	const struct flow *x = a, *y = b;

	return (x->begin > y->begin) - (x->begin < y->begin);
}

static void swap(size_t *a, size_t *b)
{
	size_t kept = *a;

	*a = *b;
	*b = kept;
}

/* A heap of positions in flows, what is due first at its top. */
static void push(const struct flow *flows, size_t *heap, size_t n, size_t flow)
{
	size_t i = n;

	heap[i] = flow;
	for (; i > 0 && flows[heap[(i - 1) / 2]].due > flows[heap[i]].due; i = (i - 1) / 2)
		swap(&heap[(i - 1) / 2], &heap[i]);
}

/* Takes the top of n away. */
static void pop(const struct flow *flows, size_t *heap, size_t n)
{
	size_t i = 0, child;

	heap[0] = heap[n - 1];
	for (; (child = 2 * i + 1) < n - 1; i = child) {
		if (child + 1 < n - 1 && flows[heap[child + 1]].due < flows[heap[child]].due)
			child++;
		if (flows[heap[i]].due <= flows[heap[child]].due)
			break;
		swap(&heap[i], &heap[child]);
	}
}

void flows_share(struct flow *flows, size_t n, size_t *room)
{
	size_t next = 0, active = 0;
	double now = 0, got = 0;

	qsort(flows, n, sizeof(*flows), by_begin);
	while (next < n || active > 0) {
		double ends = active > 0 ? now + (flows[room[0]].due - got) * (double)active : INFINITY;

		if (next < n && !(flows[next].begin > ends)) { /* also if it is no number */
			got += active > 0 ? (flows[next].begin - now) / (double)active : 0;
			now = flows[next].begin;
			flows[next].due = got + flows[next].work;
			push(flows, room, active++, next);
			next++;
		} else {
			got = flows[room[0]].due;
			flows[room[0]].end = now = ends;
			pop(flows, room, active--);
		}
	}
}
