#ifndef SONDE_MPI_STRESS_WALK_H
#define SONDE_MPI_STRESS_WALK_H

#include "mpi/stress/driver.h"

/*
 * Walks through the plan with all processes, batch by batch, until process 0 says that it is enough. driver: NULL but
 * at process 0. Collective. What one process lacks, memory for example, ends it for all before anything is sent, and
 * process 0 knows why.
 */
void stress_walk(struct process *process, const struct stress_plan *plan, const struct stress_driver *driver);

/* True if the machine has memory for the plan in so many processes. Local. */
bool stress_fits(const struct stress_plan *plan, int neighbours);

#endif
