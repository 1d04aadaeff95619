#ifndef SONDE_EVALUATE_EVALUATION_ESTIMATE_H
#define SONDE_EVALUATE_EVALUATION_ESTIMATE_H

#include "evaluate/evaluation_part.h"

/*
 * Sees that no model is surely fitted at a size of the evaluation.
 *
 * - Call it before anything is measured.
 * - ERR_INPUT.
 * - Local.
 */
enum status evaluation_check_sizes(const struct evaluation_run *run, struct error *err);

/*
 * Sees that every model can be estimated here, and makes the platform ready for gathers of thresholds.
 *
 * - Call it before anything is measured.
 * - ERR_INPUT, or ERR_* of the platform.
 * - Runs on the platform.
 */
enum status evaluation_prepare(const struct evaluation_run *run, struct error *err);

/*
 * Estimates each model, those of one class and method from the same experiments, and finds LMO's thresholds.
 *
 * - First it finds the longest message that does not wait for its receiver and how ports serve several messages, as
 *   far as that is not known.
 * - All models then say how the platform treats messages, but for the ports of a class that has them in itself (lmo).
 * - ERR_* of the platform or the store.
 * - Runs on the platform.
 */
enum status evaluation_estimate(struct evaluation_run *run, struct error *err);

#endif
