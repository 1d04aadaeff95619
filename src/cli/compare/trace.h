#ifndef SONDE_CLI_COMPARE_TRACE_H
#define SONDE_CLI_COMPARE_TRACE_H

#include "cli/command.h"
#include "cli/replay_options.h"

/* What is asked for. Texts are borrowed, NULL: not said. */
struct compare_trace_options {
	const char *models, *changes; /* files, separated by commas; of their parameters, as --set of simulate */
	struct replay_given replay;
};

/* Whether sonde compare with these arguments is about a trace: nothing is measured then. Local, as is the next. */
bool arguments_compare_trace(int argc, char **argv);

/*
 * What a traced program takes under each of the models beside what was recorded.
 *
 * - ERR_USAGE: there are no models, or options that do not go together; ERR_* of the trace, the models, and the
 *   simulation.
 */
enum status compare_trace(struct context *context, const char *path, const struct compare_trace_options *asked,
			  struct error *err);

/* ERR_USAGE that names an option that goes with a trace, if one is given. Local. */
enum status compare_trace_check(const struct compare_trace_options *asked, struct error *err);

#endif
