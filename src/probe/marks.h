#ifndef SONDE_PROBE_MARKS_H
#define SONDE_PROBE_MARKS_H

#include "probe/prober.h"
#include "sample/states.h"

/* How observations are told apart by the machine's states, for tracking.h. All functions are Local. */

/* Whether it is timed only after a delay. */
bool marks_delayed(const struct experiment *what);

/* The number of a level's state: 0 for the main one, then from the quickest. */
int marks_number(const struct tracking *tracking, size_t level);

/* The levels by the numbers of their states. */
struct state_levels marks_levels(const struct tracking *tracking);

/* Whether what takes so many seconds cannot be of one state. */
bool marks_is_long(const struct tracking *tracking, double seconds);

/* What takes as long in each state, and is of none. */
#define MARKS_INELASTIC (-1.0)

/* The seconds that the point's observations take, by the median of some; 0 if these are of one state each,
 * MARKS_INELASTIC if the point takes as long in each (elastic.h): all of them or none. What decided for each by itself
 * would take the long ones from one state and leave it the short ones. */
double marks_length(const struct tracking *tracking, const struct sample *sample);

/*
 * Says in the observation in which state it was made, as far as that is known now. several: it is too long for one,
 * and takes about so many seconds; 0: it is not; as of marks_length.
 *
 * - Calls are timed at one end of what goes on between the looks: a send at the beginning, a receive after its delay.
 * - Before the look after it an observation is taken to be of the state of the look before.
 * - A receive that was made before a slower state had come up is of none: its delay was too short.
 */
void marks_set(const struct tracking *tracking, const struct experiment *what, double several, struct observation *o);

/* Whether the point's first observation is marked as of another number of states than by these several: all of them
 * are then to be marked anew. */
bool marks_differ(const struct sample *sample, double several);

/* Whether looks found the main state before or after so many of the point's observations that some should be of it,
 * and hardly any is: what is measured changes the state itself, or it changes too often. all: the point's
 * observations; n: those of the main state. */
bool marks_miss(const struct tracking *tracking, const struct sample *all, size_t n);

#endif
