#ifndef SONDE_RUNS_LAUNCH_GROUP_H
#define SONDE_RUNS_LAUNCH_GROUP_H

#include "runs/run_states.h"
#include "store/store.h"

/* All functions are Local. */

/* Launches that are held against others: one run, or several, without their warm-up. Starts zero-initialised. */
struct launch_group {
	const char *name; /* as it was asked for; borrowed */
	struct run *runs;
	struct campaign *campaigns; /* of the main state, but for launch_groups_choose */
	struct run_states *states;
	size_t n;
};

/*
 * The group of this name, as slower_compare has it.
 *
 * - Ownership: launch_group_release in any case.
 * - ERR_INPUT if a run is not there, or no name is like the pattern; ERR_IO, ERR_MEMORY.
 */
enum status launch_group_find(struct store *store, const char *name, struct launch_group *group, struct error *err);

/* ERR_INPUT if a run is in both groups, or twice in one. */
enum status launch_groups_check(const struct launch_group groups[2], struct error *err);

/*
 * Takes both groups in a state of the machine that they have in common, as run_states_choose finds it. Launches that do
 * not have it are left out. Names count between launches on the platform and the pair of the first one.
 *
 * - state: NULL, "main" or a name.
 * - ERR_INPUT, ERR_IO, ERR_MEMORY.
 */
enum status launch_groups_choose(struct store *store, struct launch_group groups[2], const char *state,
				 struct state_choice *choice, struct error *err);

/* The names of the states of the machine that both groups have, from the main one of the first launch on, most at most;
 * returns how many there are. */
size_t launch_groups_states(struct launch_group groups[2], char names[][LEVEL_NAME], size_t most);

/*
 * The newest ended launches, most at most, for the purpose of the first group's first run and on its platform, during
 * which the machine did not change but for its states; in the state that was chosen for the groups. Those of the second
 * group are left out.
 *
 * - newest: only launches up to the one of this number; INT64_MAX: all.
 * - *all: how many there are in whichever state, the groups' own left out.
 */
enum status launch_group_others(struct store *store, const struct launch_group groups[2],
				const struct state_choice *choice, int64_t newest, size_t most,
				struct launch_group *others, size_t *all, struct error *err);

void launch_group_release(struct launch_group *group);

#endif
