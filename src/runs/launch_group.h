#ifndef SONDE_RUNS_LAUNCH_GROUP_H
#define SONDE_RUNS_LAUNCH_GROUP_H

#include "store/store.h"

/* All functions are Local. */

/* Launches that are held against others: one run, or several, without their warm-up. Starts zero-initialised. */
struct launch_group {
	const char *name; /* as it was asked for; borrowed */
	struct run *runs;
	struct campaign *campaigns;
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
 * The newest ended launches, most at most, for the purpose of the first group's first run and on its platform, during
 * which the machine did not change; those of the second group are left out.
 */
enum status launch_group_others(struct store *store, const struct launch_group groups[2], size_t most,
				struct launch_group *others, struct error *err);

void launch_group_release(struct launch_group *group);

#endif
