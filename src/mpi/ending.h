#ifndef SONDE_MPI_ENDING_H
#define SONDE_MPI_ENDING_H

#include <mpi.h>

/*
 * Right before MPI_Finalize, so that it ends. Under MPICH over UCX's tcp each process tells each other one there that
 * it goes, and waits for an answer; then it waits for all without answering any more. One that is told while it still
 * receives messages answers at once, comes to MPI_Finalize after the other has gone silent, and waits for ever.
 *
 * Meets the processes of comm, then lets some time pass without looking at messages, so that all are in MPI_Finalize
 * before one is told. Nothing where all share memory, and under other libraries. Collective over comm, which holds all
 * processes of MPI_COMM_WORLD.
 */
void ending_meet(MPI_Comm comm);

#endif
