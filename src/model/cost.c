/* T(m) = L + g(m) where the overheads lie inside the transfer (PLogP), else T(m) = o_s + L + transfer + o_r. */
#include "model/cost.h"

#include <math.h>

double cost_delivery(const struct cost *cost)
{
	if (cost->overheads_overlap)
		return cost->latency + cost->transfer;
	return cost->send + cost->latency + cost->transfer + cost->receive_expected;
}

double cost_next_out(const struct cost *cost)
{
	return cost->own_ports ? fmax(cost->send, cost->port_out) : cost->gap;
}

double cost_next_in(const struct cost *cost)
{
	return cost->own_ports ? fmax(cost->receive, cost->port_in) : cost->gap;
}
