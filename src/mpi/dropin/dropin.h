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

/* Before MPI_Finalize: frees the communicators that were made for the predefined ones; the first process says what
 * became of its calls, if it was asked to. Collective over MPI_COMM_WORLD. */
void dropin_end(void);

/* How many calls have been done by the table, for tests and sonde tune --verify. Local. */
unsigned long long sonde_collectives_replaced(void);

/* Leaves the operations of a communicator to the MPI library from now on, for sonde tune --verify. Collective. */
void sonde_collectives_leave(MPI_Comm comm);

#endif
