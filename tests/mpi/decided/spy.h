#ifndef TESTS_MPI_DECIDED_SPY_H
#define TESTS_MPI_DECIDED_SPY_H

#include <stddef.h>
#include <stdint.h>

/* What this process sends inside the MPI library, seen below its collective operations: by spy_openmpi.c in the table
 * of functions that point-to-point messages go through, by spy_mpich.c at the border to UCX. */
struct sent {
	int peer;     /* of MPI_COMM_WORLD */
	size_t bytes; /* SPY_UNKNOWN: could not be seen */
};

#define SPY_UNKNOWN SIZE_MAX

/* After MPI_Init. Collective. */
void spy_begin(void);

/* Forgets what was seen so far. Local, as is the next. */
void spy_clear(void);

/* What was sent since, in order, n of them; those to the process itself are left out. */
const struct sent *spy_sent(size_t *n);

/* Messages beyond these are not kept. */
enum { SPY_MOST = 4096 };

/* For the spies: keeps a message. */
void spy_keep(int peer, size_t bytes);

#endif
