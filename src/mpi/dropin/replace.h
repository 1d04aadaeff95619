#ifndef SONDE_MPI_DROPIN_REPLACE_H
#define SONDE_MPI_DROPIN_REPLACE_H

#include "mpi/dropin/state.h"
#include "mpi/user/call.h"

/*
 * Carries a call out by the table, and has its error code in *code; false: it goes on to the MPI library.
 *
 * - Of gatherv and scatterv the root alone knows all counts: unless the first row is for all sizes and linear, it tells
 *   them to the others in a broadcast before, also where the call goes on then.
 * - Those of intercommunicators, of no bytes (but barriers), of more than INT_MAX bytes in all, those of lists of
 *   counts that differ (allgatherv, reduce_scatter), those that the row's algorithm cannot do (algorithm_check), and
 *   those that MPI refuses go on.
 * - Where nothing is told no process knows what all have, and none goes on but for what MPI refuses: without data
 *   nothing is sent, and a block of more than INT_MAX bytes is one message of its own.
 * - Collective.
 */
bool dropin_replace(enum collective collective, const struct user_arguments *given, int *code);

#endif
