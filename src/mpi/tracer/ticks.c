#include "mpi/tracer/ticks.h"

#include <time.h>

bool tracer_cycles;

/* Nobody sets or slews this clock, which ticks are measured by over the whole program. */
static double clock_seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC_RAW, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

uint64_t tracer_ticks_of_clock(void)
{
	if (PORTABLE_SIMULATED)
		return (uint64_t)(tracer_own.Wtime() * 1e9);
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC_RAW, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

void tracer_ticks_begin(void)
{
	tracer_cycles = !PORTABLE_SIMULATED && portable_cycles_are_even();
}

struct tracer_instant tracer_instant(void)
{
	struct tracer_instant best = {0};
	if (PORTABLE_SIMULATED) {
		best.tick = tracer_ticks();
		best.node = (double)best.tick * 1e-9;
		return best;
	}
	uint64_t least = UINT64_MAX;
	for (int i = 0; i < 16; i++) {
		const uint64_t before = tracer_ticks();
		const double node = clock_seconds();
		const uint64_t passed = tracer_ticks() - before;
		if (passed < least) {
			least = passed;
			best = (struct tracer_instant){before + passed / 2, node};
		}
	}
	return best;
}

double tracer_tick(struct tracer_instant first, struct tracer_instant last)
{
	if (!tracer_cycles || last.tick <= first.tick)
		return 1e-9;
	return (last.node - first.node) / (double)(last.tick - first.tick);
}
