#ifndef SONDE_PROBE_ELASTIC_H
#define SONDE_PROBE_ELASTIC_H

#include "probe/prober.h"

/*
 * Up to which length what is measured follows the machine's states, for tracking.h. A state in which the processors are
 * slow lengthens short messages, and long ones of a slow network hardly.
 *
 * - A point's elasticity e is the quotient of two logarithms: of its median times between two states, and of what the
 *   sentinel takes in these. 1: the point takes longer in the proportion that the sentinel does; 0: it takes as long in
 *   each state.
 * - A point has an e if it was timed five times at least in two states by the looks before and after it. Its variance
 * is that of the medians, and a tenth squared.
 * - Of the points in the order of their length, those from some length on are inelastic, if e = 0 explains theirs more
 * than 1000 times better than e = 1; the length is that for which this is most. No point counts for more than e^4, so
 *   that none decides by itself.
 * - No point from that length on takes times in two states that differ by more than 5 %, and three standard errors:
 *   else all of them would be no time of any state.
 * - Calls, which processors take the time for, and transfers are told apart.
 *
 * All functions are Local.
 */

/* The seconds from which on what is measured takes as long in each state, by tracking's levels: [0] of transfers, [1]
 * of calls; INFINITY: there are none. ERR_MEMORY. */
enum status elastic_find(const struct tracking *tracking, double inelastic[2], struct error *err);

/* Whether a point whose operations take so many seconds, loops as a whole, takes as long in each state. */
bool elastic_is_not(const struct tracking *tracking, const struct experiment *what, double seconds);

#endif
