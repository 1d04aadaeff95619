#ifndef SONDE_SIMULATE_ARENA_H
#define SONDE_SIMULATE_ARENA_H

#include <stddef.h>
#include <stdint.h>

/* All functions are Local. */

/* Sizes are rounded up to one of eight between a power of two and the next. */
#define ARENA_CLASSES 256

/*
 * One piece of memory for what processes have while they run.
 *
 * - Places are in units of 8 bytes, so that they can be held in 4 bytes.
 * - What is given back is taken again for the same size.
 * - It moves when it grows.
 * - Zero-initialise it.
 */
struct arena {
	uint64_t *at;
	size_t used, capacity;
	uint32_t free[ARENA_CLASSES];
};

/*
 * A place of bytes, not initialised; 0 without memory.
 *
 * - Pointers into the arena are no longer valid then.
 */
uint32_t arena_take(struct arena *arena, size_t bytes);
void arena_give(struct arena *arena, uint32_t place, size_t bytes);
void arena_release(struct arena *arena);

static inline void *arena_at(const struct arena *arena, uint32_t place)
{
	return arena->at + place;
}

#endif
