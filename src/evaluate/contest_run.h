#ifndef SONDE_EVALUATE_CONTEST_RUN_H
#define SONDE_EVALUATE_CONTEST_RUN_H

#include "evaluate/contest_estimate.h"
#include "evaluate/judgement.h"

/*
 * Before hours of measuring: sees that no run of the store has one of the names yet that the runs will have, that every
 * model can be estimated here and that the platform can do what is to be measured, and makes it ready; leaves out
 * algorithms that the user did not name and that cannot be done. ERR_INPUT, or ERR_* of the platform.
 */
enum status contest_check(struct contest_run *run, struct error *err);

/*
 * After contest_estimate and contest_sizes_choose: measures the operations at the held-back sizes, in a run of its own
 * with which the contest is kept, and judges the models by it. contest_part_end and judgement_release in any case.
 * ERR_* of the platform or the store. Runs on the platform.
 */
enum status contest_hold_against(struct contest_run *run, struct contest_measuring *part, struct judgement *judgement,
				 struct error *err);

#endif
