#ifndef SONDE_CLI_PREDICT_MAPPING_H
#define SONDE_CLI_PREDICT_MAPPING_H

#include "base/progress.h"
#include "cli/predict_request.h"
#include "predict/tree_mapping.h"

/* --order best. All functions are Local. */

/* Takes "best" from the options' order, which then names none. */
void predict_mapping_choose(struct predict_request_options *options);

/* ERR_USAGE if an order is looked for where there are no places to choose, or schedules are not simulated. */
enum status predict_mapping_check(const struct predict_request_options *options, enum collective collective,
				  struct error *err);

/* How an order is looked for, with progress on the context's chatter. Both must outlive what is returned. */
struct tree_mapping_options predict_mapping_options(struct context *context, struct progress *progress);

#endif
