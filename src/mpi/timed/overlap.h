#ifndef SONDE_MPI_TIMED_OVERLAP_H
#define SONDE_MPI_TIMED_OVERLAP_H

#include "mpi/timed/endpoint.h"

/* The timed section of EXPERIMENT_OVERLAP: a message begun, computation, the message completed, and an empty answer.
 * overlap_post posts the responder's receive before the measuring process begins. */
struct observation overlap_time(struct endpoint *endpoint);
void overlap_respond(struct endpoint *endpoint);
void overlap_post(struct endpoint *endpoint);

#endif
