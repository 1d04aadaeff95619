#ifndef SONDE_MEASURING_MEASURED_STATES_H
#define SONDE_MEASURING_MEASURED_STATES_H

#include "measuring/measurement.h"

/* What a run measured in each state of the machine. All functions are Local. */

struct measured_states {
	struct run_level levels[RUN_LEVELS_MOST];   /* the main one first, by its name in the store */
	struct campaign campaigns[RUN_LEVELS_MOST]; /* of the main one empty: the run's own campaign has it */
	size_t n;                                   /* 0: states were not told apart */
};

/*
 * Finds what was measured in each state, without what was not yet warm.
 *
 * - Call it after measuring, while the prober is there.
 * - Ownership: measured_states_release in any case.
 * - ERR_MEMORY.
 */
enum status measured_states_find(const struct measurement *m, const struct prober *prober,
				 struct measured_states *states, struct error *err);
void measured_states_release(struct measured_states *states);

/* The number of the state of this name, "main" being the main one; states->n if there is none. */
size_t measured_states_index(const struct measured_states *states, const char *name);

#endif
