#ifndef SONDE_LAB_SHARE_H
#define SONDE_LAB_SHARE_H

#include "lab/state.h"

/* Shares of the CPU, by control groups (cgroup v2's cpu.max, or the quota of v1, whichever the machine has). All are
 * Local. */

/* us of CPU in each period of as many us. */
struct share_quota {
	int quota, period;
};

/* What a share of a CPU, 0.01 to 64, is given as: periods of 20 ms, or of 100 ms for shares below 0.05, since the
 * kernel gives out 1 ms at least. */
struct share_quota share_quota(double share);

/* True if any node has a share: then all have a group, for what is started on a node comes from another one and would
 * stay in that one's. */
bool share_wanted(const struct lab *lab);

/* Makes the group of node i (from 1), which gets shape.cpu[i - 1] of a CPU, without a limit for 0, and notes it.
 * ERR_PLATFORM if the machine has no groups that limit the CPU, or they cannot be written. */
enum status share_make(struct lab *lab, size_t i, struct error *err);

/* Puts this process into the group of node i. */
enum status share_join(const struct lab *lab, size_t i, struct error *err);

/* Removes the group of this path, if it is there; waits up to a second for its processes to be gone. */
enum status share_remove(const char *path, struct error *err);

#endif
