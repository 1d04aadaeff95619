#ifndef SONDE_MPI_COLLECTIVE_MEASURE_H
#define SONDE_MPI_COLLECTIVE_MEASURE_H

#include "mpi/process.h"

/*
 * Carries out batch->what, an EXPERIMENT_COLLECTIVE, batch->n times at all processes of the platform, with two barriers
 * before each, or before each series of what.count of them that nothing separates, behind which each lets its delay by
 * setup.arrival pass; the result of the last is checked. With setup.algorithm it is that algorithm of sonde's own,
 * prepared beforehand, that is carried out. observations is filled at process 0: seconds by setup.timing; send_seconds,
 * for root timing, what was subtracted for the barrier that confirms the end, for acknowledged timing for the
 * acknowledgement, NAN for others. Acknowledged timing takes as many broadcasts for each observation as there are
 * processes, behind a reduction in place of the barriers. Collective. As measure.
 */
enum status collective_measure(struct process *process, const struct batch *batch, struct observation *observations,
			       struct error *err);

#endif
