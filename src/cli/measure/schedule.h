#ifndef SONDE_CLI_MEASURE_SCHEDULE_H
#define SONDE_CLI_MEASURE_SCHEDULE_H

#include "cli/command.h"

/* The subject "schedule" of sonde measure. Local. */
enum status measure_schedule(struct context *context, struct error *err);

#endif
