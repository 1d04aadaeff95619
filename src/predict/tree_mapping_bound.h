#ifndef SONDE_PREDICT_TREE_MAPPING_BOUND_H
#define SONDE_PREDICT_TREE_MAPPING_BOUND_H

#include "predict/predict.h"
#include "predict/tree_order.h"

/*
 * A time that no order of the call's places falls below, and what it comes from.
 *
 * - The root's messages are those of its own program. Which of the others has which is left open: each costs what it
 *   does with the process for which that is least. Blocks of unequal size go by the bytes of all of them.
 * - Of other processes, one message of the least size that the worst of them can be reached by.
 * - Errors: as schedule_build, ERR_MEMORY. Local.
 */
enum status tree_mapping_bound(const struct predict_options *options, const struct algorithm_use *use, double *seconds,
			       enum tree_mapping_limit *limit, struct error *err);

/*
 * A time that the root of no tree whatever falls below, of operations that move a block between the root and each other
 * process, and what it comes from: all blocks go through its port and its processor, byte by byte at the least that any
 * size takes with any process.
 *
 * - 0 for other operations. Of ports that a node's processes share nothing is known.
 * - ERR_MEMORY. Local.
 */
enum status tree_mapping_root(const struct predict_options *options, const struct call *call, double *seconds,
			      enum tree_mapping_limit *limit, struct error *err);

#endif
