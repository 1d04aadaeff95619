#ifndef SONDE_TRACE_MEMBERS_H
#define SONDE_TRACE_MEMBERS_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* All functions are Local. */

/* The members of communicators, as ranks of the world, -1: a process that is not in it. */
struct trace_members {
	int n, n_remote; /* of the other group of an intercommunicator */
	int *all;        /* then the remote ones */
	uint64_t hash;
	size_t n_lists;
	uint8_t lists[]; /* as they are in the file */
};

/* All that a trace has, each once, whichever processes name it and however often: open addressing, at most half full.
 */
struct trace_members_pool {
	struct trace_members **at;
	size_t n, room;   /* room: 0 or a power of two */
	uint64_t unknown; /* members that are not in the world */
};

/*
 * Sets *found to the members that two lists of a file name (doc/trace.md); it stays until the pool is released.
 *
 * - processes: of MPI_COMM_WORLD.
 * - ERR_INPUT: the lists make no sense (the text says only that), ERR_MEMORY.
 */
enum status trace_members_find(struct trace_members_pool *pool, const uint8_t *lists, size_t n, int processes,
			       const struct trace_members **found, struct error *err);
void trace_members_release(struct trace_members_pool *pool);

#endif
