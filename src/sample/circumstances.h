#ifndef SONDE_SAMPLE_CIRCUMSTANCES_H
#define SONDE_SAMPLE_CIRCUMSTANCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* All functions are Local. */

/* What a process had of its CPUs while it was timed: s of CPU time, user and system, and s that passed. */
struct cpu_time {
	double cpu, wall;
};

/*
 * Under what circumstances a run was measured: what another person needs to know to believe or repeat it.
 *
 * - Zero-initialise it, then set what is known; circumstances_release frees what it holds.
 * - All texts are owned; NULL if not known.
 */
struct circumstances {
	char *platform; /* "mpi", "synthetic" */
	char *library;  /* "Open MPI v4.1.4, ..." */
	char *standard; /* "MPI 3.1" */
	size_t processes;
	char **hosts;    /* per process: the name of its machine */
	char **bindings; /* per process: the CPUs it may run on, "0" or "0-1" */
	char **places;   /* per process: the NUMA node and package, numbered within its machine, that all these CPUs
			    belong to; "" if they belong to several. Not kept in the store */
	int *node; /* per process: the first process that MPI has share its memory, itself perhaps; NULL: not known.
		      Not kept in the store */
	size_t yielding; /* processes that sonde made leave their CPU to others while they wait inside MPI, since they
			    outnumber the CPUs of their machine */
	struct cpu_time *cpu;    /* per process: during the timings; NULL: not known, or time is simulated */
	char *processor;         /* the driver's CPU model */
	double clock_resolution; /* s: the least difference that the clock shows */
	double clock_cost;       /* s: one call of the clock */
	uint64_t seed;
	char *command; /* the command line */
	char *started; /* ISO 8601, UTC */
	char *version; /* sonde's version and, where known, git commit */
	char *buffers; /* the buffer policy in one sentence */
};

/* More processes than these are no run's, but a damaged file's that would ask for all memory. */
enum { CIRCUMSTANCES_PROCESSES_MOST = 1 << 20 };

/*
 * Makes room for hosts, bindings and places, all NULL.
 *
 * - ERR_INPUT for more than CIRCUMSTANCES_PROCESSES_MOST processes; ERR_MEMORY.
 */
enum status circumstances_processes(struct circumstances *c, size_t processes, struct error *err);
void circumstances_release(struct circumstances *c);

/*
 * True if two runs were measured on the same platform: same platform, library, number of processes, hosts, bindings,
 * and number of processes that yield.
 */
bool circumstances_same_platform(const struct circumstances *a, const struct circumstances *b);

/* True if the processes are known to run on more than one host. */
bool circumstances_hosts_differ(const struct circumstances *c);

/*
 * What part of the time a process had a CPU while it was timed: more than 1 where it has several threads.
 *
 * - NAN if that is not known, time is simulated, or it was never timed.
 */
double circumstances_cpu_load(const struct circumstances *c, size_t process);

/* The processes that had their CPUs for the least and for the largest part of that time; false if of none it is known.
 */
bool circumstances_cpu_loads(const struct circumstances *c, size_t *least, size_t *most);

enum { CIRCUMSTANCES_CPUS_MOST = 4096 };

/*
 * Sets the element of each CPU of a binding, "0-3,8", to 1; false if it is no such text.
 *
 * - cpus: has CIRCUMSTANCES_CPUS_MOST elements.
 */
bool circumstances_mark_cpus(const char *binding, unsigned char *cpus);

/*
 * The host on which more processes run than there are CPUs that they may run on, so that they take turns.
 *
 * - NULL if there is none, or bindings are not known; else a pointer into c.
 * - *processes, *cpus: how many run there, and on how many CPUs (they may share them in any way).
 */
const char *circumstances_crowded(const struct circumstances *c, size_t *processes, size_t *cpus);

/*
 * Writes "HOST: 4 processes take turns on 2 CPUs" of that host.
 *
 * - text: of room bytes, CIRCUMSTANCES_CROWDED_ROOM suffice; it is returned. NULL if there is no such host.
 */
#define CIRCUMSTANCES_CROWDED_ROOM 320
const char *circumstances_crowded_text(const struct circumstances *c, char *text, size_t room);

/*
 * Writes the hosts of two processes, "a" or "a and b".
 *
 * - text: of room bytes, CIRCUMSTANCES_PAIR_ROOM suffice; it is returned. NULL if they are not known.
 */
#define CIRCUMSTANCES_PAIR_ROOM 320
const char *circumstances_pair_hosts(const struct circumstances *c, int from, int to, char *text, size_t room);

/*
 * Writes what keeps two runs from having been measured on the same platform: "library: 'A' and 'B'; binding of process
 * 1: '0' and '1'".
 *
 * - text: of room bytes, cut if it is longer; empty if they were. It is returned.
 */
const char *circumstances_difference(const struct circumstances *a, const struct circumstances *b, char *text,
				     size_t room);

#endif
