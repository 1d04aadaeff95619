#ifndef SONDE_SIMULATE_SLOPES_ASKED_H
#define SONDE_SIMULATE_SLOPES_ASKED_H

#include <stdbool.h>
#include <stdint.h>

#include "simulate/costs.h"

/* Directions that slopes have. */
#define SLOPES_MOST 7

/*
 * How much longer a simulation takes if messages or computation do, counted along the way to its end; by[0] is that of
 * computation.
 *
 * - The order in which things happen stays as it is. Slopes are those of an increase.
 */
struct slopes_asked {
	int n;                              /* said before, as what follows: at most SLOPES_MOST - 1 */
	struct costs more[SLOPES_MOST - 1]; /* what messages cost if a parameter is a step greater, */
	double step[SLOPES_MOST - 1];       /* which is so much of it */
	bool any_pair;                      /* costs are alike for all pairs */
	double by[SLOPES_MOST]; /* found: nanoseconds by unit of step; of computation by nanosecond of it, times that */
	uint64_t order;         /* found: a number that says in which order things were done */
	uint64_t lost;          /* found: how often it was not known what something had to wait for */
};

#endif
