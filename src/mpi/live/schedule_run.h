#ifndef SONDE_MPI_LIVE_SCHEDULE_RUN_H
#define SONDE_MPI_LIVE_SCHEDULE_RUN_H

#include "platform/platform.h"
#include "schedule/schedule.h"

/* A schedule that is carried out on a live platform, as often as asked. */
struct schedule_timing {
	size_t warmup, repetitions;
	double *seconds;  /* of process p in repetition r, from the common beginning to its end: at
			     r * processes + p; free() releases it */
	size_t discarded; /* repetitions that did not begin together and were done again */
};

/*
 * Carries out a schedule by MPI_Isend, MPI_Irecv and computation that keeps the processor busy for its time.
 *
 * - All processes begin at an agreed time. An operation starts when what it waits for is done (mpi/execute/execute.h).
 * - What is sent has no meaning, and what arrives is not looked at.
 * - timing: warmup and repetitions, at least 1, are the caller's.
 * - ERR_INPUT: it is one of another number of processes, a receive is from anyone, a process has operations on a second
 *   processor or port, sizes or tags are more than MPI takes. ERR_PLATFORM: MPI failed, or the processes cannot be made
 *   to begin together. ERR_MEMORY. Called by the driving process only.
 */
enum status schedule_run(struct platform *platform, const struct schedule *schedule, struct schedule_timing *timing,
			 struct error *err);

#endif
