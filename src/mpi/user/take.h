#ifndef SONDE_MPI_USER_TAKE_H
#define SONDE_MPI_USER_TAKE_H

#include "mpi/user/call.h"

/* What came of taking a call: it has been taken, it has no data, they are more than call->longest in all, a list of
 * counts has unlike ones, or MPI refuses a count or the type. */
enum user_taken { USER_TAKEN, USER_WITHOUT_DATA, USER_LONG, USER_UNLIKE, USER_REFUSED };

/*
 * Sets call->bytes and call->unit of an operation whose blocks have one count, as all processes of the call find them
 * alike; the members before them are set. Local.
 */
enum user_taken user_call_take(struct user_call *call, const struct user_arguments *given);

/*
 * The same of gatherv and scatterv whose counts, and the root's type, all processes are given.
 *
 * - counts: has room for a block of each process, becomes call->counts, in bytes.
 */
bool user_call_take_counts(struct user_call *call, const struct user_arguments *given, uint64_t *counts);

/* Whether a reduction may change the order of its operands; false too if MPI refuses the operation. Local. */
bool user_op_commutes(MPI_Op op);

#endif
