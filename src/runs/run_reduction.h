#ifndef SONDE_RUNS_RUN_REDUCTION_H
#define SONDE_RUNS_RUN_REDUCTION_H

#include "sample/reduce.h"
#include "store/store.h"

/* How the timings of a run of the store become numbers. All functions are Local. */

/*
 * The statistic that was used when the run was measured.
 *
 * - If the run does not tell: the platform's default. A synthetic platform's timings are right and only perturbed
 *   upwards.
 */
enum statistic run_statistic(const struct run *run);

/*
 * Finds which timings of the run's points are of the warm-up, and leaves them out (sample/warmup.h), as the command
 * that measured it did.
 *
 * - An estimation fits all timings of its points, and has others later.
 * - ERR_MEMORY.
 */
enum status run_drop_warmup(const struct run *run, struct campaign *campaign, struct error *err);

/* How samples of the run become numbers, by this statistic. */
struct reduce_rule run_rule(const struct run *run, enum statistic statistic, double confidence);

#endif
