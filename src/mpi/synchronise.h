#ifndef SONDE_MPI_SYNCHRONISE_H
#define SONDE_MPI_SYNCHRONISE_H

#include <mpi.h>

#include <stdbool.h>

#include "sample/sample.h"
#include "sync/clock_fit.h"
#include "sync/window.h"

/* The clock of process 0, as this process knows it: the global clock. Zero-initialised. */
struct synchronised {
	struct clock_fit fit;    /* process 0's clock over this one's; not used at process 0 */
	struct window window;    /* of what is timed */
	struct experiment timed; /* what the window is for */
	bool crowded; /* beginnings were late too often: processes share cores, and one that waits busily keeps others
			 from coming */
};

/* Reads process 0's clock again at the processes where that is due. Collective over comm; takes some 10 us a process
 * and reading. */
void synchronise(struct synchronised *clocks, MPI_Comm comm);

/* What process 0's clock shows when this one's shows t. Local. */
double synchronise_global(const struct synchronised *clocks, double t);

/*
 * Waits until the global clock shows start: asleep where time is simulated or processes share cores, else busy. Returns
 * by how much it was late already, in seconds; 0 or less if it was in time. *began: what the global clock shows when
 * the wait is over, start or a call of the clock later, or when it woke up. Local.
 */
double synchronise_wait(const struct synchronised *clocks, double start, double *began);

#endif
