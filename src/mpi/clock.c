#include "mpi/clock.h"

#include <mpi.h>

#include "mpi/portable.h"

#include <math.h>
#include <time.h>

enum { ROUNDS = 10, CALLS = 1000 };

/* One round of calls: the average time of one, and the least difference between two, into *least. */
static double round_of_calls(double *least)
{
	double begin = MPI_Wtime(), last = begin;

	for (int i = 0; i < CALLS; i++) {
		double now = MPI_Wtime();

		if (now > last)
			*least = fmin(*least, now - last);
		last = now;
	}
	return (last - begin) / CALLS;
}

struct clock clock_measure(void)
{
	struct clock clock = {.resolution = 0, .cost = INFINITY};
	double least = INFINITY;

	for (int i = 0; i < ROUNDS; i++)
		clock.cost = fmin(clock.cost, round_of_calls(&least));
	/* Calls that take longer than a tick show differences of several: then MPI_Wtick knows better. */
	clock.resolution = isfinite(least) ? fmin(least, MPI_Wtick()) : MPI_Wtick();
	return clock;
}

static void sleep_for(double seconds)
{
	struct timespec left = {.tv_sec = (time_t)seconds, .tv_nsec = (long)((seconds - floor(seconds)) * 1e9)};

	nanosleep(&left, NULL);
}

double clock_until(double end)
{
	double now = MPI_Wtime();

	if (PORTABLE_SIMULATED && now < end)
		sleep_for(end - now + 1e-9); /* whole nanoseconds: what was left could not be waited for where calls of
						the clock take no time */
	do
		now = MPI_Wtime();
	while (now < end);
	return now;
}

void clock_sleep_until(double end)
{
	double now = MPI_Wtime();

	if (now < end)
		sleep_for(end - now);
}

void clock_delay(double seconds)
{
	clock_until(MPI_Wtime() + seconds);
}
