#ifndef SONDE_CLI_MEASURE_PROTOCOLS_H
#define SONDE_CLI_MEASURE_PROTOCOLS_H

#include "cli/command.h"

/* `sonde measure protocols`: how the platform treats messages (estimate/protocol.h), printed with what was seen. Runs
 * on the platform. */
enum status measure_protocols(struct context *context, struct error *err);

#endif
