#ifndef SONDE_CLI_MEASURE_COLLECTIVE_H
#define SONDE_CLI_MEASURE_COLLECTIVE_H

#include "cli/command.h"

/* sonde measure collective: times of collective operations of all processes. As command.run. */
enum status measure_collective(struct context *context, struct error *err);

#endif
