#ifndef SONDE_TRACE_CLOCK_H
#define SONDE_TRACE_CLOCK_H

#include "trace/block_read.h"

/* Ticks of a process as seconds since the trace began, by rank 0's clock. All functions are Local. */
struct trace_clock {
	uint64_t tick; /* stands for begin seconds */
	double begin, slope;
};

/*
 * The line through the pairs, n of 0, 1 or 2. With fewer than 2, and where both do not fit the nominal length of a tick
 * (s) to 10 %, that is the slope. Without a pair, first becomes 0 s.
 */
void trace_clock_init(struct trace_clock *clock, const struct trace_clock_pair *pairs, int n, double tick,
		      uint64_t first);

static inline double trace_clock_seconds(const struct trace_clock *clock, uint64_t tick)
{
	return clock->begin + clock->slope * (double)(int64_t)(tick - clock->tick);
}

#endif
