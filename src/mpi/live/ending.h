#ifndef SONDE_MPI_LIVE_ENDING_H
#define SONDE_MPI_LIVE_ENDING_H

#include <mpi.h>

/*
 * To be called right before MPI_Finalize, so that it returns. MPICH 4.0 over UCX's tcp flushes its connections there: a
 * process waits until its peers have answered, then at a barrier of the process manager, where it answers nobody. If a
 * peer answers it while it still receives messages, and begins its own flush only after that, or ends it before another
 * one's request comes, the other waits for ever: in two of four runs of eight processes on two CPUs.
 *
 * Synchronises the processes of comm, after which nothing is under way, and lets MPI_Finalize flush nothing. Pauses
 * without looking at messages too: where MPICH does not see that, as from a library of limited symbols, all have begun
 * MPI_Finalize then before one sees another's flush. Does nothing where all processes share memory, and under other
 * libraries. Collective over comm, which holds all processes of MPI_COMM_WORLD.
 */
void ending_synchronise(MPI_Comm comm);

#endif
