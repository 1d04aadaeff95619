#ifndef SONDE_EVALUATE_EVALUATION_RUN_H
#define SONDE_EVALUATE_EVALUATION_RUN_H

#include "evaluate/evaluation_estimate.h"
#include "evaluate/scores.h"

/*
 * Sees, before hours of measuring, that the evaluation can be done, and makes the platform ready.
 *
 * - No run of the store has one of the names yet that the runs will have.
 * - Every model can be estimated here, and the platform can do what is to be measured.
 * - Algorithms that the user did not name and that cannot be done are left out.
 * - ERR_INPUT, or ERR_* of the platform.
 * - Runs on the platform.
 */
enum status evaluation_check(struct evaluation_run *run, struct error *err);

/*
 * Measures the operations at the held-out sizes, in a run of its own with which the evaluation is kept, and scores
 * the models by it.
 *
 * - Call it after evaluation_estimate and evaluation_sizes_choose.
 * - Ownership: evaluation_part_end and scores_release in any case.
 * - ERR_* of the platform or the store.
 * - Runs on the platform.
 */
enum status evaluation_hold_against(struct evaluation_run *run, struct evaluation_part *part, struct scores *scores,
				    struct error *err);

#endif
