#include "trace/clock.h"

#include <math.h>

void trace_clock_init(struct trace_clock *clock, const struct trace_clock_pair *pairs, int n, double tick,
		      uint64_t first)
{
	double slope;

	*clock = (struct trace_clock){.tick = first, .slope = tick};
	if (n == 0)
		return;
	clock->tick = pairs[0].tick;
	clock->begin = pairs[0].node + (isnan(pairs[0].ahead) ? 0 : pairs[0].ahead);
	if (n < 2 || pairs[1].tick <= pairs[0].tick)
		return;
	slope = (pairs[1].node - pairs[0].node) / (double)(pairs[1].tick - pairs[0].tick);
	if (!(slope > 0.9 * tick && slope < 1.1 * tick))
		return;
	clock->slope = slope;
	if (!isnan(pairs[0].ahead) && !isnan(pairs[1].ahead))
		clock->slope += (pairs[1].ahead - pairs[0].ahead) / (double)(pairs[1].tick - pairs[0].tick);
}
