#ifndef SONDE_MPI_TIMED_ONE_TO_TWO_H
#define SONDE_MPI_TIMED_ONE_TO_TWO_H

#include "mpi/process.h"

/*
 * This process' part of EXPERIMENT_ONE_TO_TWO, batch->n times: the sender gives the same message to one and to the
 * other by MPI_Send, and receives their empty answers in that order, or sends both at once by MPI_Isend and notes when
 * the first answer came. Both receivers may be one process then, which answers each message when it is there.
 * Collective over the two or three processes, and over all where experiments begin together. As
 * measure() in measure.h.
 */
enum status one_to_two_measure(struct process *process, const struct batch *batch, struct observation *observations,
			       struct error *err);

#endif
