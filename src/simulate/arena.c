#include "simulate/arena.h"

#include "base/memory.h"

#include <stdlib.h>

/* A cache line has 2^LINE_BITS units. */
#define LINE_BITS 3

/*
 * The class of so many units, and how many it has: up to 8 each its own, then eight for each doubling.
 *
 * - Large pieces have an odd number of cache lines. Processes often have programs of one size, and are at the same
 *   place in them: at a distance of a power of two all that would compete for a few sets of the cache.
 */
static unsigned class_of(size_t *units)
{
	unsigned shift = 0;
	size_t n = *units - 1;

	while (n >> shift >= 16)
		shift++;
	n >>= shift;
	*units = (n + 1) << shift;
	if (shift >= LINE_BITS)
		*units += (size_t)((n + 1) << (shift - LINE_BITS) & 1 ? 0 : 1) << LINE_BITS;
	return 8 * shift + (unsigned)n;
}

uint32_t arena_take(struct arena *arena, size_t bytes)
{
	size_t units = bytes > 8 ? (bytes + 7) / 8 : 1;
	unsigned class = class_of(&units);
	uint32_t place = class < ARENA_CLASSES ? arena->free[class] : 0;
	uint64_t *grown;

	if (place) {
		arena->free[class] = (uint32_t)arena->at[place];
		return place;
	}
	if (arena->used == 0)
		arena->used = 1;
	if (class >= ARENA_CLASSES || units > UINT32_MAX - arena->used)
		return 0;
	grown = memory_grow(arena->at, &arena->capacity, arena->used + units, sizeof(*grown));
	if (!grown)
		return 0;
	arena->at = grown;
	place = (uint32_t)arena->used;
	arena->used += units;
	return place;
}

void arena_give(struct arena *arena, uint32_t place, size_t bytes)
{
	size_t units = bytes > 8 ? (bytes + 7) / 8 : 1;
	unsigned class = class_of(&units);

	arena->at[place] = arena->free[class];
	arena->free[class] = place;
}

void arena_release(struct arena *arena)
{
	free(arena->at);
	*arena = (struct arena){0};
}
