#ifndef SONDE_EVALUATE_EVALUATION_RUN_H
#define SONDE_EVALUATE_EVALUATION_RUN_H

#include "evaluate/evaluation_estimate.h"
#include "evaluate/scores.h"

/*
 * Before hours of measuring: sees that no run of the store has one of the names yet that the runs will have, that every
 * model can be estimated here and that the platform can do what is to be measured, and makes it ready; leaves out
 * algorithms that the user did not name and that cannot be done. ERR_INPUT, or ERR_* of the platform.
 */
enum status evaluation_check(struct evaluation_run *run, struct error *err);

/*
 * After evaluation_estimate and evaluation_sizes_choose: measures the operations at the held-back sizes, in a run of
 * its own with which the evaluation is kept, and judges the models by it. evaluation_part_end and scores_release in any
 * case. ERR_* of the platform or the store. Runs on the platform.
 */
enum status evaluation_hold_against(struct evaluation_run *run, struct evaluation_part *part, struct scores *scores,
				    struct error *err);

#endif
