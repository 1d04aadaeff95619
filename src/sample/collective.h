#ifndef SONDE_SAMPLE_COLLECTIVE_H
#define SONDE_SAMPLE_COLLECTIVE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The collective operations that MPI libraries have, by the names of the command.
 *
 * - m bytes of bcast, reduce, allreduce, scan and exscan: the message. Of the others: what each process contributes or
 *   receives (alltoall: from each to each).
 * - Reductions are MPI_BXOR of MPI_BYTE, so that every size can be reduced and checked.
 * - reduce_scatter is MPI_Reduce_scatter_block, reduce_scatterv MPI_Reduce_scatter.
 * - scatterv, gatherv and reduce_scatterv have the same count everywhere.
 * - All functions are Local.
 */
struct collective_kind {
	const char *name;
	bool rooted;
	bool per_process; /* buffers hold m bytes for every process */
};

/* Ends with a name NULL. */
extern const struct collective_kind collective_kinds[];

/* NULL-terminated names in the same order. */
extern const char *const collective_names[];

/* The kind of this name, NULL if there is none. */
const struct collective_kind *collective_find(const char *name);

/* The bytes that a buffer must hold for messages of bytes among so many processes. */
size_t collective_room(const struct collective_kind *kind, size_t bytes, size_t processes);

#endif
