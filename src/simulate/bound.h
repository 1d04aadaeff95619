#ifndef SONDE_SIMULATE_BOUND_H
#define SONDE_SIMULATE_BOUND_H

#include "schedule/schedule.h"
#include "simulate/costs.h"

/*
 * Sets *seconds to a time that the simulation of a schedule does not fall below: the longest that a CPU, a port out or
 * a port in of one of these processes is at work.
 *
 * - Found without a simulation, from the programs of these processes alone. Their receives have room for no more than
 *   their messages bring, as those of collective operations do.
 * - Costs are those of a model (model_costs).
 * - Local. ERR_* of the schedule's build, ERR_MEMORY.
 */
enum status simulation_bound(const struct schedule *schedule, const struct costs *costs, const int *processes, size_t n,
			     double *seconds, struct error *err);

#endif
