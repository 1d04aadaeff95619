#ifndef SONDE_CLI_COMPARISON_H
#define SONDE_CLI_COMPARISON_H

#include "base/table.h"
#include "base/units.h"
#include "model/model.h"

/*
 * Measured one-way times (half a round trip with an answer of the same size, from -> to) at the sizes against each model's: the rows model, operation, algorithm, processes, bytes, measured,
 * predicted, relative_error (predicted / measured - 1), and per model mean_relative_error and maximum_relative_error, of absolute values. What else the campaign holds, such as sentinels, does
 * not count. Sizes at which a model has no meaning are not left out. names: what each model is called. NULL if memory does not suffice. Local.
 */
struct table *comparison_table(const struct campaign *campaign, enum statistic statistic, struct link link, const struct size_list *sizes, struct model *const *models, char *const *names,
	size_t n_models);

#endif
