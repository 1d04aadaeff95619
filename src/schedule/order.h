#ifndef SONDE_SCHEDULE_ORDER_H
#define SONDE_SCHEDULE_ORDER_H

#include <stddef.h>
#include <stdint.h>

#include "schedule/schedule.h"

/* What operations wait for, reversed, and put in order. All functions are Local. */

/*
 * Lists of operations, one for each: that of operation i begins at its first, and ends where the next one's begins, the
 * last at n. The firsts may be members of larger structures.
 */
struct lists {
	uint32_t *first;             /* of operation 0 */
	size_t stride;               /* bytes from one first to the next */
	struct requirement *entries; /* operations that are required, or that require */
	size_t n;
};

/* The requirements of a program as lists; they stay the program's. */
struct lists rank_program_lists(const struct rank_program *program);

/*
 * Reverses the lists of so many operations: operation i's list in to becomes those in whose lists in from it is.
 *
 * - In ascending order, with the same start.
 * - from: each entry is one of the operations.
 * - to: has room for from->n entries.
 */
void lists_reverse(size_t operations, const struct lists *from, struct lists *to);

/*
 * Puts the operations of a program into an order in which each comes after what it waits for: that of their indexes if
 * possible.
 *
 * - Each requirement is on an operation that is there.
 * - sequence, room: have program->n places; room is for the function itself.
 * - Returns program->n, or an operation that waits for itself, by way of others or directly.
 */
size_t rank_program_topological_order(const struct rank_program *program, uint32_t *sequence, uint32_t *room);

/* An operation of a program that waits for itself; program->n if there is none, SIZE_MAX without memory. */
size_t rank_program_cycle(const struct rank_program *program);

#endif
