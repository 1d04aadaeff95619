#ifndef SONDE_MPI_STRESS_WINDOW_H
#define SONDE_MPI_STRESS_WINDOW_H

#include "mpi/stress/case.h"

/* Put and get. Collective over the processes that share the windows. */
void stress_one_sided(struct stress_case *c);

#endif
