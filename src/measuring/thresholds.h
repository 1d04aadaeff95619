#ifndef SONDE_MEASURING_THRESHOLDS_H
#define SONDE_MEASURING_THRESHOLDS_H

#include "measuring/measurement.h"
#include "estimate/estimate.h"
#include "estimate/thresholds/thresholds.h"

/* Thresholds as a run of their own, and as a part of the estimation of a model that has them. */

/*
 * Finds thresholds for a run that has begun, keeps them with it, and ends it. Those of a resumed run that has them are
 * not looked for again.
 *
 * - The platform was made ready for thresholds_largest(options).
 * - ERR_* of thresholds_find and the archive.
 * - Runs on the platform.
 */
enum status measuring_thresholds_run(struct measurement *m, const struct thresholds_options *options,
				     struct thresholds *found, struct error *err);

/*
 * The same as a run keeps them, what thresholds_set needs; and back.
 *
 * - list: has room for ESCALATION_SIZES_MOST; the result refers to it.
 * - ERR_INPUT for escalations of more sizes.
 * - Local.
 */
struct run_thresholds thresholds_to_run(const struct thresholds *thresholds, struct run_escalation *list);
enum status thresholds_from_run(const struct run_thresholds *kept, struct thresholds *thresholds, struct error *err);

/*
 * Makes the platform, of three processes at least, ready for the gathers; nothing is measured.
 *
 * - ERR_* of the platform.
 * - Runs on the platform.
 */
enum status measuring_thresholds_prepare(struct platform *platform, struct error *err);

/*
 * Finds thresholds and escalations, and sets the switch to rendezvous of the options, if they have none.
 *
 * - Call it after measurement_begin.
 * - Thresholds are kept with the run for later fits and for when it is resumed.
 * - Switch: S, where sends confirm scatter's leap; else there is none yet.
 * - A long message that nobody asked for (long_given) is chosen by the switch, as protocol_find_switch does.
 * - ERR_* of thresholds_find and the store.
 * - Runs on the platform.
 */
enum status measuring_thresholds_find(struct measurement *m, struct estimate_options *options, bool long_given,
				      struct thresholds *found, struct error *err);

/*
 * Sets the thresholds in the model, and keeps them with the run that the estimation ended with.
 *
 * - Call it at the end of the estimation.
 * - ERR_* of thresholds_set and the store.
 * - Local.
 */
enum status measuring_thresholds_set(struct measurement *m, const struct thresholds *found, struct model *model,
				     struct error *err);

#endif
