#ifndef SONDE_TRACE_FIELDS_H
#define SONDE_TRACE_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/function.h"

/* All functions are Local. */

/*
 * What a trace records of a call besides its times: a list of fields, each an int64_t. Which kinds of fields a function
 * has follows from the roles of its parameters (trace/functions.def). A function has a kind once at most, and its
 * fields stand in the order of this enumeration.
 *
 * Where a call has no value for a field of its function, as the root's counts at another process, the field is
 * TRACE_NONE, and a list is empty.
 */
enum trace_field {
	TRACE_COMM,   /* number of the communicator in its process: 0 MPI_COMM_WORLD, 1 MPI_COMM_SELF, others in the
			 order in which they were made */
	TRACE_DEST,   /* rank in that communicator as given, or TRACE_PROC_NULL */
	TRACE_SOURCE, /* rank in that communicator as given, TRACE_PROC_NULL or TRACE_ANY_SOURCE */
	TRACE_SEND_TAG,
	TRACE_RECEIVE_TAG,   /* TRACE_ANY_TAG */
	TRACE_SEND_BYTES,    /* of a collective as the standard counts them: for one process (Scatter, Alltoall) */
	TRACE_RECEIVE_BYTES, /* of the buffer: a message may be shorter */
	TRACE_SEND_LAYOUT,   /* 1: contiguous, 0: not */
	TRACE_RECEIVE_LAYOUT,
	TRACE_BYTES, /* of a buffer that is sent and received (Bcast, Sendrecv_replace), and of operands (Allreduce) */
	TRACE_LAYOUT,
	TRACE_ROOT,       /* rank in the communicator, TRACE_PROC_NULL, TRACE_THIS_ROOT (MPI_ROOT) */
	TRACE_OPERATION,  /* as trace_operation_name counts them; -1: the user's, commutative; -2: not commutative.
			     TRACE_NO_OPERATION: none, at a process that does not take part */
	TRACE_REQUEST,    /* slot of the request that the call begins, starts, frees or cancels */
	TRACE_GOT_SOURCE, /* rank in the communicator that a wildcard got, TRACE_NONE: not a wildcard */
	TRACE_GOT_TAG,    /* TRACE_NONE: not a wildcard */
	TRACE_MADE,       /* number of the communicator that was made, TRACE_NONE: none */
	TRACE_FLAG,       /* what a Test or Iprobe found: 1 or 0 */
	TRACE_POLLS,      /* of polling that found nothing (TRACE_FLAG 0): how many calls stand in this one */
	TRACE_INSIDE,     /* of those: ticks inside MPI */
	TRACE_REGION,     /* number of a region's name */
	TRACE_NUMBER,     /* another number of the call's, such as Pcontrol's level */
	/* Lists: their length, then that many numbers. */
	TRACE_SEND_LIST,    /* bytes to each rank, of v and w collectives; empty: MPI_IN_PLACE, or not the root */
	TRACE_RECEIVE_LIST, /* bytes from each rank */
	TRACE_DEST_LIST,    /* neighbours to which a neighbourhood collective sends: ranks in the communicator */
	TRACE_SOURCE_LIST,  /* neighbours from which it receives */
	TRACE_REQUEST_LIST, /* slots of requests that the call starts */
	TRACE_DONE_LIST,    /* slot, source got, tag got of each request that completed: three numbers each, as many as
			       the length says in all; source and tag are TRACE_NONE unless they were wildcards, and
			       -3 if the request was cancelled */
	TRACE_FIELDS
};

enum {
	TRACE_NONE = -1,
	TRACE_PROC_NULL = -2,
	TRACE_ANY_SOURCE = -3,
	TRACE_ANY_TAG = -1,
	TRACE_THIS_ROOT = -4,
	TRACE_CANCELLED = -3,
	TRACE_NO_OPERATION = -3
};

/* The kinds of a function's fields: the bit 1 << kind is set for each. */
uint32_t trace_function_fields(enum trace_function function);

/* True for the kinds that are lists. */
bool trace_field_is_list(enum trace_field field);

/* "MPI_SUM" and the like for TRACE_OPERATION, "user", "user, not commutative"; NULL for another number. */
const char *trace_operation_name(int64_t operation);

#endif
