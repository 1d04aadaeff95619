#ifndef SONDE_MPI_TIMED_MEASURE_H
#define SONDE_MPI_TIMED_MEASURE_H

#include "mpi/process.h"

/* The largest loop of EXPERIMENT_RECEIVE_EXPECTED, whose receives are all posted at once. */
#define MEASURE_EXPECTED_MOST 256

/* The process that measures an experiment: the receiver of EXPERIMENT_RECEIVE*, process 0 for collectives, else the
 * sender. Local. */
int measure_by(const struct experiment *what);

/*
 * This process' part of an experiment, batch->n times. At the measuring process observations receives batch->n
 * observations; elsewhere it is not used. Collective over the experiment's two processes, or over all for
 * EXPERIMENT_COLLECTIVE. A message of wrong length or content, or a failing MPI call, is noted as the first failure in
 * *err and the part is played to its end, so that the other process does not wait in vain.
 */
enum status measure(struct process *process, const struct batch *batch, struct observation *observations,
		    struct error *err);

/* The part of a process that has none of the experiments that begin together, batch->n times. Collective over the
 * platform. Never fails. */
void measure_nothing(struct process *process, const struct batch *batch);

#endif
