#ifndef SONDE_SIMULATE_BREAKDOWN_H
#define SONDE_SIMULATE_BREAKDOWN_H

#include <stddef.h>

#include "base/error.h"
#include "simulate/simulate.h"

/* What a recorded simulation spent its time on. All functions are Local. */

/*
 * Where the time of a process went until it finished, in seconds: its CPU was busy (several count as one), or it
 * waited: for the network, in the last part of a wait (latency, a port that is kept by a gap or by data), or before
 * that for others to get that far. Their sum is its finish.
 */
struct spent {
	double compute, kept, overhead, latency, gap, bandwidth, waiting; /* kept: INTERVAL_KEPT */
};

/*
 * Where the time of each process of a recorded simulation went.
 *
 * - spent: has room for all processes.
 * - ERR_MEMORY.
 */
enum status simulation_spent(const struct simulation *simulation, struct spent *spent, struct error *err);

/*
 * The critical path: what the last finish waited for, from time 0 on.
 *
 * - Each part begins where the one before it ends, so that they add up to the whole. Parts are cut where the next one
 *   begins, parts of no length left in.
 * - *path: *n intervals; free() releases it.
 * - ERR_MEMORY.
 */
enum status simulation_path(const struct simulation *simulation, struct interval **path, size_t *n, struct error *err);

/*
 * All intervals of a recorded simulation by their beginning, those that begin together as they were recorded.
 *
 * - The list: *n of them; free() releases it.
 * - NULL without memory.
 */
const struct interval **simulation_sorted(const struct simulation *simulation, size_t *n);

#endif
