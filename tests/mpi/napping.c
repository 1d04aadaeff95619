/*
 * For processes of MPI that wait on a machine that others use too, as tests do beside each other: preloaded, it has
 * them nap. Where a process that computes shares their CPU, sched_yield gives it a whole time slice, some milliseconds
 * for each message. One that wakes from a nap goes before it. Naps also leave the CPU where all others wait for a
 * single process.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
	TAKEN = 500000,   /* ns that a call takes at least if one that does not yield has the CPU */
	NAPS = 20,        /* after such a call */
	WAITED = 1000000, /* ns of calls that follow each other closely, after which a nap costs little */
	CLOSELY = 50000   /* ns */
};

static _Thread_local struct {
	int naps;               /* that are left */
	uint64_t since, called; /* ns: the first of the calls that follow each other closely, and the last */
} waiting;

static uint64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void nap(void)
{
	const struct timespec least = {.tv_nsec = 1}; /* with the slack of timers, some 50 microseconds */

	nanosleep(&least, NULL);
	waiting.since = waiting.called = now();
}

int sched_yield(void)
{
	const uint64_t begin = now();

	if (begin - waiting.called > CLOSELY)
		waiting.since = begin;
	waiting.called = begin;
	if (waiting.naps > 0 || begin - waiting.since > WAITED) {
		waiting.naps -= waiting.naps > 0;
		nap();
		return 0;
	}
	syscall(SYS_sched_yield);
	if (now() - begin > TAKEN)
		waiting.naps = NAPS;
	return 0;
}
