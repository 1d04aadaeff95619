#include "simulate/byte_stream.h"

#include "base/memory.h"

#include <stdlib.h>

struct byte_stream *byte_streams_find(const struct byte_streams *streams, int from, int to)
{
	uint64_t i;

	return lookup_get(&streams->numbers, byte_stream_number(from, to), &i) ? &streams->list[i] : NULL;
}

struct byte_stream *byte_streams_of(struct byte_streams *streams, int from, int to)
{
	struct byte_stream *found = byte_streams_find(streams, from, to), *grown;

	if (found)
		return found;
	grown = memory_grow(streams->list, &streams->capacity, streams->n + 1, sizeof(*grown));
	if (!grown)
		return NULL;
	streams->list = grown;
	if (!lookup_put(&streams->numbers, byte_stream_number(from, to), streams->n))
		return NULL;
	grown[streams->n] = (struct byte_stream){.until = 0};
	return &grown[streams->n++];
}

void byte_streams_release(struct byte_streams *streams)
{
	lookup_release(&streams->numbers);
	free(streams->list);
	*streams = (struct byte_streams){.n = 0};
}
