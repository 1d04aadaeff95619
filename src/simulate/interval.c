#include "simulate/interval.h"

const char *const interval_words[] = {
	[INTERVAL_COMPUTE] = "compute",
	[INTERVAL_COPY] = "copy",
	[INTERVAL_REDUCE] = "reduce",
	[INTERVAL_KEPT] = "kept",
	[INTERVAL_SEND] = "send",
	[INTERVAL_RECEIVE] = "receive",
	[INTERVAL_STREAM] = "stream",
	[INTERVAL_LATENCY] = "latency",
	[INTERVAL_OUT_BANDWIDTH] = "out bandwidth",
	[INTERVAL_OUT_GAP] = "out gap",
	[INTERVAL_IN_BANDWIDTH] = "in bandwidth",
	[INTERVAL_IN_GAP] = "in gap",
	[INTERVAL_KINDS] = NULL,
};

void interval_kinds(const struct interval *intervals, size_t n, double seconds[INTERVAL_KINDS])
{
	for (int k = 0; k < INTERVAL_KINDS; k++)
		seconds[k] = 0;
	for (size_t i = 0; i < n; i++)
		seconds[intervals[i].kind] += intervals[i].end - intervals[i].start;
}
