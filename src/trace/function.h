#ifndef SONDE_TRACE_FUNCTION_H
#define SONDE_TRACE_FUNCTION_H

#include <stdbool.h>
#include <stddef.h>

/* All functions are Local. */

/*
 * The functions of MPI that a trace knows, from the table trace/functions.def: trace_Send stands for MPI_Send.
 *
 * The numbers are those of this build. Files name the functions that they use (trace/structure.h).
 */
enum trace_function {
#define FUNCTION(name, family, parameters) trace_##name,
#include "trace/functions.def"
#undef FUNCTION
	TRACE_FUNCTIONS
};

/* What a function does, by which a reader can treat functions that it does not know one by one. */
enum trace_family {
	TRACE_ENVIRONMENT,      /* Init, Finalize, Abort, Pcontrol, regions */
	TRACE_SEND,             /* blocking sends, Buffer_attach and detach */
	TRACE_SEND_BEGIN,       /* Isend and its like */
	TRACE_RECEIVE,          /* Recv, Mrecv */
	TRACE_RECEIVE_BEGIN,    /* Irecv, Imrecv */
	TRACE_EXCHANGE,         /* Sendrecv, Sendrecv_replace, Isendrecv */
	TRACE_PERSISTENT,       /* Send_init, Recv_init, Start and its like */
	TRACE_COMPLETION,       /* Wait, Test and their forms, Request_free, Cancel, Request_get_status */
	TRACE_PROBE,            /* Probe, Iprobe, Mprobe, Improbe */
	TRACE_COLLECTIVE,       /* blocking */
	TRACE_COLLECTIVE_BEGIN, /* nonblocking, persistent */
	TRACE_NEIGHBOURHOOD,    /* neighbourhood collectives, blocking */
	TRACE_NEIGHBOURHOOD_BEGIN,
	TRACE_COMMUNICATOR, /* makes or frees a communicator or a group of processes */
	TRACE_ONE_SIDED,
	TRACE_FILE,
	TRACE_PROCESSES, /* spawns, connects */
	TRACE_OTHER      /* named, with its time */
};

/* "MPI_Send"; sonde's own regions are "region begin" and "region end". */
const char *trace_function_name(enum trace_function function);
enum trace_family trace_function_family(enum trace_function function);

/* The roles of its parameters, in their order, as trace/functions.def explains them: "cbuf count type dest tag comm".
 */
const char *trace_function_parameters(enum trace_function function);

/* TRACE_FUNCTIONS if no function has that name ("MPI_Send"). */
enum trace_function trace_function_find(const char *name);

#endif
