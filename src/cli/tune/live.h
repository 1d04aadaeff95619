#ifndef SONDE_CLI_TUNE_LIVE_H
#define SONDE_CLI_TUNE_LIVE_H

#include "cli/measure/command.h"
#include "cli/tune/request.h"

/*
 * Makes rules for all processes of a platform by measuring: a model, unless there is one, then what the library's own
 * decisions and the best candidates take. Prints what they gain and writes them.
 *
 * - ERR_USAGE, ERR_INPUT, ERR_IO, ERR_MEMORY; ERR_* of the platform. Runs on the platform.
 */
enum status tune_live(struct measure_command *c, struct tune_request *request, struct error *err);

#endif
