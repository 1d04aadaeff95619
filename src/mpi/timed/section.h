#ifndef SONDE_MPI_TIMED_SECTION_H
#define SONDE_MPI_TIMED_SECTION_H

#include "mpi/timed/endpoint.h"

/* The timed section: what the measuring process does, its times averaged over the experiment's loop, and what its
 * responder does. */
struct observation endpoint_time(struct endpoint *endpoint);
void endpoint_respond(struct endpoint *endpoint);

#endif
