#include "replay/parts.h"

#include "base/memory.h"

#include <stdlib.h>

/*
 * Numbers of tags: of contexts, which are communicators with their messages or their collective operations, and tags
 * that are both small enough these two; of others their place in a list.
 */
enum { TAG_BITS = 18, CONTEXT_BITS = 12, LISTED = 1 << (TAG_BITS + CONTEXT_BITS) };

/* Tags of a collective operation, and nonblocking ones that may be under way at a time on one communicator. */
enum { COLLECTIVE_TAGS = 64, COLLECTIVE_TURNS = 63 };

/* The number of a communicator; UINT64_MAX without memory. */
static uint64_t comm_of(struct tags *tags, uint64_t comm)
{
	uint64_t index = tags->comms.n;

	if (tags->has_last && tags->last == comm)
		return tags->last_index;
	if (!lookup_get(&tags->comms, comm, &index) && !lookup_put(&tags->comms, comm, index))
		return UINT64_MAX;
	tags->last = comm;
	tags->last_index = index;
	tags->has_last = true;
	return index;
}

static int32_t list(struct tags *tags, uint64_t context, uint64_t tag)
{
	uint64_t number = tags->numbers.n, key = context << 32 | (tag & UINT32_MAX);
	uint32_t *grown;

	if (lookup_get(&tags->numbers, key, &number))
		return (int32_t)(LISTED | number);
	grown = number < LISTED ? memory_grow(tags->contexts, &tags->capacity, (size_t)number + 1, sizeof(*grown))
				: NULL;
	if (!grown)
		return -1;
	tags->contexts = grown;
	if (!lookup_put(&tags->numbers, key, number))
		return -1;
	grown[number] = (uint32_t)context;
	return (int32_t)(LISTED | number);
}

static int32_t number_of(struct tags *tags, uint64_t comm, bool collective, uint64_t tag)
{
	uint64_t index = comm_of(tags, comm), context = 2 * index + collective;

	if (index == UINT64_MAX)
		return -1;
	return context < 1U << CONTEXT_BITS && tag < 1U << TAG_BITS ? (int32_t)(context << TAG_BITS | tag)
								    : list(tags, context, tag);
}

int32_t tags_of_message(struct tags *tags, uint64_t comm, int64_t tag)
{
	return number_of(tags, comm, false, (uint64_t)tag);
}

int32_t tags_of_collective(struct tags *tags, uint64_t comm, uint64_t turn, int tag)
{
	uint64_t own = turn > 0 ? 1 + turn % COLLECTIVE_TURNS : 0;

	return number_of(tags, comm, true, own * COLLECTIVE_TAGS + (uint64_t)(tag & (COLLECTIVE_TAGS - 1)));
}

/* Numbers below -1 are those of contexts. */
static int32_t any_of(uint64_t context)
{
	return -2 - (int32_t)(context & INT32_MAX / 2);
}

int32_t tags_any(struct tags *tags, uint64_t comm)
{
	uint64_t index = comm_of(tags, comm);

	return index == UINT64_MAX ? -1 : any_of(2 * index);
}

int32_t tags_wildcard(const struct tags *tags, int32_t number)
{
	return any_of(number & LISTED ? tags->contexts[number & (LISTED - 1)] : (uint32_t)number >> TAG_BITS);
}

void tags_release(struct tags *tags)
{
	lookup_release(&tags->comms);
	lookup_release(&tags->numbers);
	free(tags->contexts);
}
