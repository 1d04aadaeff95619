#include "trace/summary_parts.h"

#include <stdlib.h>

enum { SLOTS_FIRST = 64 };

static size_t slot_of(const struct persistent_sends *sends, uint64_t request)
{
	size_t slot = (size_t)(request * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (sends->n_slots - 1);

	while (sends->slots[slot].request && sends->slots[slot].request != request)
		slot = (slot + 1) & (sends->n_slots - 1);
	return slot;
}

static bool grow(struct persistent_sends *sends)
{
	struct persistent_sends larger = {.n = sends->n, .n_slots = sends->n_slots ? 2 * sends->n_slots : SLOTS_FIRST};

	larger.slots = calloc(larger.n_slots, sizeof(*larger.slots));
	if (!larger.slots)
		return false;
	for (size_t i = 0; i < sends->n_slots; i++)
		if (sends->slots[i].request)
			larger.slots[slot_of(&larger, sends->slots[i].request)] = sends->slots[i];
	free(sends->slots);
	*sends = larger;
	return true;
}

bool persistent_put(struct persistent_sends *sends, const struct persistent_send *send)
{
	struct persistent_send *slot;

	if (2 * sends->n >= sends->n_slots && !grow(sends))
		return false;
	slot = &sends->slots[slot_of(sends, send->request)];
	sends->n += !slot->request;
	*slot = *send;
	return true;
}

const struct persistent_send *persistent_find(const struct persistent_sends *sends, uint64_t request)
{
	const struct persistent_send *slot;

	if (!sends->n_slots || !request)
		return NULL;
	slot = &sends->slots[slot_of(sends, request)];
	return slot->request ? slot : NULL;
}

void persistent_clear(struct persistent_sends *sends)
{
	free(sends->slots);
	*sends = (struct persistent_sends){.n = 0};
}
