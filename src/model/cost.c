/* T(m) = L + g(m) where the overheads lie inside the transfer (PLogP), else T(m) = o_s + L + transfer + o_r. */
#include "model/cost.h"

double cost_delivery(const struct cost *cost)
{
	if (cost->overheads_overlap)
		return cost->latency + cost->transfer;
	return cost->send + cost->latency + cost->transfer + cost->receive_expected;
}
