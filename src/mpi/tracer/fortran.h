#ifndef SONDE_MPI_TRACER_FORTRAN_H
#define SONDE_MPI_TRACER_FORTRAN_H

#include <stdbool.h>

#include "mpi/tracer/functions.h"

/* What wrappers of Fortran's functions need besides. All functions are Local. */

#define RECORD_F2C(kind, handle) PORTABLE_F2C(tracer_own, kind, handle)

/* The other names by which compilers call a function of Fortran. */
#define TRACER_SPELLINGS(small, large)                                            \
	extern __typeof__(small##_) small __attribute__((alias(#small "_")));     \
	extern __typeof__(small##_) small##__ __attribute__((alias(#small "_"))); \
	extern __typeof__(small##_) large __attribute__((alias(#small "_")));

/* The real function of Fortran, for its wrapper's first call. */
void *fortran_next(const char *name);

/* Finds the addresses of Fortran's constants, as far as they are there by now. */
void fortran_find(void);

/* Whether an address is MPI_IN_PLACE, or MPI_STATUS_IGNORE or MPI_STATUSES_IGNORE. */
bool tracer_is_in_place(const void *buffer);
bool tracer_is_ignored(const void *status);

/*
 * The index of the first request, 1, or 0 in mpi_f08 of MPICH 4.0, which does not count from 1. before, after: as the
 * handles were and are; those of completed requests have changed, if they are not persistent.
 */
int fortran_base(int done, const MPI_Fint *indices, size_t length, const MPI_Request *before, const MPI_Fint *after);

/* Datatypes as handles of C, in memory that is the thread's until the next call. NULL: memory is out. */
struct tracer_thread;
const MPI_Datatype *record_types(struct tracer_thread *t, int n, const MPI_Fint *types);

#endif
