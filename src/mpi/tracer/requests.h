#ifndef SONDE_MPI_TRACER_REQUESTS_H
#define SONDE_MPI_TRACER_REQUESTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mpi/tracer/map.h"
#include "mpi/tracer/slots.h"

/* All functions are Local. */

/* What is known of a request. */
enum {
	REQUEST_ANY_SOURCE = 1,
	REQUEST_ANY_TAG = 2,
	REQUEST_WILD = REQUEST_ANY_SOURCE | REQUEST_ANY_TAG,
	REQUEST_PERSISTENT = 4,
	REQUEST_INACTIVE = 8,  /* a persistent one that is not started */
	REQUEST_CANCELLED = 16 /* the program asked for that */
};

/* The slots of the requests that a thread begins. */
struct request_slots {
	struct slots own; /* counted from 0 */
	size_t n, room;
	int32_t *slots; /* of the process, for those that were taken so far */
};

/*
 * The requests that are not completed, each with a slot: of those that its thread had before the lowest that was free
 * when it began, or a new one. So no other thread gets a slot before the call that gave it back is recorded. A library
 * may give several requests the same handle; of those a thread completes its own first, in the order in which they
 * began.
 */
struct tracer_requests {
	size_t n_threads; /* that have begun a request, or have lower numbers than one that has */
	struct request_slots *threads;
	size_t n;           /* slots */
	struct map slot_of; /* handle -> slot of the first of those with this handle */
	size_t size;
	struct tracer_request {
		int32_t next, last;  /* slots of the same handle: the next, -1; of the first: the last */
		int32_t thread, own; /* that began it, and its own number for the slot */
		uint8_t flags;
	} * requests; /* by slots */
	size_t asked; /* requests whose status is of interest: wildcards, cancelled ones */
};

/* The slot of a request that begins; -1: memory is out. */
int64_t requests_add(struct tracer_requests *requests, uint64_t handle, int flags, int thread);

/* The slot of a request, -1: unknown. */
int64_t requests_find(const struct tracer_requests *requests, uint64_t handle);

/* Adds to what is known of it, and takes from that. */
void requests_mark(struct tracer_requests *requests, int64_t slot, int flags, int not_any_more);

/* The same as the next one for what is not as simple: several of one handle, another thread's, one with flags. */
int64_t requests_complete_other(struct tracer_requests *requests, struct map_entry *entry, int thread, int *flags);

/*
 * The request with this handle is complete, as the thread learns: sets *flags to what was known of it and returns its
 * slot; -1: it was unknown or not active. Persistent ones stay.
 */
static inline int64_t requests_complete(struct tracer_requests *requests, uint64_t handle, int thread, int *flags)
{
	struct map_entry *entry = map_find(&requests->slot_of, handle);
	if (!entry)
		return -1;
	const int64_t slot = entry->value;
	const struct tracer_request *request = &requests->requests[slot];
	if (__builtin_expect(request->next >= 0 || request->flags || request->thread != thread, 0))
		return requests_complete_other(requests, entry, thread, flags);
	*flags = 0;
	map_remove(&requests->slot_of, entry);
	slots_give(&requests->threads[thread].own, request->own);
	return slot;
}

/* Forgets a request, whatever it is; returns its slot, -1: unknown. */
int64_t requests_remove(struct tracer_requests *requests, uint64_t handle);

void requests_release(struct tracer_requests *requests);

#endif
