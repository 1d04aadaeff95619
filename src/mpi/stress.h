#ifndef SONDE_MPI_STRESS_H
#define SONDE_MPI_STRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/progress.h"
#include "platform/platform.h"

/* Operations: those of enum mpi_operation, then bcast, gather, scatter, alltoall, allreduce. */
#define STRESS_OPERATIONS 14

#define STRESS_NAME_MOST 16

/* What is sent, and for how long. */
struct stress_options {
	size_t largest;  /* bytes; 0: 256 MiB, or what memory allows */
	size_t rounds;   /* each operation with each size between each pair; 0: until the time is over */
	double seconds;  /* begin no batch later than this; 0: no limit */
	double patience; /* s that a batch of messages may take until SIGALRM, see LIVE_PATIENCE */
	uint64_t seed;
	const char *operation; /* this one alone, or NULL for all */
	bool keep_going;       /* count all faults instead of ending after the first batch that has one */
	bool (*stop)(void);    /* asked between batches, or NULL */
};

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

/*
 * Sends messages of all patterns, layouts and sizes by all operations between all processes of a live platform, in an
 * order that follows from the seed, and compares all that was received, and the bytes around, with what was sent.
 * Faults are results, not errors. ERR_USAGE for less than two processes or an operation that is not known, ERR_INPUT if
 * memory does not hold the largest messages, ERR_PLATFORM if MPI fails. Called by the driving process only.
 */
enum status stress_run(struct platform *platform, const struct stress_options *options, const struct progress *progress,
		       struct stress_result *result, struct error *err);
void stress_result_release(struct stress_result *result);

#endif
