#include "replay/parts.h"

#include "base/memory.h"

#include <stdlib.h>

static uint32_t take_number(struct replay_requests *requests)
{
	struct replay_request *grown;

	if (requests->n_free > 0)
		return requests->free[--requests->n_free];
	grown = memory_grow(requests->at, &requests->capacity, requests->n + 1, sizeof(*grown));
	requests->at = grown ? grown : requests->at;
	if (!grown || requests->n >= REQUEST_NONE)
		return REQUEST_NONE;
	return (uint32_t)requests->n++;
}

uint32_t requests_find(const struct replay_requests *requests, uint64_t request)
{
	uint64_t number;

	return lookup_get(&requests->numbers, request, &number) ? (uint32_t)number : REQUEST_NONE;
}

void requests_end(struct replay_requests *requests, uint64_t request)
{
	lookup_remove(&requests->numbers, request);
}

uint32_t requests_begin(struct replay_requests *requests, uint64_t request, bool *expected)
{
	uint32_t number = requests_find(requests, request);

	if (expected)
		*expected = number != REQUEST_NONE && requests->at[number].expected;
	if (number != REQUEST_NONE && requests->at[number].expected) {
		requests_end(requests, request);
		requests->at[number] = (struct replay_request){.persistent = false};
		return number;
	}
	number = take_number(requests);
	if (number == REQUEST_NONE || !lookup_put(&requests->numbers, request, number))
		return REQUEST_NONE;
	requests->at[number] = (struct replay_request){.persistent = false};
	return number;
}

/* Without memory the number is lost, which does no harm. */
void requests_give(struct replay_requests *requests, uint32_t number)
{
	uint32_t *grown = memory_grow(requests->free, &requests->free_capacity, requests->n_free + 1, sizeof(*grown));

	if (!grown)
		return;
	requests->free = grown;
	requests->free[requests->n_free++] = number;
}

void requests_release(struct replay_requests *requests)
{
	lookup_release(&requests->numbers);
	free(requests->at);
	free(requests->free);
}
