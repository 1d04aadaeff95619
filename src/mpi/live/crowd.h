#ifndef SONDE_MPI_LIVE_CROWD_H
#define SONDE_MPI_LIVE_CROWD_H

#include <mpi.h>

#include <stdbool.h>

/*
 * True if more processes of comm run on this machine than there are CPUs that they may run on, so that they take turns.
 *
 * - A machine is what one kernel runs: hosts of different names may be parts of one.
 * - False where bindings are not known, and where time is simulated. Collective over comm.
 */
bool crowd_here(MPI_Comm comm);

#endif
