#include "simulate/byte_stream.h"

#include <stdlib.h>

/* The slot of a pair, or the empty one where it would go. */
static struct byte_stream *slot_of(const struct byte_streams *streams, int from, int to)
{
	size_t mask = ((size_t)1 << streams->bits) - 1, s;
	uint64_t key = (uint64_t)(uint32_t)to << 32 | (uint32_t)from;

	key ^= key >> 29;
	key *= UINT64_C(0x9e3779b97f4a7c15);
	s = (size_t)(key >> (64 - streams->bits));
	while (streams->table[s].used && (streams->table[s].from != from || streams->table[s].to != to))
		s = (s + 1) & mask;
	return &streams->table[s];
}

/* Room for one more. */
static int grow(struct byte_streams *streams)
{
	struct byte_stream *old = streams->table;
	size_t n = old ? (size_t)1 << streams->bits : 0;

	if (n > 0 && streams->n < n / 2)
		return 1;
	streams->table = calloc(n ? 2 * n : 64, sizeof(*streams->table));
	if (!streams->table) {
		streams->table = old;
		return 0;
	}
	streams->bits = n ? streams->bits + 1 : 6;
	for (size_t s = 0; s < n; s++)
		if (old[s].used)
			*slot_of(streams, old[s].from, old[s].to) = old[s];
	free(old);
	return 1;
}

struct byte_stream *byte_streams_find(const struct byte_streams *streams, int from, int to)
{
	struct byte_stream *found = streams->n > 0 ? slot_of(streams, from, to) : NULL;

	return found && found->used ? found : NULL;
}

struct byte_stream *byte_streams_of(struct byte_streams *streams, int from, int to)
{
	struct byte_stream *found = byte_streams_find(streams, from, to);

	if (found || !grow(streams))
		return found;
	found = slot_of(streams, from, to);
	*found = (struct byte_stream){.from = from, .to = to, .used = 1};
	streams->n++;
	return found;
}

void byte_streams_release(struct byte_streams *streams)
{
	free(streams->table);
	*streams = (struct byte_streams){0};
}
