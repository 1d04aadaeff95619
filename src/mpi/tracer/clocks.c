#define _GNU_SOURCE
#include "mpi/tracer/process.h"

#include "mpi/tracer/map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * Clocks are compared by messages there and back between rank 0 and the first process of each other node: of
 * those that took the least time, the node's reading lies in the middle (Cristian 1989).
 */

enum { TAG = 1, MOST = 32 };         /* MOST: messages there and back */
static const double patience = 8e-3; /* s, for all nodes together */

/* FNV-1a, continued. */
static uint64_t hashed(uint64_t hash, int c)
{
	return (hash ^ (uint64_t)c) * UINT64_C(0x100000001B3);
}

/* A number for the clock of this process: that of a boot of the system, and of the time namespace, which may shift it
 * (time_namespaces(7)). */
static uint64_t clock_number(void)
{
	char name[64];
	uint64_t hash = UINT64_C(0xCBF29CE484222325);
	FILE *file = fopen("/proc/sys/kernel/random/boot_id", "re");
	const ssize_t length = readlink("/proc/self/ns/time", name, sizeof(name));
	for (int c = file ? getc(file) : EOF; c != EOF && c != '\n'; c = getc(file))
		hash = hashed(hash, c);
	for (ssize_t i = 0; i < length; i++)
		hash = hashed(hash, name[i]);
	if (file)
		fclose(file);
	return hash;
}

/* Rank 0: s that its clock is ahead of the other one's. */
static double compare(MPI_Comm comm, int other, double end)
{
	double best = 1e9;
	double ahead = 0;
	for (int i = 0; i < MOST; i++) {
		double theirs;
		int more = 1;
		const double before = tracer_instant().node;
		if (i > 0 && before > end)
			break;
		tracer_own.Send(&more, 1, MPI_INT, other, TAG, comm);
		tracer_own.Recv(&theirs, 1, MPI_DOUBLE, other, TAG, comm, MPI_STATUS_IGNORE);
		const double after = tracer_instant().node;
		if (after - before < best) {
			best = after - before;
			ahead = (before + after) / 2 - theirs;
		}
	}
	int more = 0;
	tracer_own.Send(&more, 1, MPI_INT, other, TAG, comm);
	return ahead;
}

/* The other side. */
static void answer(MPI_Comm comm)
{
	for (int more = 1; more;) {
		tracer_own.Recv(&more, 1, MPI_INT, 0, TAG, comm, MPI_STATUS_IGNORE);
		const double now = tracer_instant().node;
		if (more)
			tracer_own.Send(&now, 1, MPI_DOUBLE, 0, TAG, comm);
	}
}

/* Sets firsts[i] to the first rank of the same clock as rank i. False: memory is out. */
static bool find_firsts(const uint64_t *clocks, int n, int *firsts)
{
	struct map ranks = {0};
	bool good = true;
	for (int i = 0; i < n && good; i++) {
		const int64_t first = map_value(&ranks, clocks[i]);
		firsts[i] = first == MAP_NONE ? i : (int)first;
		good = first != MAP_NONE || map_add(&ranks, clocks[i], i);
	}
	map_release(&ranks);
	return good;
}

bool process_has_one_clock(const struct tracer_process *process)
{
	const uint64_t own = clock_number();
	uint64_t range[2] = {own, ~own};
	tracer_own.Allreduce(MPI_IN_PLACE, range, 2, MPI_UINT64_T, MPI_MAX, process->all);
	return range[0] == ~range[1] || PORTABLE_SIMULATED;
}

double process_clock_ahead(const struct tracer_process *process)
{
	double ahead = 0;
	if (process->one_clock)
		return 0;
	uint64_t own = clock_number();
	const size_t n = (size_t)process->size;
	uint64_t *clocks = malloc(n * sizeof(*clocks));
	double *all = calloc(n, sizeof(*all));
	int *firsts = malloc(n * sizeof(*firsts));
	int good = clocks && all && firsts;
	tracer_own.Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_MIN, process->all);
	if (good) {
		tracer_own.Allgather(&own, 1, MPI_UINT64_T, clocks, 1, MPI_UINT64_T, process->all);
		good = find_firsts(clocks, process->size, firsts);
		tracer_own.Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_MIN, process->all);
	}
	if (good) {
		const double end = tracer_instant().node + patience;
		for (int i = 1; process->rank == 0 && i < process->size; i++)
			all[i] = firsts[i] == i ? compare(process->all, i, end) : all[firsts[i]];
		if (process->rank > 0 && firsts[process->rank] == process->rank)
			answer(process->all);
		tracer_own.Scatter(all, 1, MPI_DOUBLE, &ahead, 1, MPI_DOUBLE, 0, process->all);
	}
	free(firsts);
	free(clocks);
	free(all);
	return ahead;
}
