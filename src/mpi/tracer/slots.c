#include "mpi/tracer/slots.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const size_t most = (size_t)1 << 6 * SLOTS_LEVELS;

static size_t words(size_t capacity, int level)
{
	const size_t each = (size_t)1 << 6 * (level + 1);
	return (capacity + each - 1) / each;
}

static bool grow(struct slots *slots)
{
	const size_t capacity = slots->capacity ? slots->capacity * 4 : 64;
	if (capacity > most)
		return false;
	for (int l = 0; l < SLOTS_LEVELS; l++) {
		const size_t old = words(slots->capacity, l);
		const size_t new = words(capacity, l);
		uint64_t *bits = realloc(slots->bits[l], new * sizeof(*bits));
		if (!bits)
			return false;
		memset(bits + old, 0, (new - old) * sizeof(*bits));
		slots->bits[l] = bits;
	}
	slots->capacity = capacity;
	return true;
}

/* Goes down from the highest level to a word that is not full. */
static size_t find_lowest(const struct slots *slots)
{
	size_t at = 0;
	for (int l = SLOTS_LEVELS - 1; l >= 0; l--) {
		const uint64_t free_bits = ~slots->bits[l][at];
		if (!free_bits)
			return slots->capacity;
		at = at * 64 + (size_t)__builtin_ctzll(free_bits);
		if (l > 0 && at >= words(slots->capacity, l - 1))
			return slots->capacity;
	}
	return at;
}

int64_t slots_take_last(struct slots *slots)
{
	if (slots->lowest == slots->capacity && !grow(slots))
		return -1;
	const size_t slot = slots->lowest;
	for (int l = 0; l < SLOTS_LEVELS; l++) {
		uint64_t *word = &slots->bits[l][slot >> 6 * (l + 1)];
		*word |= UINT64_C(1) << (slot >> 6 * l & 63);
		if (~*word)
			break;
	}
	slots->lowest = find_lowest(slots);
	return (int64_t)slot;
}

void slots_give_full(struct slots *slots, size_t slot)
{
	for (int l = 0; l < SLOTS_LEVELS; l++) {
		uint64_t *word = &slots->bits[l][slot >> 6 * (l + 1)];
		const bool full = !~*word;
		*word &= ~(UINT64_C(1) << (slot >> 6 * l & 63));
		if (!full)
			break;
	}
}

void slots_release(struct slots *slots)
{
	for (int l = 0; l < SLOTS_LEVELS; l++)
		free(slots->bits[l]);
	*slots = (struct slots){0};
}
