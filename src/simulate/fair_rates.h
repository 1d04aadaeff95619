#ifndef SONDE_SIMULATE_FAIR_RATES_H
#define SONDE_SIMULATE_FAIR_RATES_H

#include "simulate/fair_flows.h"

/*
 * Gives all flows their rates, now: whether memory sufficed.
 *
 * - Only the flows that are linked by ports to those that began or ended get new ones.
 * - Where these are more than 1024, that is done once for several changes, up to 1/64 of their number, and after 1/64
 *   of the time that a flow takes. Until then a new flow gets an equal share of what it needs, and what others leave
 *   remains unused.
 * - Local.
 */
bool fair_rates_find(struct fair_network *network, double now);

#endif
