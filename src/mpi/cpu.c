#include "mpi/cpu.h"

#include "mpi/portable.h"

#include <time.h>

/* s; 0 where there is no such clock. */
static double now(clockid_t clock)
{
	struct timespec time = {.tv_sec = 0};

	return clock_gettime(clock, &time) == 0 ? (double)time.tv_sec + 1e-9 * (double)time.tv_nsec : 0;
}

static void add(struct cpu_time *total, double sign)
{
	if (PORTABLE_SIMULATED)
		return;
	total->cpu += sign * now(CLOCK_PROCESS_CPUTIME_ID);
	total->wall += sign * now(CLOCK_MONOTONIC);
}

void cpu_begin(struct cpu_time *total)
{
	add(total, -1);
}

void cpu_end(struct cpu_time *total)
{
	add(total, 1);
}
