#ifndef SONDE_MEASURING_PROBING_H
#define SONDE_MEASURING_PROBING_H

#include "measuring/measurement.h"

/*
 * A prober that measures for a run, with an account of what it took.
 *
 * Local to the process that drives; what measures runs on the platform.
 */
struct probing {
	struct measurement *measurement; /* borrowed */
	struct probe_options options;
	struct prober prober;
	struct probe_account begun; /* the platform's clock and messages when it began */
};

/*
 * Makes the platform ready for a message, and for all smaller ones, as it lies in memory at either end.
 *
 * - ERR_* of the platform.
 */
enum status probing_prepare(struct platform *platform, const struct experiment *largest, struct error *err);

/*
 * Begins: the machine is watched by messages of up to largest bytes between the pair of the options.
 *
 * - Ownership: call probing_end in any case.
 * - ERR_* of the platform or the archive.
 */
enum status probing_begin(struct probing *p, struct measurement *m, size_t largest, struct error *err);

/*
 * The seconds that the timings are spread over at least (probe/remeasure.h).
 *
 * - asked: s; below 0: as the platform needs it, but 0 with a chosen number of repetitions or a strict deadline, and at
 *   most half of the time until another one.
 */
double probing_spread(const struct measurement *m, double asked);

/*
 * Leaves out what was not yet warm, and notes it.
 *
 * - Call it after measuring that has succeeded, before anything is concluded.
 * - *dropped, if it is not NULL: whether there was any.
 * - ERR_MEMORY.
 */
enum status probing_drop_warmup(struct measurement *m, bool *dropped, struct error *err);

/*
 * Keeps what a search took beyond the prober's account, since probing_begin, as the run's part "searching".
 *
 * - Call it after a search that does more on the platform than the prober keeps account of.
 * - Returns the status so far unless it is OK; else ERR_* of the archive.
 */
enum status probing_searched(struct probing *p, enum status status, struct error *err);

/*
 * Ends the run, unless the status so far is a failure.
 *
 * - Returns that status or a failure of its own.
 */
enum status probing_end(struct probing *p, enum status status, struct error *err);

#endif
