#ifndef SONDE_CLI_COMPARISON_H
#define SONDE_CLI_COMPARISON_H

#include "base/table.h"
#include "base/units.h"
#include "model/model.h"

/*
 * Measured round trips over the link against each model's: the rows model, operation (roundtrip), algorithm, processes,
 * bytes, reply_bytes (the same, or 0), measured, predicted, relative_error (predicted / measured - 1), and per model
 * mean_relative_error and maximum_relative_error, of absolute values. Sizes for which a model is not meant are not left
 * out. names: what each model is called. NULL if memory does not suffice. Local.
 */
struct table *comparison_table(const struct campaign *campaign, enum statistic statistic, struct link link,
			       const struct size_list *sizes, struct model *const *models, char *const *names,
			       size_t n_models);

#endif
