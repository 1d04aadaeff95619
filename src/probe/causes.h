#ifndef SONDE_PROBE_CAUSES_H
#define SONDE_PROBE_CAUSES_H

#include "probe/prober.h"

/*
 * Whether the sentinel's levels are states of the machine, for tracking.h. A state stays, whatever is measured. Where
 * what was measured just before tells the level of a look better than the level of the look before it does, the levels
 * are made by measuring, and none of them is a state. An example is a link that a token bucket shapes: after a pause
 * empty messages pass at once, after others they wait for tokens.
 *
 * All functions are Local.
 */

/* Remembers what the look that is added next follows: a sample of tracking->all, to which the newest observation since
 * the look before belongs; NULL: there is none. ERR_MEMORY. */
enum status causes_remember(struct tracking *tracking, const struct sample *sample, struct error *err);

/*
 * Whether the levels of n looks are made by what was measured: by its kind, by kind and processes, or by the point,
 * whichever tells most (regimes_made); more than 1000 times more probably than not.
 *
 * - ERR_MEMORY.
 */
enum status causes_find(const struct tracking *tracking, const struct regimes *levels, bool *made, struct error *err);

#endif
