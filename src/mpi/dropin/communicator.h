#ifndef SONDE_MPI_DROPIN_COMMUNICATOR_H
#define SONDE_MPI_DROPIN_COMMUNICATOR_H

#include "mpi/dropin/state.h"
#include "mpi/user/call.h"

/* What is known of a communicator: an attribute of it. */
struct dropin_communicator {
	struct user_communicator user;
	bool passes; /* between two groups: nothing is replaced */
	/* The rows of the table for so many processes, of each operation: from first[operation] to first[operation +
	 * 1]. None, if all that there are leave it to the library. */
	const struct algorithm_choice **rows;
	size_t first[COLLECTIVE_SCAN + 2];
	uint64_t *counts; /* of the call under way, of gatherv and scatterv */
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

/* What is done with an error code: the communicator's error handler is called. Returns it. */
int dropin_error(MPI_Comm given, int code);

/* Aborts the program, of which others wait for this process, which cannot take part. */
void dropin_abort(MPI_Comm given, enum collective collective, const struct error *err);

#endif
