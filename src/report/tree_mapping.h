#ifndef SONDE_REPORT_TREE_MAPPING_H
#define SONDE_REPORT_TREE_MAPPING_H

#include "base/table.h"
#include "predict/operation.h"

/*
 * Columns of a prediction whose processes are at the best places that were found: plain, the time of the algorithm's
 * own order; gain, by which part the order is quicker; bound, a time that no order falls below, and limit, what it
 * comes from; searched, by which part the search alone was slower than all orders; tried, whether all orders were
 * tried; and the order, the process at each place, "own" if none was found that is quicker.
 */
enum { TREE_MAPPING_COLUMNS = 7 };
extern const struct column tree_mapping_columns[];

/* Fills them in the table's last row; NULL: the algorithm takes no order. Without memory table->status says so. Local.
 */
void tree_mapping_add(struct table *table, const struct tree_mapping *mapping);

/* Says in the summary, for each call of which no tree can gain by any order, why: the root's port or processor. Local.
 */
void tree_mapping_tell(struct table *table, const struct predictions *found);

#endif
