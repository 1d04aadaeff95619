#ifndef SONDE_MPI_DROPIN_DROPIN_H
#define SONDE_MPI_DROPIN_DROPIN_H

#include "mpi/dropin/state.h"

/*
 * The library that is preloaded into programs whose collective operations are to be done by a table. What the table has
 * no row for goes on to the MPI library as it is.
 */

/*
 * After MPI_Init: reads the table. It is used if all processes of MPI_COMM_WORLD have read the same; else the first
 * that has one says why on standard error, and all calls go on to the MPI library. Collective over MPI_COMM_WORLD.
 */
void dropin_begin(void);

/* Before MPI_Finalize: frees the communicators that were made for the predefined ones. Collective over MPI_COMM_WORLD.
 */
void dropin_end(void);

/* How many calls have been done by the table, for tests. Local. */
unsigned long long sonde_collectives_replaced(void);

/* Elements of a message, or of each process's block. */
struct dropin_data {
	int count;
	MPI_Datatype type;
};

/*
 * Whether a call is to be done by the table: fills in *call.
 *
 * - data: what is sent, or received. at_root: what counts at the root in its place.
 * - false: it goes on to the MPI library, as all of intercommunicators, of no bytes (but barriers), of more than
 * INT_MAX bytes in all, those that the row's algorithm cannot do (algorithm_check), and those that MPI refuses do.
 * - Collective over comm the first time that a row is met there.
 */
bool dropin_take(struct dropin_call *call, enum collective collective, struct dropin_data data,
		 struct dropin_data at_root, int root, MPI_Comm comm);

/* A taken call as algorithms know it, in units; a reduction's caller adds in_place and commutes. Local. */
struct call dropin_what(const struct dropin_call *call);

/* Carry out calls that have been taken; arguments and results are those of the MPI functions. Collective. */
int dropin_barrier(const struct dropin_call *call);
int dropin_bcast(const struct dropin_call *call, void *buffer, int count, MPI_Datatype type);
int dropin_move(const struct dropin_call *call, const void *send, int send_count, MPI_Datatype send_type, void *receive,
		int receive_count, MPI_Datatype receive_type);
int dropin_reduce(const struct dropin_call *call, const void *send, void *receive, int count, MPI_Datatype type,
		  MPI_Op op);

#endif
