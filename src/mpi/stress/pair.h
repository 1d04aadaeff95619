#ifndef SONDE_MPI_STRESS_PAIR_H
#define SONDE_MPI_STRESS_PAIR_H

#include "mpi/stress/case.h"

/* The operations with messages, between two processes. Collective over both. */
void stress_two_sided(struct stress_case *c);

#endif
