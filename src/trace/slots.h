#ifndef SONDE_TRACE_SLOTS_H
#define SONDE_TRACE_SLOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All functions are Local. */

struct trace_communicator;

/*
 * A slot of requests.
 *
 * - A call of one thread may still complete a request when another thread's call, which began earlier, has got its slot
 *   already. Such a completion is of the request before, since nobody waits for a request before the call that begins
 *   it has returned.
 */
struct trace_slot {
	uint32_t number;                                /* plus one; 0: none is here */
	uint32_t generation;                            /* of requests that had this slot */
	int thread;                                     /* that began the newest */
	uint64_t end;                                   /* tick at which that call ended */
	const struct trace_communicator *comm, *before; /* of the newest, and of the one before */
};

/* The slots that calls named, by number: open addressing, at most half full. Memory goes by how many there are,
 * whatever numbers a damaged file gives them. */
struct trace_slots {
	struct trace_slot *at;
	size_t n, room; /* room: 0 or a power of two */
	bool no_memory; /* a number has no slot for want of it */
};

/* The slot, new and of no request yet if no call has named it; it stays where it is until the next is looked for. NULL:
 * memory does not suffice, or the number is none. */
struct trace_slot *trace_slots_find(struct trace_slots *slots, int64_t number);
void trace_slots_release(struct trace_slots *slots);

#endif
