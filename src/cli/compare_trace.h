#ifndef SONDE_CLI_COMPARE_TRACE_H
#define SONDE_CLI_COMPARE_TRACE_H

#include "cli/command.h"

/* Whether sonde compare with these arguments is about a trace: nothing is measured then. Local, as is the next. */
bool arguments_compare_trace(int argc, char **argv);

/*
 * What a traced program takes under each of the models, whose files are separated by commas, beside what was recorded.
 *
 * - ERR_USAGE: there are no models; ERR_* of the trace, the models, and the simulation.
 */
enum status compare_trace(struct context *context, const char *trace, const char *models, struct error *err);

#endif
