#ifndef SONDE_MPI_TIMED_CHECK_H
#define SONDE_MPI_TIMED_CHECK_H

#include "mpi/process.h"

/*
 * ERR_INPUT if the experiment cannot be made between the platform's processes, within the buffers that were prepared at
 * this one, or by its operation; says what can. Local.
 */
enum status check_experiment(const struct process *process, const struct experiment *what, struct error *err);

#endif
