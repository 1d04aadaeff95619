#ifndef SONDE_MPI_TIMED_CROSSED_H
#define SONDE_MPI_TIMED_CROSSED_H

#include "mpi/timed/endpoint.h"

/* The timed section of EXPERIMENT_CROSSED. The responder begins its message when the receive of that is posted, and
 * says so behind it: the measuring process has answered it, if it has to be, when it has heard that, and begins its
 * own. */
struct observation crossed_time(struct endpoint *endpoint);
void crossed_respond(struct endpoint *endpoint);

#endif
