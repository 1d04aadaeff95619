#include "simulate/item.h"

#include "base/memory.h"

uint32_t items_take(struct items *items)
{
	uint32_t i = items->free;
	struct item *grown;

	if (i) {
		items->free = items->at[i].next;
		return i;
	}
	if (items->n == 0)
		items->n = 1;
	grown = items->n >= INT32_MAX ? NULL
				      : memory_grow(items->at, &items->capacity, (size_t)items->n + 1, sizeof(*grown));
	if (!grown)
		return 0;
	items->at = grown;
	return items->n++;
}

void items_give(struct items *items, uint32_t i)
{
	items->at[i].next = items->free;
	items->free = i;
}

/* Joins two heaps: next links siblings, other the first child. */
static uint32_t join(struct item *at, uint32_t a, uint32_t b)
{
	uint32_t low = at[a].order <= at[b].order ? a : b, high = low == a ? b : a;

	at[high].next = at[low].other;
	at[low].other = high;
	return low;
}

/* What is left of a heap whose root goes: its children are joined in pairs, and the pairs from the last to the first.
 */
static uint32_t join_children(struct item *at, uint32_t child)
{
	uint32_t pairs = 0, heap = 0;

	while (child) {
		uint32_t a = child, b = at[a].next;

		child = b ? at[b].next : 0;
		if (b)
			a = join(at, a, b);
		at[a].next = pairs;
		pairs = a;
	}
	while (pairs) {
		uint32_t following = at[pairs].next;

		heap = heap ? join(at, heap, pairs) : pairs;
		pairs = following;
	}
	return heap;
}

void item_list_push_before(struct items *items, struct item_list *line, uint32_t i)
{
	struct item *at = items->at;

	if (!line->heads[1]) {
		line->heads[1] = i;
		line->tails[1] = i;
	} else if (at[line->tails[1]].order <= at[i].order) {
		at[line->tails[1]].next = i;
		line->tails[1] = i;
	} else {
		line->odd = line->odd ? join(at, line->odd, i) : i;
	}
}

uint32_t item_list_first(const struct items *items, const struct item_list *line)
{
	const struct item *at = items->at;
	uint32_t i = line->heads[0];

	if (line->heads[1] && (!i || at[line->heads[1]].order < at[i].order))
		i = line->heads[1];
	if (line->odd && (!i || at[line->odd].order < at[i].order))
		i = line->odd;
	return i;
}

uint32_t item_list_pop_any(struct items *items, struct item_list *line)
{
	struct item *at = items->at;
	uint32_t i = item_list_first(items, line);

	if (i && i == line->odd)
		line->odd = join_children(at, at[i].other);
	else if (i)
		line->heads[i != line->heads[0]] = at[i].next;
	return i;
}
