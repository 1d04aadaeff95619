#ifndef SONDE_MPI_USER_PLAN_H
#define SONDE_MPI_USER_PLAN_H

#include "mpi/user/call.h"

/*
 * Carries out a schedule of a call whose data are count elements of type, as MPI has them.
 *
 * - keep: type and op are predefined, so that the plan may be kept for the next call.
 * - code: what came of preparing the data, an MPI error code. With another than MPI_SUCCESS call->ready is asked alone.
 * - Returns an MPI error code.
 */
int user_plan_run(const struct user_call *call, const struct call *what, MPI_Datatype type, MPI_Op op, bool keep,
		  int code, const void *send, void *receive);

/* Carries the call out by the library's own gathers or scatters of parts of fewer bytes than the row's split. Returns
 * an MPI error code. Collective. */
int user_call_split(const struct user_call *call, bool gathers, char *send, char *receive);

/* Notes that this process cannot take part in a call that others wait for it in, with what MPI says of the code;
 * nothing of MPI_SUCCESS. Returns the code. Local. */
int user_call_stop(const struct user_call *call, int code);

#endif
