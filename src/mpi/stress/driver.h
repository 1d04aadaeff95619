#ifndef SONDE_MPI_STRESS_DRIVER_H
#define SONDE_MPI_STRESS_DRIVER_H

#include "base/progress.h"
#include "mpi/stress/case.h"
#include "mpi/stress/options.h"

/* What process 0 has besides the others in a run. */
struct stress_driver {
	const struct stress_options *options;
	const struct progress *progress;
	struct stress_result *result;
	struct error *err; /* the first failure of any process */
	double begin;      /* s, on the platform's clock */
	bool *seen;        /* pairings, both directions: their messages were sent */
	int processes;
};

/* Takes in what a process found in a batch. Local, as are those below. */
void stress_driver_take(const struct stress_driver *driver, const struct stress_report *report);

/* Counts a step that is begun. */
void stress_driver_note(const struct stress_driver *driver, const struct stress_step *step);

/* Whether another batch follows, if there is one: not if there was a fault, the user wants to stop, or the time is
 * over. */
bool stress_driver_goes_on(const struct stress_driver *driver);

#endif
