#ifndef SONDE_DECOMPOSE_PLANNING_REQUEST_H
#define SONDE_DECOMPOSE_PLANNING_REQUEST_H

#include <stdint.h>

#include "base/progress.h"
#include "decompose/choice.h"

/* What is to be planned. */
struct planning_request {
	const struct model *model; /* complete */
	const struct sequence *sequence;
	size_t processes; /* so many */
	bool fewer;       /* or fewer, where that is quicker */
	size_t trees;     /* so many of domain_trees are tried; 0: all */
	bool scatter;     /* the domain is scattered and never broadcast */
	bool one_grid;    /* the grid is the same throughout */
	size_t draws;     /* of parameters, for the intervals; 0: none */
	uint64_t seed;
	const struct progress *progress; /* NULL: nobody is told how far it is; borrowed */
};

#endif
