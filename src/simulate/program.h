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
	uint32_t waits; /* requirements that are not met yet */
	union {
		int16_t near[2]; /* its dependents, if they are few and near: how far behind it, negative before it */
		uint32_t first;  /* else, by FAR_DEPENDENTS, where their list is; of a stream, of its edges */
	};
	uint8_t kind;     /* enum operation_kind */
	uint8_t cpu, nic; /* their lanes: those in use are numbered without gaps */
	bool blocking;    /* struct operation */
	bool synchronous; /* struct source_action */
	uint8_t n_near;   /* dependents in near; FAR_DEPENDENTS */
	uint8_t starts;   /* bits: which of them wait for its start alone */
};

enum { NEAR_DEPENDENTS = 2, FAR_DEPENDENTS = 255 };

/* A CPU and port out beyond the first of a process: when they are free, nanoseconds. Number 0 has only its waits. */
struct lane {
	double cpu, out;
	uint32_t waits; /* what waits for this CPU and one of the other ports, or for one of the other CPUs: the first
			   struct wait, 0: nothing */
};

/*
 * The rank program of a process in one piece of memory: what is needed while it runs. After the steps come the lists of
 * far dependents, each behind their number, and of a process with several CPUs or ports the lanes and the time before
 * which each step cannot start.
 */
struct program {
	uint32_t n;       /* steps; 0 if a stream makes them */
	uint32_t n_far;   /* places of the lists */
	uint32_t n_lanes; /* 0: the process has one CPU and one port, which are not here */
	struct step steps[];
};

static inline struct requirement *program_far(struct program *program)
{
	return (struct requirement *)(program->steps + program->n);
}

/*
 * Other steps that require a step, done or started: the requirements reversed, *n of them.
 *
 * - near: where they are put that stand in the step itself, so that nothing else need be in the cache.
 */
static inline const struct requirement *program_dependents(struct program *program, uint32_t index,
							   struct requirement near[NEAR_DEPENDENTS], uint32_t *n)
{
	const struct step *step = &program->steps[index];
	const struct requirement *far;

	if (step->n_near == FAR_DEPENDENTS) {
		far = program_far(program) + step->first;
		*n = far->on;
		return far + 1;
	}
	*n = step->n_near;
	for (uint32_t d = 0; d < *n; d++)
		near[d] = (struct requirement){.on = (index + (uint32_t)step->near[d]) & INT32_MAX,
					       .start = step->starts >> d & 1};
	return near;
}

/* The lists take an even number of places, so that what follows is aligned. */
static inline struct lane *program_lanes(struct program *program)
{
	return (struct lane *)(void *)(program_far(program) + (program->n_far + 1) / 2 * 2);
}

/* Of a program with lanes only. */
static inline double *program_earliest(struct program *program)
{
	return (double *)(void *)(program_lanes(program) + program->n_lanes);
}

/* Whether the start of a step may be what others wait for. */
static inline bool program_may_start(const struct program *program, uint32_t index)
{
	return program->steps[index].starts != 0 || program->steps[index].n_near == FAR_DEPENDENTS;
}

/* Memory in which requirements are reversed, for one program after the other. Zero-initialise it. */
struct program_scratch {
	uint32_t *first; /* of each operation: its dependents */
	size_t capacity;
	struct requirement *dependents;
	size_t dependent_capacity;
};

void program_scratch_release(struct program_scratch *scratch);

/*
 * Lays out a rank program of a schedule with this many processes.
 *
 * - *program: its place in the arena; program_free gives it back.
 * - ERR_INPUT if the program names what is not there (the text says which process and operation); ERR_MEMORY.
 */
enum status program_new(const struct rank_program *part, int process, int processes, struct program_scratch *scratch,
			struct arena *arena, uint32_t *program, struct error *err);

/* The program of a process with a stream and so many threads; 0 without memory. */
uint32_t program_new_stream(int threads, struct arena *arena);
void program_free(struct arena *arena, uint32_t program);

#endif
