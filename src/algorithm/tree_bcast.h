#ifndef SONDE_ALGORITHM_TREE_BCAST_H
#define SONDE_ALGORITHM_TREE_BCAST_H

#include "algorithm/build.h"
#include "algorithm/tree.h"

/*
 * Appends a broadcast of count elements at data, from the process at place 0 of the tree down, in segments: as the
 * libraries' own, with two receives posted, and with the sends of a segment to all children under way together, which
 * end before those of the next segment begin. Local.
 */
void tree_bcast(struct step_builder *builder, const struct tree *tree, struct place data, uint64_t count,
		uint64_t segment);

#endif
