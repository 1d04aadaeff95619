#ifndef SONDE_PROBE_VISITS_H
#define SONDE_PROBE_VISITS_H

#include "probe/prober.h"

/* In which order points are visited, and which wait for the others. Points are arranged as for probe_groups. All
 * functions are Local. */

/*
 * Puts the n groups of a round in a random order, but receives that were not begun come last: their delays follow from
 * the round trips of their messages.
 *
 * - order: their indices.
 * - With a deadline what has no timing yet comes first, and of that what is short, so that there is soon something of
 *   as much as there can be.
 * - ERR_MEMORY.
 */
enum status visits_order(struct prober *prober, const struct experiment *points, size_t together, size_t *order,
			 size_t n, struct error *err);

/* Whether another visit of a group that has some timings takes more than an even share of a deadline's time among n
 * groups: it then waits until the others are precise. */
bool visits_wait(const struct prober *prober, const struct experiment *group, size_t n);

#endif
