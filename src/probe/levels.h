#ifndef SONDE_PROBE_LEVELS_H
#define SONDE_PROBE_LEVELS_H

#include "probe/prober.h"

/* Which levels of the sentinel are states of the machine, and which of these is the main one, for tracking.h. All
 * functions are Local. */

/*
 * Finds the levels by all looks, how long the machine stays on them, and from which length on what is measured does not
 * follow them.
 *
 * - Levels between which a bound is made by what was measured (causes.h) are those of one state: tracking->looks.made
 *   has all levels then.
 * - ERR_MEMORY.
 */
enum status levels_find(struct tracking *tracking, struct error *err);

/* The machine is in one state, whose level is the median of all looks. */
void levels_take_one(struct tracking *tracking);

/* Whether tracking's levels are what the sentinel takes in states of the machine. The only level of states that cannot
 * be told apart is none, nor is that of several which measuring makes: it says how often what was measured. */
bool levels_are_states(const struct tracking *tracking);

/* The index of the level that the newest look is on. */
size_t levels_now(const struct tracking *tracking);

/*
 * Chooses the main state.
 *
 * - It is the level with the largest share. The present one, which is at so many seconds, keeps being it unless that
 * share is clearly larger.
 * - Another level that has been there at a stretch for half of the time of the present one takes its place too: to wait
 * for that one would take longer than to measure in the other.
 */
void levels_choose_main(struct tracking *tracking, double level);

#endif
