#ifndef SONDE_CLI_TUNE_ESTIMATE_H
#define SONDE_CLI_TUNE_ESTIMATE_H

#include "cli/measure_command.h"

/* A model of processes 0 and 1 for operations of these sizes, in bytes of a message or block, estimated as a run of its
 * own; NULL with ERR_* of estimation_run. The caller frees it. Runs on the platform. */
struct model *tune_estimate(struct measure_command *c, const struct size_list *sizes, struct error *err);

/* The same of all processes, of which those that are alike stand for each other: an LMO model. At least three of them.
 */
struct model *tune_estimate_unlike(struct measure_command *c, const struct size_list *sizes, struct error *err);

#endif
