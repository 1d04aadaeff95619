#ifndef SONDE_MEASURING_THRESHOLDS_H
#define SONDE_MEASURING_THRESHOLDS_H

#include "measuring/measurement.h"
#include "estimate/estimate.h"
#include "estimate/thresholds/thresholds.h"

/* Thresholds as a part of the estimation of a model that has them. */

/* The same as a run keeps them, what thresholds_set needs: list, which has room for ESCALATION_SIZES_MOST, is what the
 * result refers to; and back: ERR_INPUT for escalations of more sizes. Local. */
struct run_thresholds thresholds_to_run(const struct thresholds *thresholds, struct run_escalation *list);
enum status thresholds_from_run(const struct run_thresholds *kept, struct thresholds *thresholds, struct error *err);

/* Makes the platform, of three processes at least, ready for the gathers. ERR_* of the platform. Nothing is measured.
 * Runs on the platform. */
enum status measuring_thresholds_prepare(struct platform *platform, struct error *err);

/*
 * After measurement_begin: finds thresholds and escalations, which are kept with the run for later fits and for when it
 * is resumed, and sets the switch to rendezvous of the options, if they have none: S or, where scatter has no leap or
 * it lies beyond, what lies below M2, since from there on gathers do not escalate because messages wait until they are
 * asked for; a long message that nobody asked for (long_given) and that is not below it becomes half of it. ERR_* of
 * thresholds_find and the store. Runs on the platform.
 */
enum status measuring_thresholds_find(struct measurement *m, struct estimate_options *options, bool long_given,
				      struct thresholds *found, struct error *err);

/* At the end of the estimation: sets them in its model, and keeps them with the run that it ended with. ERR_* of
 * thresholds_set and the store. Local. */
enum status measuring_thresholds_set(struct measurement *m, const struct thresholds *found, struct model *model,
				     struct error *err);

#endif
