#ifndef SONDE_PROBE_STATES_H
#define SONDE_PROBE_STATES_H

#include "probe/probe.h"

/*
 * Measures points that are precise in the machine's main state once more, so that they are known in its other states
 * too.
 *
 * - all: until all are as precise in each state as in the main one; else until each was timed a few times in each, for
 * at most half as long as the prober has been at work. A state that does not come back within a tenth of that time is
 * not waited for.
 * - all: a state in which nothing new is measured for six times the median stay in a state, and for twice as long as
 * the prober has been at work, does not come back. A warning says so, and it stays as it is known.
 * - Nothing is done where one state is known, or for states that are too rare to be met again soon (a twentieth of the
 * time) unless all.
 * - Runs on the platform. ERR_* of the platform or the sink.
 */
enum status probe_states(struct prober *prober, bool all, struct error *err);

#endif
