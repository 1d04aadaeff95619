#ifndef SONDE_MPI_STRESS_WALK_H
#define SONDE_MPI_STRESS_WALK_H

#include "mpi/order.h"
#include "mpi/stress_case.h"

/* What process 0 has besides. */
struct stress_driver {
	const struct stress_options *options;
	const struct progress *progress;
	struct stress_result *result;
	struct error *err; /* the first failure of any process */
	double begin;      /* s, on the platform's clock */
	bool *seen;        /* pairings, both directions: their messages were sent */
	int processes;
};

/*
 * Walks through the plan with all processes, batch by batch, until process 0 says that it is enough. driver: NULL but
 * at process 0. Collective. What one process lacks, memory for example, ends it for all before anything is sent, and
 * process 0 knows why.
 */
void stress_walk(struct process *process, const struct stress_plan *plan, const struct stress_driver *driver);

/* True if the machine has memory for the plan in so many processes. Local. */
bool stress_fits(const struct stress_plan *plan, int neighbours);

/* Takes in what a process found in a batch. Local to process 0, as are those below. */
void stress_driver_take(const struct stress_driver *driver, const struct stress_report *report);

/* Counts a step that is begun. */
void stress_driver_note(const struct stress_driver *driver, const struct stress_step *step);

/* Whether another batch follows, if there is one: not if there was a fault, the user wants to stop, or the time is
 * over. */
bool stress_driver_goes_on(const struct stress_driver *driver);

#endif
