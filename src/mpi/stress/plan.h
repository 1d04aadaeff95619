#ifndef SONDE_MPI_STRESS_PLAN_H
#define SONDE_MPI_STRESS_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "mpi/stress/content.h"
#include "sample/setup.h"

/* Operations: those of enum mpi_operation, then bcast, gather, scatter, alltoall, allreduce. */
#define STRESS_OPERATIONS 14

/* Behind the values of enum mpi_operation. */
enum { STRESS_BCAST = OPERATION_GET_LOCK + 1, STRESS_GATHER, STRESS_SCATTER, STRESS_ALLTOALL, STRESS_ALLREDUCE };

extern const char *const stress_operation_names[];

/* What all processes must know to walk the same way. Sent as bytes. */
struct stress_plan {
	size_t largest; /* bytes */
	uint64_t seed;
	unsigned operations; /* bit o: operation o is carried out */
	int processes;
};

/* What a receiver leaves open: nothing can be received by another message than the right one all the same. */
enum stress_open { STRESS_OPEN_TAG, STRESS_OPEN_SOURCE };

/* A step: the same operation between the processes of each pair at once, or a collective one. */
struct stress_step {
	size_t number;
	int operation;
	int pairing;   /* see stress_peer */
	bool reversed; /* the process with the higher number sends */
	int root;      /* of collective operations */
	size_t bytes;
	size_t messages; /* in a row between two processes */
	enum layout_kind layout[2];
	enum stress_pattern pattern; /* of the first message; the others have the ones that follow */
	enum stress_open open;
	uint64_t seed;
};

/* All steps of a round. */
struct stress_steps {
	struct stress_plan plan;
	size_t *sizes, n_sizes;
	uint64_t *entries; /* operation, size, pairing, direction */
	size_t *order, n;
};

/* Bytes of a buffer that holds the messages of any step. Local, as are all of these. */
size_t stress_room(const struct stress_plan *plan);

/* The steps of the plan; ERR_MEMORY. stress_steps_release frees them. */
enum status stress_steps_init(struct stress_steps *steps, const struct stress_plan *plan, struct error *err);
void stress_steps_release(struct stress_steps *steps);

/* Puts the steps of a round into their order; rounds of the same plan differ in it, and in layouts and patterns: after
 * 96 rounds each has been combined with each. */
void stress_shuffle(struct stress_steps *steps, size_t round);

/* Step i of the round. */
struct stress_step stress_step(const struct stress_steps *steps, size_t round, size_t i);

/* How many ways there are to put all processes into pairs so that each pair comes once (a 1-factorisation by the circle
 * method), and who a process' partner is in one; -1: it has none. */
int stress_pairings(int processes);
int stress_peer(int processes, int pairing, int process);

/* The content of message i of a step, without the sender's part, see content_of. */
struct content stress_content(const struct stress_step *step, size_t i);

#endif
