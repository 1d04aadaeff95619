#ifndef SONDE_MPI_LIVE_SCHEDULE_PART_H
#define SONDE_MPI_LIVE_SCHEDULE_PART_H

#include "mpi/process.h"
#include "schedule/schedule.h"

/* What process 0 tells another one of a schedule that all carry out. */
struct schedule_order {
	uint64_t operations, requirements; /* of that process; they come as messages */
	size_t warmup, repetitions;
};

/* A schedule at one process. */
struct schedule_part {
	struct process *process;
	const struct schedule_order *order;
	struct rank_program program; /* its own */
	double *seconds;             /* at process 0: as schedule_timing.seconds */
	size_t discarded;
	void (*renew)(void *self); /* before each repetition; NULL: nothing */
	void *self;
};

/*
 * Carries out the schedule; each process with its own program.
 *
 * - seconds: has room for all repetitions. The program is changed: buffers are assigned.
 * - If it cannot begin at one process it does not at any; those that know why say so.
 * - ERR_INPUT, ERR_MEMORY, ERR_PLATFORM. Collective.
 */
enum status schedule_part_run(struct schedule_part *part, struct error *err);

/* Whether all processes are ready; the same everywhere. Collective. */
bool schedule_part_agree(const struct process *process, bool ready);

/* A process that serves: gets its program, and carries it out. Collective, with schedule_run at process 0. */
enum status schedule_part_serve(struct process *process, const struct schedule_order *order, struct error *err);

#endif
