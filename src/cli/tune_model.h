#ifndef SONDE_CLI_TUNE_MODEL_H
#define SONDE_CLI_TUNE_MODEL_H

#include "cli/command.h"

struct tune_model_options {
	const char *model, *state, *file, *operations;
	struct size_list processes, sizes, segments; /* n 0: chosen here */
};

/* Simulates what rules can choose under a model, prints what they gain and writes them. ERR_USAGE, ERR_INPUT, ERR_IO,
 * ERR_MEMORY. Local. */
enum status tune_by_model(struct context *context, struct tune_model_options *options, struct error *err);

#endif
