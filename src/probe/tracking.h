#ifndef SONDE_PROBE_TRACKING_H
#define SONDE_PROBE_TRACKING_H

#include "probe/prober.h"

/*
 * Which state the machine is in, while it is measured in whichever that is.
 *
 * - A sentinel, an empty round trip, is timed again and again, at most a fifth of the time. Its levels are the
 * machine's states (stats/regimes.h). The main state is the one with the largest share of the time, or one that
 * has just lasted, at a stretch, for more than half of the time of that one; it stays so until another one has clearly
 * more of the time.
 * - An observation is of a state if the sentinel was on its level just before and just after. What lies between two is
 * of none.
 * - The prober's campaign holds what is of the main state, and is made anew where that turns out to be another one: so
 *   what decides by it decides by one state. All observations go to the sink, as soon as the sentinel was timed after
 * them.
 * - An observation longer than a quarter of the median stay in a state is of no state, and is in each by shares of the
 *   time (sample/states.h).
 */

/* Begins with the sentinel, whose settings are chosen, if the options say so. Runs on the platform. ERR_* of the
 * platform. */
enum status tracking_begin(struct prober *prober, const struct experiment *sentinel, struct error *err);

/* Times the sentinel if that is due; after it what was kept before is of a state. Runs on the platform. ERR_* of the
 * platform or the sink. */
enum status tracking_look(struct prober *prober, struct error *err);

/* Whether a look is due after something that takes so many seconds, however soon after the one before. Local. */
bool tracking_is_due_after(const struct prober *prober, double seconds);

/* Times the sentinel, due or not, if there are observations that no look has followed. */
enum status tracking_close(struct prober *prober, struct error *err);

/*
 * Adds n observations made under these settings to the campaign and gives them to the sink: with tracking after the
 * next look.
 *
 * - ERR_MEMORY, or what the sink said.
 */
enum status probe_keep(struct prober *prober, const struct experiment *what, const struct observation *observations,
		       size_t n, struct error *err);

/* Gives all observations to the sink once more, by points, in the states that they turned out to be of. ERR_* of the
 * sink. */
enum status tracking_mark(const struct tracking *tracking, const struct probe_sink *sink, struct error *err);

/* Where measuring ends before it is done: gives what no look has followed to the sink, and all once more in the states
 * that are known so far, as far as the sink takes them. Local. */
void tracking_stop(struct prober *prober);

/*
 * Makes the campaign anew of the main state by the marks alone, as it will be loaded from a store after tracking_mark.
 *
 * - Call it before what is concluded last. Looks are made only for observations that none has followed.
 * - ERR_* of tracking_close, ERR_MEMORY.
 * - Runs on the platform.
 */
enum status tracking_settle(struct prober *prober, struct error *err);

/* Whether the point is a train that is too long to be of one state, and left out for the sake of a shorter one. Local.
 */
bool tracking_drops(const struct tracking *tracking, const struct experiment *what);

/* Whether a point is hardly ever of the main state though that was there before or after many of its observations: it
 * waits no longer for more (probe/marks.h). Local. */
bool tracking_misses(const struct prober *prober, const struct experiment *what);

/* How many times as long what was timed now can take in the slowest state; 1 if no other is known. Local. */
double tracking_slowness(const struct tracking *tracking);

/* How many times as long things take in the state of the last look as in the main one; 1 if no other is known. Local.
 */
double tracking_pace(const struct tracking *tracking);

/* What the states are is known by now: looks tell in which one the machine is, and levels and points stay as they are.
 * For experiments beside those of a model, which are no occasion to go on with these. Local. */
void tracking_fix(struct prober *prober);

/* Makes the state of a level, an index of tracking->levels, the main one for good; tracking->levels.n: all states
 * become one. Local. ERR_MEMORY. */
enum status tracking_take(struct prober *prober, size_t level, struct error *err);

/* After tracking among some processes of a platform: members[i] of all is its process i, and from now on processes have
 * their numbers among all. Local. ERR_MEMORY. */
enum status tracking_outside(struct tracking *tracking, const int *members, struct error *err);

#endif
