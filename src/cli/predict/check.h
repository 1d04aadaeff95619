#ifndef SONDE_CLI_PREDICT_CHECK_H
#define SONDE_CLI_PREDICT_CHECK_H

#include "cli/predict/request.h"

/* What can be asked of a prediction: each is ERR_USAGE that names the option that is wrong, or OK. Local. */

/* Sizes are given, and none of them has to be found. */
enum status predict_check_sizes(const struct size_list *sizes, struct error *err);

/* A message goes between two different processes of the model. */
enum status predict_check_ends(const struct model *model, const size_t ends[2], struct error *err);

/* The options of a collective operation go together, and the model holds for its processes. */
enum status predict_check_operation(const struct model *model, const struct predict_request_options *options,
				    const struct size_list *sizes, enum collective collective, struct error *err);

#endif
