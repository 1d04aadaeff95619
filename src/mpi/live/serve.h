#ifndef SONDE_MPI_LIVE_SERVE_H
#define SONDE_MPI_LIVE_SERVE_H

#include "mpi/live/order.h"

/* Carries out orders of process 0 until it says quit. Collective: the counterpart of what process 0 does through the
 * platform. */
void serve(struct process *process);

/* The answers to an order, as process 0 gives them to itself and the others send them. Local. */
void serve_prepare(struct process *process, const struct order *order, struct reply *reply);
void serve_describe(const struct process *process, struct description *description);

#endif
