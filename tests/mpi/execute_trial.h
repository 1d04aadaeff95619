#ifndef TESTS_MPI_EXECUTE_TRIAL_H
#define TESTS_MPI_EXECUTE_TRIAL_H

#include <stdbool.h>
#include <stddef.h>

#include "algorithm/algorithm.h"
#include "elements.h"
#include "mpi/portable.h"

enum { GUARD = 64 }; /* bytes on both sides of a buffer */

struct test {
	MPI_Comm comm;
	int rank, size;
	struct element_types of;
	long compared, failures;
};

/* One combination. */
struct trial {
	const struct algorithm_class *algorithm;
	struct call call;
	const struct element *element;
	MPI_Datatype type;
	MPI_Op op;
	const char *op_name;
	int *counts, *places; /* of scatterv and gatherv, as MPI takes them */
	struct extents extents;
	size_t send_bytes, receive_bytes; /* with guards on both sides */
	bool in_place_here;
};

/* Counts a failure of this process, and prints the first ones: what, and at which byte of a buffer. Local. */
void tell(struct test *t, const struct trial *trial, const char *what, size_t byte);

/* The library's operation in some runs, then the plan's one after the other without anything in between; what differs
 * is counted in *t, and the first differences are printed. Collective. */
void run_trial(struct test *t, const struct trial *trial);

#endif
