#ifndef SONDE_CLI_ESTIMATE_THRESHOLDS_H
#define SONDE_CLI_ESTIMATE_THRESHOLDS_H

#include "cli/measuring.h"
#include "estimate/estimate.h"
#include "estimate/thresholds/thresholds.h"

/* Thresholds as a part of the estimation of a model that has them. */

/* Sees that the model has thresholds and the platform enough processes, and makes it ready for the gathers. ERR_USAGE;
 * ERR_* of the platform. Nothing is measured. Runs on the platform. */
enum status estimate_thresholds_prepare(const struct estimate_options *options, struct platform *platform,
					struct error *err);

/*
 * After measuring_begin: finds thresholds and escalations, which are kept with the run for later fits and for when it
 * is resumed, and sets the switch to rendezvous of the options, if they have none: S or, where scatter has no leap or
 * it lies beyond, what lies below M2, since from there on gathers do not escalate because messages wait until they are
 * asked for; a long message that nobody asked for (long_given) and that is not below it becomes half of it. ERR_* of
 * thresholds_find and the store. Runs on the platform.
 */
enum status estimate_thresholds_find(struct measuring *m, struct estimate_options *options, bool long_given,
				     struct thresholds *found, struct error *err);

/* At the end of the estimation: sets them in its model, and keeps them with the run that it ended with. ERR_* of
 * thresholds_set and the store. Local. */
enum status estimate_thresholds_set(struct measuring *m, const struct thresholds *found, struct model *model,
				    struct error *err);

#endif
