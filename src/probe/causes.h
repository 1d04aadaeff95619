#ifndef SONDE_PROBE_CAUSES_H
#define SONDE_PROBE_CAUSES_H

#include "probe/prober.h"

/*
 * Whether the sentinel's levels are states of the machine, for tracking.h. A state stays, whatever is measured. Where
 * what was measured just before tells on which side of a bound between two levels a look is better than the look before
 * it does, these levels are made by measuring, and are of one state. An example is a link that a token bucket shapes:
 * after a pause empty messages pass at once, after others they wait for tokens.
 *
 * All functions are Local.
 */

/* Remembers what the look that is added next follows: a sample of tracking->all, to which the newest observation since
 * the look before belongs; NULL: there is none. ERR_MEMORY. */
enum status causes_remember(struct tracking *tracking, const struct sample *sample, struct error *err);

/*
 * Which of the bounds between levels are made by what was measured: by its kind, by kind and processes, or by the
 * point, whichever tells most (regimes_made); more than 1000 times more probably than not.
 *
 * - Each bound is judged by itself: first the one that what was measured tells least of. Where that one is of a state,
 *   the others are judged by the looks on its own side of it; else all of them are made.
 * - made: room for levels->n - 1.
 * - ERR_MEMORY.
 */
enum status causes_find(const struct tracking *tracking, const struct regimes *levels, bool made[REGIMES_MOST],
			struct error *err);

#endif
