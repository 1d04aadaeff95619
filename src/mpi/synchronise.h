#ifndef SONDE_MPI_SYNCHRONISE_H
#define SONDE_MPI_SYNCHRONISE_H

#include <mpi.h>

#include <stdbool.h>

#include "sync/clock_fit.h"
#include "sync/window.h"

/* The clock of process 0, as this process knows it: the global clock. Zero-initialised. */
struct synchronised {
	struct clock_fit
		fit; /* process 0's clock over this one's; not used at process 0, nor where time is simulated */
	struct window window; /* in which processes come together; the same at all of them */
};

/* Reads process 0's clock again at the processes where that is due. Collective over comm; takes some 10 us a process
 * and reading. Returns how many seconds it took process 0 to be read, there. Simulated processes have one clock. */
double synchronise(struct synchronised *clocks, MPI_Comm comm);

/* What process 0's clock shows when this one's shows t. Local. */
double synchronise_global(const struct synchronised *clocks, double t);

/* How a process waits for a beginning. */
enum synchronise_wait {
	WAIT_BUSY,   /* to wake up takes longer than what is timed */
	WAIT_NAP,    /* asleep until shortly before: the window is long */
	WAIT_ASLEEP, /* processes share cores: one that waits busily keeps others from coming */
};

/*
 * Waits until the global clock shows start.
 *
 * - Returns by how much it was late already, in seconds; 0 or less if it was in time.
 * - *began: what the global clock shows when the wait is over: start or a call of the clock later, or when it woke up.
 * - Where time is simulated it sleeps, and ends at start. Local.
 */
double synchronise_wait(const struct synchronised *clocks, double start, enum synchronise_wait wait, double *began);

#endif
