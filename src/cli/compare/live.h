#ifndef SONDE_CLI_COMPARE_LIVE_H
#define SONDE_CLI_COMPARE_LIVE_H

#include "cli/measure/command.h"
#include "evaluate/model_list.h"
#include "evaluate/paths.h"

/* What is asked of a comparison of model files with fresh measurements of single messages. */
struct compare_live_options {
	struct size_list sizes;
	size_t count;              /* 0: not said */
	bool paths;                /* not round trips */
	const char *machine_state; /* whose timings are compared, or "each"; NULL: the main one's */
	const char *const *models; /* files of the list's models, which are read anew for each state; borrowed */
	struct path_experiments by_path;
};

/*
 * Measures round trips, or the paths of messages, afresh, at the sizes that are asked for or at some that no model was
 * fitted at, waiting for the machine's state that the first model was fitted in, and prints each model's predictions
 * beside them; with states told apart, the main one's or those that are asked for, beside each model's in that state.
 * Each: a table for each state in which the machine was meanwhile.
 * ERR_USAGE, ERR_INPUT (a model that does not know such messages), ERR_* of the platform and the store. Runs on the
 * platform.
 */
enum status compare_live(struct measure_command *c, struct compare_live_options *o, struct model_list *list,
			 struct error *err);

#endif
