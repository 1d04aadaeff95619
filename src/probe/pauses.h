#ifndef SONDE_PROBE_PAUSES_H
#define SONDE_PROBE_PAUSES_H

#include "probe/prober.h"

/* s: what befalls processes takes so long at least, and no noise of a running machine does. TCP on Linux sends again
 * after 0.2 s, in ticks of up to 10 ms. */
#define PAUSE_LEAST 0.15

/*
 * Looks whether far more time passed beside the timings of n repetitions than usually does at these points: a process
 * was stopped, a link was down or a disk was slow while nothing was timed. No timing is wrong by it. Local.
 *
 * - set: points that were measured at the same time, together of them, with their samples in the prober's campaign.
 * - observations: n of the first point, then n of the next.
 * - passed: s, from the order to measure until all was kept.
 * - A pause takes PAUSE_LEAST at least, and twice as long as what usually passes beside these timings: the least of the
 *   visits before. So the first visit of a point tells of none. Nor does a visit during which the clock
 *   went back.
 */
void pauses_look(struct prober *prober, const struct experiment *set, size_t together, size_t n,
		 const struct observation *observations, double passed);

#endif
