#ifndef SONDE_CLI_PREDICT_MAPPING_H
#define SONDE_CLI_PREDICT_MAPPING_H

#include "cli/predict/request.h"

/* --order best. All functions are Local. */

/* Takes "best" from the options' order, which then names none. */
void predict_mapping_choose(struct predict_request_options *options);

/* ERR_USAGE if an order is looked for where there are no places to choose, or schedules are not simulated. */
enum status predict_mapping_check(const struct predict_request_options *options, enum collective collective,
				  struct error *err);

#endif
