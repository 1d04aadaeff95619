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

/* What a collective function was given, as far as it has it; one of a single buffer has it in receive, as have
 * reductions their count and type. */
struct dropin_arguments {
	const void *send;
	int send_count;
	const int *send_counts, *send_displacements;
	MPI_Datatype send_type;
	void *receive;
	int receive_count;
	const int *receive_counts, *receive_displacements;
	MPI_Datatype receive_type;
	MPI_Op op;
	int root;
	MPI_Comm comm;
};

/*
 * Carries a call out by the table, and has its error code in *code; false: it goes on to the MPI library.
 *
 * - Those of intercommunicators, of no bytes (but barriers), of more than INT_MAX bytes in all, those of lists of
 *   counts that differ (allgatherv, reduce_scatter), those that the row's algorithm cannot do (algorithm_check), and
 *   those that MPI refuses go on.
 * - Collective.
 */
bool dropin_replace(enum collective collective, const struct dropin_arguments *given, int *code);

#endif
