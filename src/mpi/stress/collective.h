#ifndef SONDE_MPI_STRESS_COLLECTIVE_H
#define SONDE_MPI_STRESS_COLLECTIVE_H

#include "mpi/stress/case.h"

/* The collective operations. Collective over all processes. */
void stress_collective(struct stress_case *c);

#endif
