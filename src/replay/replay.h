#ifndef SONDE_REPLAY_REPLAY_H
#define SONDE_REPLAY_REPLAY_H

#include "simulate/source.h"
#include "trace/reader.h"

/*
 * A trace as a program that is simulated.
 *
 * - Computation between calls takes what was recorded. Messages, waits and collective operations take what the
 *   simulation makes of them. Wildcards get what they got.
 * - Other calls (files, one-sided communication, making communicators) keep the time that they took, and are counted.
 * - Calls that found nothing (MPI_Test, MPI_Iprobe) are waiting, and take no time of their own; what a program computes
 *   between them stays.
 * - It begins when the first process leaves MPI_Init, and ends for each when it calls MPI_Finalize.
 * - All functions are Local.
 */
struct replay;

struct replay_options {
	double compute_scale; /* what computation takes, of what was recorded */
	bool cpu_time;        /* computation is the CPU time between calls, where it was read */
};

/* A region in a process, those inside it included. Seconds: recorded, and simulated. */
struct replay_region {
	int process;
	const char *name;
	uint64_t times; /* that it was passed */
	double recorded, seconds;
};

/* What was read so far; of all when the simulation has ended. Times in seconds. */
struct replay_found {
	int processes;
	double *recorded;  /* when each process ended, since the first one left MPI_Init */
	double *computing; /* of each: what was recorded between calls */
	uint64_t calls;
	uint64_t kept[TRACE_FUNCTIONS]; /* calls that keep their time, and how long they took */
	double kept_seconds[TRACE_FUNCTIONS];
	uint64_t approximate;          /* collective operations for which another one stands */
	struct replay_region *regions; /* n_regions */
	size_t n_regions;
	uint64_t unresolved; /* receives of any message that the trace never says to be complete */
};

/*
 * Begins with a trace, which must outlive it.
 *
 * - ERR_INPUT: damaged; ERR_MEMORY.
 */
enum status replay_open(struct replay **replay, struct trace *trace, const struct replay_options *options,
			struct error *err);
void replay_free(struct replay *replay);

/* Where in a program something happens. */
struct replay_site {
	const char *region;           /* the innermost that it is in, NULL: none */
	enum trace_function function; /* the call, or the one behind a computation */
	enum trace_function before;   /* the call before a computation */
	bool computing;
};

/* The place of a number that intervals have; NULL for 0. It stays until the next call is replayed. */
const struct replay_site *replay_site(const struct replay *replay, uint32_t number);

/* To be simulated once. */
struct program_source replay_source(struct replay *replay);

const struct replay_found *replay_found(const struct replay *replay);

#endif
