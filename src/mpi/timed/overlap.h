#ifndef SONDE_MPI_TIMED_OVERLAP_H
#define SONDE_MPI_TIMED_OVERLAP_H

#include "mpi/timed/side.h"

/* The timed section of EXPERIMENT_OVERLAP: a message begun, computation, the message completed, and an empty answer.
 * overlap_post posts the mirror's receive before the measuring process begins. */
struct observation overlap_time(struct side *side);
void overlap_mirror(struct side *side);
void overlap_post(struct side *side);

#endif
