#ifndef SONDE_CLI_TRACE_GATHER_H
#define SONDE_CLI_TRACE_GATHER_H

#include "cli/command.h"

/* sonde trace gather: the folders that nodes wrote become one. */
extern const struct command command_trace_gather;

#endif
