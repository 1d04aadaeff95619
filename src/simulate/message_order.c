#include "simulate/message_order.h"

#include <stdlib.h>

static size_t home_of(const struct message_order *order, int from, int to)
{
	uint64_t key = (uint64_t)(uint32_t)to << 32 | (uint32_t)from;

	key ^= key >> 29;
	key *= UINT64_C(0x9e3779b97f4a7c15);
	return (size_t)(key >> (64 - order->bits));
}

/* The slot of a pair, or the empty one where it would go. */
static size_t find(const struct message_order *order, int from, int to)
{
	size_t mask = ((size_t)1 << order->bits) - 1, s = home_of(order, from, to);

	while (order->table[s].head && (order->table[s].from != from || order->table[s].to != to))
		s = (s + 1) & mask;
	return s;
}

/* Linear probing: what follows the hole and would no longer be found moves into it. */
static void make_hole(struct message_order *order, size_t hole)
{
	size_t mask = ((size_t)1 << order->bits) - 1;

	for (size_t s = (hole + 1) & mask; order->table[s].head; s = (s + 1) & mask) {
		size_t home = home_of(order, order->table[s].from, order->table[s].to);

		if (((s - home) & mask) >= ((s - hole) & mask)) {
			order->table[hole] = order->table[s];
			hole = s;
		}
	}
	order->table[hole].head = 0;
	order->n--;
}

static bool grow(struct message_order *order)
{
	struct pair_line *old = order->table;
	size_t n = old ? (size_t)1 << order->bits : 0;

	if (n > 0 && order->n < n / 2)
		return true;
	order->table = calloc(n ? 2 * n : 64, sizeof(*order->table));
	if (!order->table) {
		order->table = old;
		return false;
	}
	order->bits = n ? order->bits + 1 : 6;
	for (size_t s = 0; s < n; s++) {
		if (old[s].head)
			order->table[find(order, old[s].from, old[s].to)] = old[s];
	}
	free(old);
	return true;
}

bool message_order_add(struct message_order *order, struct items *items, uint32_t i, int from, int to)
{
	struct pair_line *line;

	if (!grow(order))
		return false;
	line = &order->table[find(order, from, to)];
	items->at[i].chain = 0;
	if (line->head) {
		items->at[line->tail].chain = i;
		line->tail = i;
	} else {
		*line = (struct pair_line){.to = to, .from = from, .head = i, .tail = i};
		order->n++;
	}
	return true;
}

uint32_t message_order_take(struct message_order *order, const struct items *items, int from, int to)
{
	size_t s;
	uint32_t i;

	if (order->n == 0)
		return 0;
	s = find(order, from, to);
	i = order->table[s].head;
	if (!i || !items->at[i].arrived)
		return 0;
	if (items->at[i].chain)
		order->table[s].head = items->at[i].chain;
	else
		make_hole(order, s);
	return i;
}

void message_order_release(struct message_order *order)
{
	free(order->table);
	*order = (struct message_order){0};
}
