#ifndef SONDE_CLI_SIMULATE_OPTIONS_H
#define SONDE_CLI_SIMULATE_OPTIONS_H

#include "cli/replay_options.h"
#include "cli/request_options.h"
#include "cli/simulate/answers.h"
#include "cli/timeline_file.h"

/* What sonde simulate is asked for. Texts are borrowed. */
struct simulate_options {
	const char *file, *loggops, *model, *state, *timeline, *changes;
	struct port_options ports;
	enum timeline_kind kind; /* of the timeline */
	bool breakdown, path, queued, causes, regions, efficiency;
	struct replay_given replay;
	struct answers_options answers;
};

/* Chooses the form of the timeline. ERR_USAGE: options that do not go together, or a timeline that cannot be written.
 * Local. */
enum status simulate_options_check(struct simulate_options *given, struct error *err);

#endif
