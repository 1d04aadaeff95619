#ifndef SONDE_DECOMPOSE_PLANNING_H
#define SONDE_DECOMPOSE_PLANNING_H

#include "decompose/planning_request.h"

/* The scheduler of Seinstra, Koelma 2002, section 2: which grid, tree, number of processes and kind of distribution
 * each operation has. All functions are Local. */

/* Plans, the quickest first, and the single steps by themselves. Zero-initialise it; planned_release frees it. */
struct planned {
	struct plan *whole; /* with one grid throughout, and the cheapest with several where that is quicker than all of
			       them: it comes first, or second if the model's intervals do not tell it from the best
			       with one */
	size_t n_whole;
	struct plan *steps; /* of one choice each, on grids of as many processes as the best plan has: step by step, in
			       each the quickest first */
	size_t n_steps;
	bool intervals; /* the model has some, and there were draws */
};

void planned_release(struct planned *planned);

/* How many processes are tried, where fewer than those there are may be used: all numbers up to here, above every
 * (processes / PLANNING_COUNTS)th. */
#define PLANNING_COUNTS 64

/*
 * Ranks what can be done.
 *
 * - The cheapest sequence is a shortest path over states: at which processes the domain is, on which grid, in parts or
 *   whole. From grid to grid it goes directly or by process 0. What is repeated has the same grids each time. Where
 *   there are many grids, the best of each step and those of the best plans are gone to and from.
 * - Trees are the quickest of domain_trees.
 * - found: planned_release frees it, also after an error.
 * - ERR_INPUT if no grid of so many processes has parts as large as their borders, if the sequence or the number of
 *   processes cannot be (sequence_check), or the model holds for fewer; ERR_MEMORY.
 */
enum status planning_run(const struct planning_request *request, struct planned *found, struct error *err);

#endif
