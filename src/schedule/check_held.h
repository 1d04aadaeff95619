#ifndef SONDE_SCHEDULE_CHECK_HELD_H
#define SONDE_SCHEDULE_CHECK_HELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* All functions are Local. */

/*
 * What buffers hold while a schedule is checked. Sets are those of processes whose contributions are reduced into an
 * element: a number below processes is the set of that process alone. Intervals of processes need no more than their
 * ends; others have a bit for each process.
 */
struct process_set {
	int first, last, size;
	size_t bits; /* where they begin in the pool, if size is not last - first + 1 */
};

struct sets {
	int processes;
	bool commutes;
	struct process_set *items; /* set processes + i is items[i] */
	size_t n, capacity;
	uint64_t *pool;
	size_t pool_n, pool_capacity;
	uint32_t all; /* the set of all processes, once it has been asked for */
};

/* A piece of a buffer: elements begin to end - 1 hold elements position, ... of set. */
struct piece {
	uint64_t begin, end, position;
	uint32_t set;
};

/* The pieces of a buffer in order; neighbours that could be one are one, so that equal contents are equal lists. */
struct buffer_contents {
	struct piece *items;
	size_t n, capacity;
};

/* Forgets all sets and begins anew. */
void sets_clear(struct sets *sets, int processes, bool commutes);
void sets_release(struct sets *sets);

/*
 * The set of processes first to last.
 *
 * - ERR_MEMORY.
 */
enum status sets_interval(struct sets *sets, int first, int last, uint32_t *set, struct error *err);

/* Whether two sets are the same processes. */
bool sets_equal(const struct sets *sets, uint32_t one, uint32_t other);

/*
 * The text of a piece's content at its element: "element 5 of process 3", "element 5 of processes 0 to 3".
 *
 * - text: has room for size bytes.
 */
void held_text(const struct sets *sets, const struct piece *piece, uint64_t element, char *text, size_t size);

/* The piece that an element is in, NULL if it holds nothing. */
const struct piece *held_find(const struct buffer_contents *held, uint64_t element);

/*
 * Puts n pieces into held in place of what is there.
 *
 * - pieces: in order, side by side, from begin to end.
 * - ERR_MEMORY.
 */
enum status held_put(struct buffer_contents *held, const struct sets *sets, uint64_t begin, uint64_t end,
		     const struct piece *pieces, size_t n, struct error *err);

/*
 * Puts what elements from + 0, 1, ... of source hold to to + 0, 1, ... of target.
 *
 * - target: may be source.
 * - room: for intermediate use.
 * - ERR_INPUT if some hold nothing; ERR_MEMORY.
 */
enum status held_copy(struct buffer_contents *target, uint64_t to, const struct buffer_contents *source, uint64_t from,
		      uint64_t count, const struct sets *sets, struct buffer_contents *room, struct error *err);

/*
 * As held_copy, for to = from (op) to.
 *
 * - ERR_INPUT, too, if other elements are combined, a process counts twice, or the order changes and must not.
 */
enum status held_reduce(struct buffer_contents *target, uint64_t to, const struct buffer_contents *source,
			uint64_t from, uint64_t count, struct sets *sets, struct buffer_contents *room,
			struct error *err);

#endif
