#ifndef SONDE_MPI_DROPIN_CALL_H
#define SONDE_MPI_DROPIN_CALL_H

#include "mpi/dropin/communicator.h"

/* A taken call as algorithms know it, in units; a reduction's caller adds in_place and commutes. Local. */
struct call dropin_what(const struct dropin_call *call);

/* Carry out calls that have been taken; the results are those of the MPI functions. Collective. */
int dropin_barrier(const struct dropin_call *call);
int dropin_bcast(const struct dropin_call *call, const struct dropin_arguments *given);
int dropin_move(const struct dropin_call *call, const struct dropin_arguments *given);
int dropin_counted(const struct dropin_call *call, const struct dropin_arguments *given);
int dropin_reduce(const struct dropin_call *call, const struct dropin_arguments *given);

#endif
