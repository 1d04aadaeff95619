#ifndef SONDE_MEASURING_STATE_NAMES_H
#define SONDE_MEASURING_STATE_NAMES_H

#include "measuring/archive.h"
#include "probe/prober.h"

/*
 * The states of the machine that were told apart, from the quickest, with the names of states of earlier runs that are
 * alike. Returns how many there are; 0 if they were not told apart, or if the only level is that of no state
 * (probe/levels.h): it has no name, is not kept, and is not held against those of other runs.
 *
 * - Local.
 */
size_t state_names_find(const struct tracking *tracking, const struct history *history,
			struct run_level levels[RUN_LEVELS_MOST]);

/* The same in the order of their numbers in the store, the main state first, when the run ends: states of earlier runs
 * in the history that had no name while no other was known may get one. Local. */
size_t state_names_settle(const struct tracking *tracking, struct history *history,
			  struct run_level levels[RUN_LEVELS_MOST]);

/* Writes the name of an earlier launch's state, in which the sentinel takes these seconds, as states are named by now;
 * empty if it has no name. */
void state_names_earlier(const struct tracking *tracking, const struct history *history, double seconds,
			 char name[LEVEL_NAME]);

#endif
