#ifndef SONDE_DECOMPOSE_STATES_H
#define SONDE_DECOMPOSE_STATES_H

#include "decompose/choice.h"
#include "decompose/grids.h"

/* The states between the operations of a sequence, and what leads from one to another. All functions are Local. */

/* What scatter, gather and broadcast take on a grid, and by which tree that is the least. */
struct spread_costs {
	double scatter, gather, broadcast; /* s */
	unsigned scatter_tree, gather_tree, broadcast_tree;
};

/*
 * A state is a number: g: the domain is in parts on grid g; n + g: all processes of grid g have the whole domain; 2 n:
 * process 0 has it. Zero-initialise it; states_release frees it.
 */
struct states {
	struct choice_costing costing;
	struct grids grids;          /* n of them */
	struct spread_costs *spread; /* n */
	double *step;   /* seconds once: of step i of the sequence on grid g at i * n + g, of exchange and compute */
	double *moves;  /* seconds of a redistribution from grid a to b at a * n + b; NAN: not known yet */
	double *closed; /* seconds of what step i repeats, once, from state j and back to it on any grid, at i * (2 n +
			   1)
			   + j; NAN: not known yet */
	bool *movable;  /* of each grid: it is gone to and from */
};

enum { STATE_ANY_GRID = -1 };

void states_release(struct states *states);

/*
 * Finds what the steps take on each of the grids, which it takes over.
 *
 * - costing: its model and sequence, which is checked, are borrowed; it has no messages.
 * - states_release frees *states, also after an error.
 * - ERR_* of choice_seconds, ERR_MEMORY.
 */
enum status states_init(struct states *states, const struct choice_costing *costing, struct grids *grids,
			struct error *err);

/*
 * The cheapest way through all steps.
 *
 * - only: on this grid alone; STATE_ANY_GRID: on any, those that are movable being gone to and from.
 * - Without a scatter at its beginning the domain is in parts on any grid.
 * - plan: emptied first; its seconds are set.
 * - ERR_* of choice_seconds, ERR_MEMORY.
 */
enum status states_shortest(struct states *states, int only, struct plan *plan, struct error *err);

#endif
