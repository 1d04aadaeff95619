#ifndef SONDE_CLI_NEGATIVE_TIMES_H
#define SONDE_CLI_NEGATIVE_TIMES_H

#include "base/units.h"
#include "cli/command.h"
#include "model/negative.h"

/* These three are Local, and say nothing with --quiet. */

/* Notes on predicted times below 0: how many, the least, and which of the model's parameters are negative. */
void negative_times_tell(const struct context *context, const struct negative_times *times, const struct model *model);

/* The same of messages of these sizes between any two of the model's processes (negative_message). */
void negative_messages_tell(const struct context *context, const struct model *model, const struct size_list *sizes);

/* Warns of operations by a model whose L may be negative where its messages hide that (negative_latency). */
void negative_latency_tell(const struct context *context, const struct model *model);

#endif
