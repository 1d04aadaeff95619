#ifndef SONDE_MPI_STRESS_RESULT_H
#define SONDE_MPI_STRESS_RESULT_H

#include <stdbool.h>
#include <stddef.h>

#include "mpi/stress/plan.h"

#define STRESS_NAME_MOST 16

/* A message that did not arrive as it was sent, at the process that noticed. */
struct stress_fault {
	char kind[STRESS_NAME_MOST]; /* "bits", "length", "repeated" (the content of an earlier message), "order" (of a
					later one), "surplus", "missing", "outside" (bytes that are not the message's),
					"source", "tag", "call" */
	size_t number;               /* of the step in the run: the first fault has the least */
	int process, peer;           /* peer: -1 if the operation names none */
	char operation[STRESS_NAME_MOST], layout[2][STRESS_NAME_MOST],
		pattern[STRESS_NAME_MOST]; /* layout: of the sender, of the receiver */
	size_t bytes;                      /* of the message that should have come */
	size_t message;                    /* its place among those of the step, from 0 */
	long long offset;                  /* bytes from the message's start */
	char expected[24], found[64];
	size_t count; /* faults of this kind, operation, process and peer */
};

/* What a run found. Zero-initialise it; stress_result_release frees what it holds. */
struct stress_result {
	const char *operations[STRESS_OPERATIONS]; /* the names of those that were carried out, NULL for others */
	double messages[STRESS_OPERATIONS], bytes[STRESS_OPERATIONS]; /* received and compared */
	size_t pairs;                                                 /* sender and receiver */
	size_t steps, rounds;
	size_t largest; /* bytes */
	double seconds;
	bool stopped;
	struct stress_fault *faults; /* the first of each kind, operation, process and peer, by number */
	size_t n_faults, capacity;
	size_t count; /* faults in all */
};

void stress_result_release(struct stress_result *result);

#endif
