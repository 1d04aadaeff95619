#ifndef SONDE_REPORT_COMPARISON_H
#define SONDE_REPORT_COMPARISON_H

#include "base/table.h"
#include "evaluate/paths.h"
#include "evaluate/trips.h"

/*
 * Measured round trips against each model's: the rows model, operation (roundtrip), algorithm, processes, bytes,
 * reply_bytes (the same, or 0), measured, predicted, relative_error, and per model mean_relative_error and
 * maximum_relative_error. names: what each model is called. NULL if memory does not suffice. Local.
 */
struct table *trips_comparison_table(const struct trips_comparison *comparison, char *const *names);

/*
 * The paths of a message against each model's: the rows model, operation (p2p), algorithm, processes, path, layout,
 * bytes, measured, predicted, relative_error, and per model the mean of each path and layout ("send_cc"),
 * mean_relative_error and maximum_relative_error. The rest as above.
 */
struct table *paths_comparison_table(const struct paths_comparison *comparison, char *const *names);

/* Adds the mean and the largest error of the model called name to a table's summary. Local. */
void comparison_summarise(struct table *table, const char *name, const struct prediction_errors *errors);

#endif
