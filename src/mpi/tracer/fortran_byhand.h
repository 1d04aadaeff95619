#ifndef SONDE_MPI_TRACER_FORTRAN_BYHAND_H
#define SONDE_MPI_TRACER_FORTRAN_BYHAND_H

#include "mpi/tracer/functions.h"

/* The functions of Fortran whose wrappers are not generated; name: of the real one. ierror: NULL where mpi_f08 leaves
 * it out. Collective over MPI_COMM_WORLD: init, init_thread, finalize. */
void fortran_init(const char *name, MPI_Fint *ierror, const void *caller);
void fortran_init_thread(const char *name, MPI_Fint *required, MPI_Fint *provided, MPI_Fint *ierror,
			 const void *caller);
void fortran_finalize(const char *name, MPI_Fint *ierror);
void fortran_abort(const char *name, MPI_Fint *comm, MPI_Fint *code, MPI_Fint *ierror, const void *caller);
void fortran_control(const char *name, MPI_Fint *level, MPI_Fint *ierror, const void *caller);

#endif
