#ifndef SONDE_TUNE_MAPPED_H
#define SONDE_TUNE_MAPPED_H

#include "algorithm/choice.h"
#include "tune/task.h"

/*
 * Rows of a table with an order of processes, of a model whose processes or pairs differ: bcast, reduce, scatter,
 * scatterv, gather and gatherv from process 0, where an order promises at least TREE_MAPPING_GAIN_WORTH.
 *
 * - Of operations that are tuned: scatterv with scatter, gatherv with gather.
 * - Among 3 processes and more of those that the model was estimated among.
 * - What is gained is told from the quickest algorithm in its own order, or the library's own decision if that is
 *   quicker. Of scatterv and gatherv it is told from the linear one, which all libraries have, and the broadcast of the
 *   counts before each call is taken off.
 * - rows: appended to; a row from each size on up to the next size, if it is no slower than these at the geometric mean
 *   of both and just below the next one, else for the size alone. None goes beyond the largest size.
 * - Nothing is appended for gather and gatherv from M1 to M2 of the model: how linear ones escalate was counted, and of
 *   others nothing is known.
 * - Nothing is appended where all pairs are alike, or processes share nodes.
 * - ERR_* of predictions, ERR_MEMORY. Local.
 */
enum status tune_mapped_rows(const struct tune_options *options, struct choices *rows, struct error *err);

#endif
