#ifndef SONDE_CLI_MEASURE_THRESHOLDS_H
#define SONDE_CLI_MEASURE_THRESHOLDS_H

#include "cli/command.h"

/* `sonde measure thresholds`: S, M_1, M_2 and the escalations of gather (estimate/thresholds/thresholds.h), printed,
 * and added to an lmo model if one is named. Runs on the platform. */
enum status measure_thresholds(struct context *context, struct error *err);

#endif
