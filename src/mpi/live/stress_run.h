#ifndef SONDE_MPI_LIVE_STRESS_RUN_H
#define SONDE_MPI_LIVE_STRESS_RUN_H

#include "base/progress.h"
#include "mpi/stress/options.h"
#include "mpi/stress/result.h"
#include "platform/platform.h"

/* ERR_INPUT for an operation that is not known, or messages larger than any can be. Local. */
enum status stress_check(const struct stress_options *options, struct error *err);

/*
 * Sends messages of all patterns, layouts and sizes by all operations between all processes of a live platform, in an
 * order that follows from the seed, and compares all that was received, and the bytes around, with what was sent.
 * Faults are results, not errors. ERR_INPUT for less than two processes, as stress_check, or if
 * memory does not hold the largest messages, ERR_PLATFORM if MPI fails. Called by the driving process only.
 */
enum status stress_run(struct platform *platform, const struct stress_options *options, const struct progress *progress,
		       struct stress_result *result, struct error *err);

#endif
