#ifndef SONDE_MPI_DROPIN_COMMUNICATOR_H
#define SONDE_MPI_DROPIN_COMMUNICATOR_H

#include "mpi/dropin/state.h"
#include "mpi/execute/execute.h"

enum { DROPIN_PLANS = 16 };

/* A schedule that was prepared, and what for. */
struct dropin_plan {
	bool prepared, in_place;
	const struct algorithm_choice *row;
	enum collective collective;
	int root;
	uint64_t count;
	MPI_Datatype type; /* predefined, and so is op */
	MPI_Op op;
	struct execution execution;
};

/* What is known of a communicator: an attribute of it. */
struct dropin_communicator {
	MPI_Comm own; /* for the messages of schedules; errors are returned */
	int rank, size;
	bool passes; /* between two groups: nothing is replaced */
	/* The rows of the table for so many processes, of each operation: from first[operation] to first[operation +
	 * 1]. None, if all that there are leave it to the library. */
	const struct algorithm_choice **rows;
	size_t first[COLLECTIVE_SCAN + 2];
	uint64_t *counts; /* of the call under way, of gatherv and scatterv */
	struct dropin_plan plans[DROPIN_PLANS];
};

/*
 * What is known of a communicator.
 *
 * - The first time it is found out, and a communicator of the library's own is made: Collective.
 * - NULL: MPI refuses it. Where no communicator can be made the program is aborted, since others wait for it.
 */
struct dropin_communicator *dropin_communicator(MPI_Comm comm);

/* Frees what is known of a communicator, and the one that was made for it: Collective, if there is something. */
void dropin_communicator_forget(MPI_Comm comm);

/* Makes the attribute under which communicators are known. Local. */
int dropin_communicator_keyval(int *keyval);

/*
 * Carries out a schedule of a call whose data are count elements of type, as MPI has them.
 *
 * - keep: type and op are predefined, so that the plan may be kept for the next call.
 * - Returns an MPI error code; where a schedule cannot be prepared the program is aborted, since others wait for it.
 */
int dropin_run(const struct dropin_call *call, const struct call *what, MPI_Datatype type, MPI_Op op, bool keep,
	       const void *send, void *receive);

/* What is done with an error code: the communicator's error handler is called. Returns it. */
int dropin_error(const struct dropin_call *call, int code);

/* Aborts the program, with what MPI says of the code: others wait for this process, which cannot take part. Returns the
 * code. */
int dropin_stop(const struct dropin_call *call, int code);

#endif
