#ifndef SONDE_MPI_TRACER_GENERATE_REPLACED_H
#define SONDE_MPI_TRACER_GENERATE_REPLACED_H

#include "mpi/tracer/generate/writing.h"

/* All functions are Local. */

/* Which functions of Fortran the library that replaces collective operations has besides those of C. */
enum replaced_fortran {
	REPLACED_F08,         /* of mpi_f08 alone: mpif.h goes through the functions of C */
	REPLACED_F08_AND_MPIF /* of mpif.h and "use mpi" too */
};

/* Writes the wrappers of the collective operations that it may replace: those of C, by their roles, and those of
 * Fortran, which convert handles and go on to them. The names that they use are those of mpi/dropin/fortran.h. */
void replaced_write(FILE *out, const struct header *header, enum replaced_fortran fortran);

#endif
