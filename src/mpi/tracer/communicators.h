#ifndef SONDE_MPI_TRACER_COMMUNICATORS_H
#define SONDE_MPI_TRACER_COMMUNICATORS_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi/tracer/functions.h"
#include "mpi/tracer/map.h"
#include "trace/fields.h"
#include "trace/stream.h"

/* All functions are Local: they ask MPI only what it knows without messages. */

/* The neighbours of a communicator with a topology, as ranks in it and as fields have them. */
struct neighbours {
	int n_out, n_in;
	int64_t *out, *in;
};

struct tracer_communicator {
	int64_t number; /* -1: no communicator */
	uint64_t key;
	bool inter;
	int own, size;                 /* of the own group */
	int others;                    /* processes that a collective exchanges with: of the other group, or size */
	struct neighbours *neighbours; /* NULL: they were not asked for yet */
	int64_t n_made;                /* of it, by calls of all its processes */
	struct map made;               /* of it, by calls of groups alone: hash of what a key is made of -> how many */
};

/*
 * The communicators of a process, by handles.
 *
 * A key is the same number at all members of a communicator and of no other one. It is a hash of the communicator that
 * it was made of, of its members, and of how many were made of that before. All processes of the one that it was made
 * of call what makes it, and count alike, those that are no members of the new one too. Where a group alone calls
 * (MPI_Comm_create_group), and of intercommunicators, those count that are alike: a table grows with the different
 * groups.
 */
struct tracer_communicators {
	struct map places; /* handle -> place in all */
	struct map made;   /* of no parent, and intercommunicators: hash of what a key is made of -> how many */
	int64_t n;         /* numbers given */
	size_t size, n_free;
	struct tracer_communicator **all; /* those that are not freed */
	int *free_places;
	uint64_t last_handle; /* asked for */
	struct tracer_communicator *last;
	MPI_Group world;
};

extern const struct tracer_communicator tracer_no_communicator;

static inline uint64_t tracer_key_comm(MPI_Comm comm)
{
	return (uint64_t)(uintptr_t)comm;
}

/* The one with this handle; tracer_no_communicator: unknown. */
const struct tracer_communicator *communicators_look(struct tracer_communicators *all, MPI_Comm comm);

static inline const struct tracer_communicator *communicators_find(struct tracer_communicators *all, MPI_Comm comm)
{
	if (__builtin_expect(all->last && all->last_handle == tracer_key_comm(comm), 1))
		return all->last;
	return communicators_look(all, comm);
}

/*
 * Numbers a communicator that was made, notes it in the stream, and returns its number; -1: memory is out.
 *
 * - parent: of which it was made, NULL: of none that all its members know. before: what communicators_count said of
 * it, -1: not all its processes took part.
 * - like: a communicator of the same processes that can be asked for them: made itself, if that is complete.
 */
int64_t communicators_add(struct tracer_communicators *all, struct trace_stream *stream,
			  const struct tracer_communicator *parent, int64_t before, MPI_Comm made, MPI_Comm like);

/* All processes of a communicator make one of it: how many they made before. */
int64_t communicators_count(const struct tracer_communicator *parent);

/* The communicator is about to be freed: returns its number, -1: unknown. The stream need not know it any more. */
int64_t communicators_remove(struct tracer_communicators *all, struct trace_stream *stream, MPI_Comm comm);

/* Those of a communicator; it has none if memory is out. */
const struct neighbours *communicators_neighbours(const struct tracer_communicator *communicator, MPI_Comm comm);

/* Numbers MPI_COMM_WORLD 0 and MPI_COMM_SELF 1. False: memory is out. */
bool communicators_begin(struct tracer_communicators *all);
void communicators_release(struct tracer_communicators *all);

/* A rank as fields have it. */
static inline int64_t tracer_rank(int rank)
{
	if (__builtin_expect(rank >= 0, 1))
		return rank;
	if (rank == MPI_ANY_SOURCE)
		return TRACE_ANY_SOURCE;
	return rank == MPI_ROOT ? TRACE_THIS_ROOT : TRACE_PROC_NULL;
}

static inline int64_t tracer_tag(int tag)
{
	return tag == MPI_ANY_TAG ? TRACE_ANY_TAG : tag;
}

#endif
