#ifndef SONDE_MPI_COLLECTIVE_FORCED_H
#define SONDE_MPI_COLLECTIVE_FORCED_H

#include "mpi/process.h"

/*
 * Algorithms that the MPI library is told to take for an operation (setup.forced), by its control variables.
 *
 * - Open MPI's coll/tuned reads them when a communicator is made: each algorithm has a communicator of its own. It does
 *   so if coll_tuned_use_dynamic_rules was set when MPI was initialised.
 * - MPICH reads them at each call.
 * - forced_none.c stands in where MPI has no such variables.
 */

/* ERR_INPUT if the library cannot be told to take what setup.forced names, with this segment and fan-out; says what
 * there is. Local; after MPI_Init. */
enum status forced_check(const struct setup *setup, struct error *err);

/*
 * From now on until forced_end the setup's operation on *comm is carried out by the algorithm.
 *
 * - ERR_* of forced_check or of MPI at any process: then at all of them, and forced_end is not to be called.
 * - Collective over process->control.
 */
enum status forced_begin(struct process *process, const struct setup *setup, MPI_Comm *comm, struct error *err);
void forced_end(const struct setup *setup);

/* Frees the communicators. Collective. */
void forced_release(struct process *process);

#endif
