#ifndef SONDE_MPI_TRACER_SLOTS_H
#define SONDE_MPI_TRACER_SLOTS_H

#include <stddef.h>
#include <stdint.h>

/* All functions are Local. */

enum { SLOTS_LEVELS = 4 };

/*
 * Numbers that are taken and given back; the lowest free one is taken first. 64^SLOTS_LEVELS at most.
 *
 * bits[0] has a bit for each number, set while it is taken; bits[l] one for each word of bits[l - 1] that is full.
 */
struct slots {
	size_t capacity; /* numbers that there is room for, a multiple of 64 */
	size_t lowest;   /* free one; capacity, if none is */
	uint64_t *bits[SLOTS_LEVELS];
};

/* The same as the two that follow, where a word of bits gets full or is. */
int64_t slots_take_last(struct slots *slots);
void slots_give_full(struct slots *slots, size_t slot);

/* The lowest free number, taken now; -1: memory is out. */
static inline int64_t slots_take(struct slots *slots)
{
	const size_t slot = slots->lowest;
	if (__builtin_expect(slot < slots->capacity, 1)) {
		uint64_t *word = &slots->bits[0][slot >> 6];
		const uint64_t taken = *word | UINT64_C(1) << (slot & 63);
		if (__builtin_expect(~taken != 0, 1)) {
			*word = taken;
			slots->lowest = (slot & ~(size_t)63) + (size_t)__builtin_ctzll(~taken);
			return (int64_t)slot;
		}
	}
	return slots_take_last(slots);
}

static inline void slots_give(struct slots *slots, int64_t number)
{
	const size_t slot = (size_t)number;
	uint64_t *word = &slots->bits[0][slot >> 6];
	if (__builtin_expect(~*word != 0, 1))
		*word &= ~(UINT64_C(1) << (slot & 63));
	else
		slots_give_full(slots, slot);
	if (slot < slots->lowest)
		slots->lowest = slot;
}

void slots_release(struct slots *slots);

#endif
