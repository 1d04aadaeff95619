/*
 * Counts how often a process yields its CPU, for mpi/yields.sh: preloaded, it appends the number to the file that
 * SONDE_TEST_YIELDS names when the process ends.
 */
#define _GNU_SOURCE /* syscall */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static unsigned long yields;

int sched_yield(void)
{
	yields++;
	return (int)syscall(SYS_sched_yield);
}

__attribute__((destructor)) static void tell(void)
{
	const char *name = getenv("SONDE_TEST_YIELDS");
	FILE *file = name ? fopen(name, "a") : NULL;

	if (file == NULL) {
		return;
	}
	fprintf(file, "%lu\n", yields);
	fclose(file);
}
