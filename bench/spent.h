#ifndef SONDE_BENCH_SPENT_H
#define SONDE_BENCH_SPENT_H

#include <sys/resource.h>
#include <time.h>

/* Seconds of CPU time of the process: what else the machine does does not count. */
static inline double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline double peak_megabytes(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (double)usage.ru_maxrss / 1024;
}

#endif
