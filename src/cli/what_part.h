#ifndef SONDE_CLI_WHAT_PART_H
#define SONDE_CLI_WHAT_PART_H

#include "cli/command.h"
#include "model/model.h"

/* The n times that a model predicts, in s. ERR_* of the prediction. */
typedef enum status what_part_times(void *context, double *seconds, size_t n, struct error *err);

/*
 * Notes which parameters of --set play no part in a prediction, and which do: what is changed of the others changes
 * nothing.
 *
 * - changes: as model_what_if takes them, which has not changed the model yet; NULL: nothing is said.
 * - times: what is predicted from the model, n of them. It is asked with each changed parameter doubled,
 *   and where one plays no part with each of the others.
 * - A parameter also plays a part by what moves with it (param_spec.moves_with).
 * - The model is as before at the end.
 * - ERR_MEMORY, ERR_* of times.
 * - Local.
 */
enum status what_part_tell(struct context *context, struct model *model, const char *changes, what_part_times *times,
			   void *of, size_t n, struct error *err);

#endif
