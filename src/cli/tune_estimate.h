#ifndef SONDE_CLI_TUNE_ESTIMATE_H
#define SONDE_CLI_TUNE_ESTIMATE_H

#include "cli/measure_command.h"

/* A model of processes 0 and 1, estimated as a run of its own; NULL with ERR_* of estimation_run. The caller frees it.
 * Runs on the platform. */
struct model *tune_estimate(struct measure_command *c, struct error *err);

/* The same of all processes, of which those that are alike stand for each other: an LMO model. At least three of them.
 */
struct model *tune_estimate_unlike(struct measure_command *c, struct error *err);

#endif
