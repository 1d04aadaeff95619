#include "mpi/clock.h"

#include <mpi.h>

#include "mpi/portable.h"

#include <math.h>
#include <sched.h>
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
	/* Calls that take longer than a tick show differences of several: then MPI_Wtick knows better. A simulated
	 * clock is exact, though its calls may pass time. */
	clock.resolution = PORTABLE_SIMULATED ? 0 : isfinite(least) ? fmin(least, MPI_Wtick()) : MPI_Wtick();
	return clock;
}

static void sleep_for(double seconds)
{
	const long long second = 1000000000, nanoseconds = llround(seconds * 1e9);
	struct timespec left = {.tv_sec = (time_t)(nanoseconds / second), .tv_nsec = (long)(nanoseconds % second)};

	nanosleep(&left, NULL);
}

/* A call of a simulated clock passes a time after the clock was read, the same each time. It is part of the wait. */
static double pass_until(double end)
{
	double before = MPI_Wtime(), now = MPI_Wtime(), left = end - now - (now - before);

	if (left > 0)
		sleep_for(left);
	return fmax(now, end);
}

double clock_until(double end)
{
	double now;

	if (PORTABLE_SIMULATED)
		return pass_until(end);
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

void clock_wait(double seconds)
{
	double end = MPI_Wtime() + seconds;

	if (PORTABLE_SIMULATED)
		clock_until(end);
	else
		while (MPI_Wtime() < end)
			sched_yield();
}
