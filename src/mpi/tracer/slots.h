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

/* The lowest free number, taken now; -1: memory is out. */
int64_t slots_take(struct slots *slots);
void slots_give(struct slots *slots, int64_t slot);
void slots_release(struct slots *slots);

#endif
