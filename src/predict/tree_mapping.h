#ifndef SONDE_PREDICT_TREE_MAPPING_H
#define SONDE_PREDICT_TREE_MAPPING_H

#include "predict/predict.h"
#include "predict/tree_order.h"

/*
 * The order of processes in the places of an algorithm's tree that a model of unlike processes has for the quickest
 * (mapped trees: O'Flynn, thesis, 2009, 2.3).
 *
 * All functions are Local.
 */

/* By enum tree_mapping_limit. */
extern const char *const tree_mapping_limit_words[];

/*
 * Finds the order for a call, whose own order, if it has one, is where the search begins.
 *
 * - use: has been checked. Its algorithm takes an order (TAKES_ORDER).
 * - Among TREE_MAPPING_ALL_MOST processes all orders are tried if the budget lets them; a simulation ends when it is
 * not the quickest any more. Else orders are exchanged place by place while it improves: from the plain order, from
 * processes ranked by what messages of the call take to and from them in places ranked by what goes through them, and
 * from orders near the best one.
 * - The same on all machines: no clock is read, and random numbers have a seed of their own.
 * - Times are those of predict_collective.
 * - Errors: as predict_collective; *found is then released.
 */
enum status tree_mapping_find(const struct predict_options *options, const struct algorithm_use *use,
			      const struct tree_mapping_options *limits, struct tree_mapping *found, struct error *err);
void tree_mapping_release(struct tree_mapping *mapping);

/* By which part the order is quicker than the algorithm's own. */
double tree_mapping_gain(const struct tree_mapping *mapping);

#endif
