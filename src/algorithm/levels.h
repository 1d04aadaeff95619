#ifndef SONDE_ALGORITHM_LEVELS_H
#define SONDE_ALGORITHM_LEVELS_H

#include "algorithm/build.h"
#include "algorithm/tree.h"

/*
 * Builds a process's program over the tree of a call's groups.
 *
 * - shape: SHAPE_TWO_LEVEL or SHAPE_HIERARCHICAL.
 * - build: called once, with levels' call and tree; not at all on allocation failure, when program->out_of_memory is
 *   set.
 * - Local.
 */
void levels_build(const struct call *call, int process, struct rank_program *program, enum shape shape,
		  void (*build)(const struct call *call, int process, struct rank_program *program,
				const struct tree *tree));

#endif
