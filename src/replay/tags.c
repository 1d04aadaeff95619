#include "replay/parts.h"

/* Tags of collective operations that may be under way at a time on one communicator. */
enum { COLLECTIVE_TURNS = 64, COLLECTIVE_TAGS = 64 };

static int32_t number_of(struct tags *tags, uint64_t comm, bool collective, uint64_t tag)
{
	uint64_t index = tags->comms.n, number = tags->numbers.n, key;

	if (!lookup_get(&tags->comms, comm, &index) && !lookup_put(&tags->comms, comm, index))
		return -1;
	key = index << 33 | (uint64_t)collective << 32 | (tag & UINT32_MAX);
	if (!lookup_get(&tags->numbers, key, &number) && !lookup_put(&tags->numbers, key, number))
		return -1;
	return (int32_t)(number & INT32_MAX);
}

int32_t tags_of_message(struct tags *tags, uint64_t comm, int64_t tag)
{
	return number_of(tags, comm, false, (uint64_t)tag);
}

int32_t tags_of_collective(struct tags *tags, uint64_t comm, uint64_t before, int tag)
{
	return number_of(tags, comm, true, before % COLLECTIVE_TURNS * COLLECTIVE_TAGS + (uint64_t)(tag & 63));
}
