#ifndef SONDE_CLI_ESTIMATE_THRESHOLDS_H
#define SONDE_CLI_ESTIMATE_THRESHOLDS_H

#include "cli/measuring.h"
#include "estimate/estimate.h"
#include "estimate/thresholds.h"

/* Thresholds as a part of the estimation of a model that has them. */

/* Sees that the model has thresholds and the platform enough processes, and makes it ready for the gathers. ERR_USAGE; ERR_* of the platform. Nothing is measured. Runs on the platform. */
enum status estimate_thresholds_prepare(const struct estimate_options *options, struct platform *platform, struct error *err);

/*
 * After measuring_begin: finds thresholds and escalations, which go into the run, and sets the switch to rendezvous of the options, if they have none: S or, where scatter has no leap or it lies beyond, what lies below M2, since from there on
 * gathers do not escalate because messages wait until they are asked for; a long message that is not below it becomes half of it. ERR_* of thresholds_find. Runs on the platform.
 */
enum status estimate_thresholds_find(struct measuring *m, struct estimate_options *options, struct thresholds *found, struct error *err);

#endif
