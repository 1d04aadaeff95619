#ifndef SONDE_MPI_USER_COMMUNICATOR_H
#define SONDE_MPI_USER_COMMUNICATOR_H

#include "mpi/user/call.h"

/* Makes a communicator of the same processes as parent. Collective. ERR_PLATFORM; user_communicator_close in any case.
 */
enum status user_communicator_open(struct user_communicator *comm, MPI_Comm parent, struct error *err);

/* Frees it with its plans; fine for one that is all zero. Collective. */
void user_communicator_close(struct user_communicator *comm);

/* Gives a code to the error handler of given, and what it lets pass to err: ERR_PLATFORM, or OK for MPI_SUCCESS. Local.
 */
enum status user_communicator_fail(MPI_Comm given, int code, struct error *err);

#endif
