#include "sample/points_order.h"

static int compare_sizes(size_t a, size_t b)
{
	return (a > b) - (a < b);
}

static int compare_layouts(const struct layout *a, const struct layout *b)
{
	int by_kind = (a->kind > b->kind) - (a->kind < b->kind), by_stride = compare_sizes(a->stride, b->stride);

	return by_kind ? by_kind : by_stride ? by_stride : compare_sizes(a->block, b->block);
}

int points_order(const struct experiment *a, const struct experiment *b)
{
	int first;

	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	if (a->to != b->to)
		return a->to < b->to ? -1 : 1;
	if (a->setup.third != b->setup.third)
		return a->setup.third < b->setup.third ? -1 : 1;
	if (a->bytes != b->bytes)
		return a->bytes < b->bytes ? -1 : 1;
	if (a->reply_bytes != b->reply_bytes)
		return a->reply_bytes < b->reply_bytes ? -1 : 1;
	if (a->count != b->count)
		return a->count < b->count ? -1 : 1;
	first = compare_layouts(&a->setup.layout[0], &b->setup.layout[0]);
	return first ? first : compare_layouts(&a->setup.layout[1], &b->setup.layout[1]);
}

/* Fowler, Noll and Vo's hash. */
uint64_t points_identity(const struct experiment *what)
{
	const uint64_t parts[] = {(uint64_t)what->kind,
				  (uint64_t)what->from,
				  (uint64_t)what->to,
				  what->setup.third,
				  what->bytes,
				  what->reply_bytes,
				  what->count,
				  (uint64_t)what->setup.layout[0].kind,
				  what->setup.layout[0].block,
				  what->setup.layout[0].stride,
				  (uint64_t)what->setup.layout[1].kind,
				  what->setup.layout[1].block,
				  what->setup.layout[1].stride};
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		hash = (hash ^ parts[i]) * UINT64_C(0x100000001b3);
		hash ^= hash >> 32;
	}
	return hash;
}
