#ifndef SONDE_CLI_NEGATIVE_TIMES_H
#define SONDE_CLI_NEGATIVE_TIMES_H

#include "base/units.h"
#include "cli/command.h"
#include "model/model.h"

/* These two are Local, and say nothing with --quiet. */

/* Remarks on times below 0 in a table of predictions by the model: how many, the least, and which of the model's
 * parameters are negative. Nothing if table is NULL. */
void negative_times_tell(const struct context *context, const struct table *table, const struct model *model);

/* The same of messages of these sizes between any two of the model's processes: where an operation is made of such,
 * nothing ends before it has begun, so that its own time does not show them. */
void negative_messages_tell(const struct context *context, const struct model *model, const struct size_list *sizes);

#endif
