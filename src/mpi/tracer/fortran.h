#ifndef SONDE_MPI_TRACER_FORTRAN_H
#define SONDE_MPI_TRACER_FORTRAN_H

#include <stdbool.h>

#include "mpi/tracer/functions.h"

/* What wrappers of Fortran's functions need besides. All functions are Local. */

#define RECORD_F2C(kind, handle) PORTABLE_F2C(tracer_own, kind, handle)

/* The real function of Fortran, for its wrapper's first call. */
void *fortran_next(const char *name);

/* Finds the addresses of Fortran's constants, as far as they are there by now. */
void fortran_find(void);

/* Whether an address is MPI_IN_PLACE, or MPI_STATUS_IGNORE or MPI_STATUSES_IGNORE. */
bool tracer_is_in_place(const void *buffer);
bool tracer_is_ignored(const void *status);

/* What parameters a function has that says which requests of a list are complete. */
enum fortran_form {
	FORTRAN_WAITS_ANY, /* count, requests, index, status, error */
	FORTRAN_TESTS_ANY, /* count, requests, index, flag, status, error */
	FORTRAN_SOME       /* count, requests, outcount, indices, statuses, error */
};

/*
 * The index that the function has for the first request of a list: 1, or 0 in functions of mpi_f08 of MPICH 4.0, which
 * do not count from 1. It is asked with two requests of which the second is complete. name: of the function behind
 * this library, next.
 */
int fortran_base(const char *name, void (*next)(void), enum fortran_form form);

/* As record_done_failed. */
struct tracer_thread;
size_t fortran_done_failed(struct tracer_thread *t, size_t n, size_t length, const MPI_Request *before,
			   const MPI_Fint *after, const MPI_Status *statuses, int code);

/* Datatypes as handles of C, in memory that is the thread's until the next call. NULL: memory is out. */
const MPI_Datatype *record_types(struct tracer_thread *t, int n, const MPI_Fint *types);

#endif
