/* The wrappers of mpif.h and of "use mpi" that are not generated, for libraries whose mpif.h does not go through the
 * functions of C. */
#include "mpi/dropin/fortran.h"

void mpi_init_(MPI_Fint *ierror);
void mpi_init_thread_(MPI_Fint *required, MPI_Fint *provided, MPI_Fint *ierror);
void mpi_finalize_(MPI_Fint *ierror);

void mpi_init_(MPI_Fint *ierror)
{
	*ierror = dropin_own_Init(NULL, NULL);
}
PORTABLE_SPELLINGS(mpi_init, MPI_INIT)

void mpi_init_thread_(MPI_Fint *required, MPI_Fint *provided, MPI_Fint *ierror)
{
	*ierror = dropin_own_Init_thread(NULL, NULL, *required, provided);
}
PORTABLE_SPELLINGS(mpi_init_thread, MPI_INIT_THREAD)

void mpi_finalize_(MPI_Fint *ierror)
{
	*ierror = dropin_own_Finalize();
}
PORTABLE_SPELLINGS(mpi_finalize, MPI_FINALIZE)
