#ifndef SONDE_CLI_TUNE_ORDERS_H
#define SONDE_CLI_TUNE_ORDERS_H

#include "cli/measure/command.h"
#include "tune/live/ordered.h"

/*
 * Rows with an order of processes that a model of the platform's processes has quickest, to be measured.
 *
 * - given: the user's model; NULL: one of unlike processes is estimated, if there are three. What hinders that is
 *   noted, and there are no rows.
 * - rows: appended to; by tune but for its model and numbers of processes.
 * - ERR_* of predictions and of the platform, ERR_MEMORY. Runs on the platform.
 */
enum status tune_orders_find(struct measure_command *c, const struct tune_options *tune, const struct model *given,
			     struct choices *rows, struct error *err);

/* What a table says of its rows with an order: a line for each. Local. */
void tune_orders_put(FILE *out, const struct tune_ordered *ordered);

#endif
