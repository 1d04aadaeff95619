#ifndef SONDE_CLI_PREDICT_RUN_H
#define SONDE_CLI_PREDICT_RUN_H

#include "cli/command.h"
#include "cli/predict_operation.h"
#include "cli/predict_paths.h"

/* Checks what is asked about messages between two processes, from ends[0] to ends[1], predicts and prints it; tells
 * when sizes lie beyond the fitted ones. ERR_USAGE, ERR_INPUT, ERR_MEMORY. Local. */
enum status predict_messages(struct context *context, const struct model *model, const size_t ends[2],
			     const struct paths_wish *paths, const struct size_list *sizes, struct error *err);

/* The same for an operation (enum collective). A barrier has no sizes. The lists of the wish are read;
 * operation_release frees them. Local. */
enum status predict_operation(struct context *context, const struct model *model, int operation,
			      struct operation_wish *wish, const struct size_list *sizes, struct error *err);

#endif
