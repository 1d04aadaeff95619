#ifndef SONDE_REPORT_DECOMPOSITIONS_H
#define SONDE_REPORT_DECOMPOSITIONS_H

#include "base/table.h"
#include "predict/decompositions.h"

/*
 * Ranked decompositions, at least one: grid, part, scatter, scatter_tree, gather, gather_tree, exchange, seconds, rank;
 * its summary says which is the best, how much longer the next one takes, and why. NULL if memory does not suffice.
 * Local.
 */
struct table *decompositions_table(const struct model *model, const struct decomposition *list, size_t n,
				   size_t exchanges);

#endif
