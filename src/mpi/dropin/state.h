#ifndef SONDE_MPI_DROPIN_STATE_H
#define SONDE_MPI_DROPIN_STATE_H

#include <mpi.h>
#include <stdbool.h>

#include "algorithm/choice.h"

/* The state of the library: a process has one. */
struct dropin {
	struct choices table;
	bool has[COLLECTIVE_SCAN + 1]; /* the table has rows for the operation that are not the library's own way */
	int keyval;                    /* of what is known of a communicator */
	bool on;                       /* all processes have the same table; keyval is there */
	bool ends;                     /* MPI_Finalize has begun */
	unsigned long long replaced;   /* calls that the table had a row for */
	uint64_t longest;              /* bytes of a message, which MPI counts in an int: INT_MAX, in tests fewer */
};
extern struct dropin dropin;

/* What a collective function was given, as far as it has it; one of a single buffer has it in receive, as have
 * reductions their count and type. */
struct dropin_arguments {
	const void *send;
	int send_count;
	const int *send_counts, *send_displacements;
	MPI_Datatype send_type;
	void *receive;
	int receive_count;
	const int *receive_counts, *receive_displacements;
	MPI_Datatype receive_type;
	MPI_Op op;
	int root;
	MPI_Comm comm;
};

/* A call: who calls, and what all processes of it know alike. */
struct dropin_call {
	struct dropin_communicator *comm;
	MPI_Comm given;
	const struct algorithm_choice *row;
	enum collective collective;
	int root;
	size_t bytes;           /* that the count has, of gatherv and scatterv the largest: what rows are chosen by */
	const uint64_t *counts; /* of gatherv and scatterv: bytes of each process's block */
	bool alone;             /* of these a process knows its own, the root all */
	bool huge;              /* blocks that are longer than dropin.longest, which alone has, stand with 0 there */
	size_t unit;            /* bytes of an element of schedules: of a reduction the type's, else 1 */
};

#endif
