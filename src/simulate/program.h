#ifndef SONDE_SIMULATE_PROGRAM_H
#define SONDE_SIMULATE_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "schedule/schedule.h"
#include "simulate/arena.h"

/* All functions are Local. */

/* An operation as the simulator holds it. */
struct step {
	uint64_t count;
	int32_t peer, tag;
	uint32_t waits;   /* requirements that are not met yet */
	uint32_t first;   /* its dependents are those from here to the next step's first */
	uint8_t kind;     /* enum operation_kind */
	uint8_t cpu, nic; /* their lanes: those in use are numbered without gaps */
	bool blocking;    /* struct operation */
	bool synchronous; /* struct source_action */
};

/* A CPU and port out beyond the first of a process: when they are free, nanoseconds. Number 0 has only its waits. */
struct lane {
	double cpu, out;
	uint32_t waits; /* what waits for this CPU and one of the other ports, or for one of the other CPUs: the first
			   struct wait, 0: nothing */
};

/* The rank program of a process in one piece of memory: what is needed while it runs. After the steps come the
 * dependents, and of a process with several CPUs or ports the lanes and the time before which each step cannot start.
 */
struct program {
	uint32_t n, left; /* steps, and those that are not done; with a stream, threads that have not ended too */
	uint32_t n_dependents;
	uint32_t n_lanes : 31; /* 0: the process has one CPU and one port, which are not here */
	uint32_t stream : 1;   /* the process has a stream that makes its steps, and n is 0 */
	struct step steps[];
};

/* Other steps that require a step, done or started: the requirements reversed. */
static inline struct requirement *program_dependents(struct program *program)
{
	return (struct requirement *)(program->steps + program->n);
}

/* The dependents of a step end here. */
static inline uint32_t program_end(const struct program *program, uint32_t step)
{
	return step + 1 < program->n ? program->steps[step + 1].first : program->n_dependents;
}

/* Dependents take an even number of places, so that what follows is aligned. */
static inline struct lane *program_lanes(struct program *program)
{
	return (struct lane *)(void *)(program_dependents(program) + (program->n_dependents + 1) / 2 * 2);
}

/* Of a program with lanes only. */
static inline double *program_earliest(struct program *program)
{
	return (double *)(void *)(program_lanes(program) + program->n_lanes);
}

/*
 * Lays out a rank program of a schedule with this many processes.
 *
 * - *program: its place in the arena; program_free gives it back.
 * - ERR_INPUT if the program names what is not there (the text says which process and operation); ERR_MEMORY.
 */
enum status program_new(const struct rank_program *part, int process, int processes, struct arena *arena,
			uint32_t *program, struct error *err);

/* The program of a process with a stream and so many threads; 0 without memory. */
uint32_t program_new_stream(int threads, struct arena *arena);
void program_free(struct arena *arena, uint32_t program);

#endif
