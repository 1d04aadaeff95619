#ifndef SONDE_ALGORITHM_LEVELS_H
#define SONDE_ALGORITHM_LEVELS_H

#include "algorithm/build.h"
#include "algorithm/tree.h"

/*
 * Trees over groups of processes. call is the caller's with an order in which each group is consecutive, the root's
 * first and each led by the first of its processes in the caller's order; tree is over its places. Without groups and
 * order of the caller's it is all arithmetic and takes no memory.
 */
struct levels {
	struct call call;
	struct tree tree;
	int *memory;
};

/* Fills levels for a call and SHAPE_TWO_LEVEL or SHAPE_HIERARCHICAL. false if memory does not suffice:
 * program->out_of_memory is then set. Local. */
bool levels_init(struct levels *levels, const struct call *call, enum shape shape, struct rank_program *program);

void levels_release(struct levels *levels);

#endif
