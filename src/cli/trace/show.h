#ifndef SONDE_CLI_TRACE_SHOW_H
#define SONDE_CLI_TRACE_SHOW_H

#include "cli/command.h"

/* sonde trace show: what a trace holds. */
extern const struct command command_trace_show;

#endif
