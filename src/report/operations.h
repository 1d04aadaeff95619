#ifndef SONDE_REPORT_OPERATIONS_H
#define SONDE_REPORT_OPERATIONS_H

#include "base/table.h"
#include "evaluate/operations.h"

/*
 * Stored timings of an operation against each model's predictions: the rows model, operation, algorithm, processes,
 * bytes, segment, fanout, order, groups, root, timing, run, measured, predicted, relative_error, and per model
 * mean_relative_error and maximum_relative_error, and which runs were crowded. runs are those that were compared;
 * names: what each model is called. NULL if memory does not suffice. Local.
 */
struct table *operations_comparison_table(const struct operations_comparison *comparison, const struct timed_run *runs,
					  char *const *names);

#endif
