#include "mpi/tracer/fortran_byhand.h"

#include "mpi/tracer/fortran.h"

/* The wrappers of mpif.h and of "use mpi" that are not generated, for libraries whose mpif.h does not go through the
 * functions of C. */

void mpi_init_(MPI_Fint *ierror)
{
	fortran_init("mpi_init_", ierror, __builtin_return_address(0));
}
PORTABLE_SPELLINGS(mpi_init, MPI_INIT)

void mpi_init_thread_(MPI_Fint *required, MPI_Fint *provided, MPI_Fint *ierror)
{
	fortran_init_thread("mpi_init_thread_", required, provided, ierror, __builtin_return_address(0));
}
PORTABLE_SPELLINGS(mpi_init_thread, MPI_INIT_THREAD)

void mpi_finalize_(MPI_Fint *ierror)
{
	fortran_finalize("mpi_finalize_", ierror);
}
PORTABLE_SPELLINGS(mpi_finalize, MPI_FINALIZE)

void mpi_abort_(MPI_Fint *comm, MPI_Fint *code, MPI_Fint *ierror)
{
	fortran_abort("mpi_abort_", comm, code, ierror, __builtin_return_address(0));
}
PORTABLE_SPELLINGS(mpi_abort, MPI_ABORT)

void mpi_pcontrol_(MPI_Fint *level, MPI_Fint *ierror)
{
	fortran_control("mpi_pcontrol_", level, ierror, __builtin_return_address(0));
}
PORTABLE_SPELLINGS(mpi_pcontrol, MPI_PCONTROL)
