#ifndef SONDE_CLI_TRACE_EXPORT_H
#define SONDE_CLI_TRACE_EXPORT_H

#include "cli/command.h"

/* sonde trace export: a trace in the form of another tool. */
extern const struct command command_trace_export;

#endif
