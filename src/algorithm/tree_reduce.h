#ifndef SONDE_ALGORITHM_TREE_REDUCE_H
#define SONDE_ALGORITHM_TREE_REDUCE_H

#include "algorithm/build.h"
#include "algorithm/tree.h"

/*
 * Appends a reduction of count elements, of each process's at own, up to place 0 of the tree, where they go to result,
 * in segments: as the libraries' own, child after child, with the next message awaited while one is reduced, and a
 * segment sent up before work on the next goes on. result may be own. Operands change their order unless keep_order:
 * then those of children, the nearest first, go before the process's own and those of later children before them.
 * Local.
 */
void tree_reduce(struct step_builder *builder, const struct tree *tree, struct place own, struct place result,
		 uint64_t count, uint64_t segment, bool keep_order);

/*
 * The same for all processes and their root one after the other, in the order of ranks from the last to the first, so
 * that operands keep their order; the root's result goes to result. If the operation commutes and the call has an
 * order, in this one, the root first.
 */
void linear_reduce(struct step_builder *builder, int root, struct place own, struct place result, uint64_t count);

#endif
