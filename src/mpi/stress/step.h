#ifndef SONDE_MPI_STRESS_STEP_H
#define SONDE_MPI_STRESS_STEP_H

#include "mpi/stress/case.h"

/* Carries out this process' part of a step. Collective over the processes of the step; of all for collective operations
 * and fences. */
void stress_do(struct stress *stress, const struct stress_step *step);

#endif
