#ifndef SONDE_CLI_COMPARISON_H
#define SONDE_CLI_COMPARISON_H

#include "base/table.h"
#include "evaluate/trips.h"

/*
 * Measured round trips against each model's: the rows model, operation (roundtrip), algorithm, processes, bytes,
 * reply_bytes (the same, or 0), measured, predicted, relative_error, and per model mean_relative_error and
 * maximum_relative_error. names: what each model is called. NULL if memory does not suffice. Local.
 */
struct table *comparison_table(const struct trips_comparison *comparison, char *const *names);

/* Adds the mean and the largest error of the model called name to a table's summary. Local. */
void comparison_summarise(struct table *table, const char *name, const struct prediction_errors *errors);

#endif
