#ifndef SONDE_TRACE_FIELDS_H
#define SONDE_TRACE_FIELDS_H

#include <stddef.h>
#include <stdint.h>

#include "trace/function.h"

/* All functions are Local. */

/*
 * What a trace records of a call besides its times: a list of fields. Each is an int64_t; the kinds of a function's
 * fields follow from the roles of its parameters, in a fixed order.
 */
enum trace_field {
	TRACE_COMM,   /* number of the communicator in its process (trace/communicator.h); -1: MPI_COMM_NULL */
	TRACE_DEST,   /* rank in that communicator as given, or TRACE_PROC_NULL */
	TRACE_SOURCE, /* rank in that communicator as given, TRACE_PROC_NULL or TRACE_ANY_SOURCE */
	TRACE_SEND_TAG,
	TRACE_RECEIVE_TAG, /* TRACE_ANY_TAG */
	TRACE_SEND_BYTES,
	TRACE_RECEIVE_BYTES, /* of the buffer: a message may be shorter */
	TRACE_SEND_LAYOUT,   /* 1: contiguous, 0: not */
	TRACE_RECEIVE_LAYOUT,
	TRACE_ROOT,       /* rank in the communicator, TRACE_PROC_NULL, TRACE_THIS_ROOT (MPI_ROOT) */
	TRACE_OPERATION,  /* number of a predefined operation (trace_operation_name), -1: the user's, commutative; -2:
			     not */
	TRACE_REQUEST,    /* slot of the request that begins; -1: MPI_REQUEST_NULL */
	TRACE_GOT_SOURCE, /* rank in the communicator that a wildcard got, -1: not a wildcard */
	TRACE_GOT_TAG,    /* -1: not a wildcard */
	TRACE_MADE,       /* number of the communicator that was made, -1: none */
	TRACE_FLAG,       /* what a Test or Iprobe found: 1 or 0 */
	TRACE_POLLS,      /* of polling that found nothing: how many calls stand in this one */
	TRACE_INSIDE,     /* of those: ticks inside MPI */
	TRACE_REGION,     /* number of a region's name */
	TRACE_WINDOW,
	TRACE_FILE_NUMBER,
	TRACE_NUMBER, /* any other number worth keeping, such as an Pcontrol's level */
	/* Lists: their length, then that many numbers. */
	TRACE_SEND_LIST, /* bytes to each rank, of v and w collectives */
	TRACE_RECEIVE_LIST,
	TRACE_DONE_LIST /* slot, source got, tag got of each request that completed: three numbers each */
};

enum { TRACE_PROC_NULL = -2, TRACE_ANY_SOURCE = -3, TRACE_ANY_TAG = -1, TRACE_THIS_ROOT = -4 };

#endif
