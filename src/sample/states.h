#ifndef SONDE_SAMPLE_STATES_H
#define SONDE_SAMPLE_STATES_H

#include <stdbool.h>

#include "sample/sample.h"
#include "sample/sharing.h"
#include "stats/regimes.h"

/*
 * What of a campaign belongs to a state of the machine: one rule for a measurement under way (probe/tracking.h) and for
 * what a store has of it. It reads the marks of observations (state_before, state_after, level) and nothing else.
 *
 * - Of the state is what lies in it before and after. What lies between two states, or in another one, is left out.
 * - What is too long for one state is in each of them, by parts of its work: an operation of time t takes t l / L in
 * the state of level l, where L, its own level, is the mean of the states' levels by what of it was probably done in
 * each (probe/tracking.c). All observations of a point are so, or none. A mean stands for them, and what is disturbed
 * is left out.
 * - Of trains the longest that is of one state tells the gap: one that is too long is left out where there is one of
 * half the messages.
 * - Of a state that is not the quickest moments of quicker ones are left out, which no look saw (sample_leave_quicker).
 * - What a look saw of a quicker state that was too rare to be told apart is left out too: its level is more than 15 %
 * below the first decile of the state's, unless a point has nothing else. Disturbances only make a look longer.
 * - What takes as long in each state (probe/elastic.h), and what was not tracked, counts as of each: its level is 0.
 *
 * All functions are Local.
 */

/* What the sentinel takes in each state, by its number, in seconds; 0: nothing is of it. */
struct state_levels {
	double of[REGIMES_MOST];
	double least[REGIMES_MOST]; /* below it a level is that of another state; 0: not known */
	struct sharing sharing;     /* how uncertain the level is of what is of several states; 0: not known */
};

/* What is so many times as long as the least is no noise, but disturbed. */
#define SAMPLE_DISTURBED 1.3

/* Whether a sample's are: a mean stands for them, and not a least or a median, since none is of a state by itself. */
bool sample_is_of_several(const struct sample *sample);

/* Whether an observation is of the state of this number. */
bool observation_is_of_state(const struct observation *o, int state);

/* The level of each state as the campaign says, else the median of what is of it; the least that is, none of a state
 * that nothing is of; and how uncertain levels of what is of several states are. ERR_MEMORY. */
enum status campaign_state_levels(const struct campaign *all, struct state_levels *levels, struct error *err);

/* Whether the sample is of a train that is too long to be of one state, and left out for the sake of a shorter one. */
bool campaign_drops(const struct campaign *all, const struct sample *sample);

/*
 * Appends what is of a state.
 *
 * - all: the campaign that the sample belongs to.
 * - state: 0 for the main one, then from the quickest.
 * - ERR_MEMORY.
 */
enum status sample_add_state(struct sample *to, const struct campaign *all, const struct sample *sample, int state,
			     const struct state_levels *levels, struct error *err);

/* The same of all samples, at the levels of campaign_state_levels. Each point of all is then in the campaign, if
 * without observations. */
enum status campaign_add_state(struct campaign *to, const struct campaign *all, int state, struct error *err);

#endif
