#ifndef SONDE_MPI_TIMED_SECTION_H
#define SONDE_MPI_TIMED_SECTION_H

#include "mpi/timed/side.h"

/* The timed section: what the measuring process does, its times averaged over the experiment's loop, and what its
 * mirror does. */
struct observation side_time(struct side *side);
void side_mirror(struct side *side);

#endif
