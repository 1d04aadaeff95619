#include "base/lookup.h"

#include <stdlib.h>

enum { BITS_FIRST = 6 };

struct lookup_slot {
	uint64_t key, value;
	bool used;
};

static size_t home_of(const struct lookup *lookup, uint64_t key)
{
	key ^= key >> 29;
	key *= UINT64_C(0x9e3779b97f4a7c15);
	return (size_t)(key >> (64 - lookup->bits));
}

/* The slot of a key, or the free one where it would go. */
static size_t slot_of(const struct lookup *lookup, uint64_t key)
{
	size_t mask = ((size_t)1 << lookup->bits) - 1, s = home_of(lookup, key);

	while (lookup->slots[s].used && lookup->slots[s].key != key)
		s = (s + 1) & mask;
	return s;
}

static bool grow(struct lookup *lookup)
{
	struct lookup larger = {.bits = lookup->slots ? lookup->bits + 1 : BITS_FIRST, .n = lookup->n};
	size_t n = lookup->slots ? (size_t)1 << lookup->bits : 0;

	larger.slots = calloc((size_t)1 << larger.bits, sizeof(*larger.slots));
	if (!larger.slots)
		return false;
	for (size_t s = 0; s < n; s++) {
		if (lookup->slots[s].used)
			larger.slots[slot_of(&larger, lookup->slots[s].key)] = lookup->slots[s];
	}
	free(lookup->slots);
	*lookup = larger;
	return true;
}

bool lookup_put(struct lookup *lookup, uint64_t key, uint64_t value)
{
	struct lookup_slot *slot;

	if ((!lookup->slots || 2 * lookup->n >= (size_t)1 << lookup->bits) && !grow(lookup))
		return false;
	slot = &lookup->slots[slot_of(lookup, key)];
	lookup->n += !slot->used;
	*slot = (struct lookup_slot){key, value, true};
	return true;
}

bool lookup_get(const struct lookup *lookup, uint64_t key, uint64_t *value)
{
	size_t s = lookup->slots ? slot_of(lookup, key) : 0;

	if (!lookup->slots || !lookup->slots[s].used)
		return false;
	*value = lookup->slots[s].value;
	return true;
}

/* Linear probing: what follows the hole and would no longer be found moves into it. */
void lookup_remove(struct lookup *lookup, uint64_t key)
{
	size_t mask = ((size_t)1 << lookup->bits) - 1, hole = lookup->slots ? slot_of(lookup, key) : 0;

	if (!lookup->slots || !lookup->slots[hole].used)
		return;
	for (size_t s = (hole + 1) & mask; lookup->slots[s].used; s = (s + 1) & mask) {
		size_t home = home_of(lookup, lookup->slots[s].key);

		if (((s - home) & mask) >= ((s - hole) & mask)) {
			lookup->slots[hole] = lookup->slots[s];
			hole = s;
		}
	}
	lookup->slots[hole].used = false;
	lookup->n--;
}

void lookup_release(struct lookup *lookup)
{
	free(lookup->slots);
	*lookup = (struct lookup){0};
}
