#ifndef SONDE_MPI_DROPIN_FORTRAN_H
#define SONDE_MPI_DROPIN_FORTRAN_H

#include "mpi/dropin/dropin.h"
#include "mpi/dropin/replace.h"
#include "mpi/portable.h"

/* What the wrappers need that programs call, generated and by hand. Those of Fortran convert handles and buffers, and
 * go on to those of C. All functions are Local. */

_Static_assert(sizeof(MPI_Fint) == sizeof(int), "lists of counts are passed on as they are");

/* A wrapper of C for this library's own calls, which no other tool takes. */
#define DROPIN_OWN(name) \
	extern __typeof__(MPI_##name) dropin_own_##name __attribute__((alias("MPI_" #name), visibility("hidden")));

extern __typeof__(MPI_Init) dropin_own_Init __attribute__((visibility("hidden")));
extern __typeof__(MPI_Init_thread) dropin_own_Init_thread __attribute__((visibility("hidden")));
extern __typeof__(MPI_Finalize) dropin_own_Finalize __attribute__((visibility("hidden")));

/* A buffer of Fortran as one of C: MPI_IN_PLACE and MPI_BOTTOM are variables there, whose addresses are those that the
 * program's objects see, or the object of the caller, or the first that has them. */
void *dropin_buffer(void *buffer, const void *caller);

#endif
