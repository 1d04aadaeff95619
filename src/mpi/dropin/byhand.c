/* The wrappers that are not generated: the beginning and the end. Of mpi_f08 an error code may be missing. */
#include "mpi/dropin/fortran.h"

int MPI_Init(int *argc, char ***argv)
{
	int code = PMPI_Init(argc, argv);

	if (code == MPI_SUCCESS)
		dropin_begin();
	return code;
}
DROPIN_OWN(Init)

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
	int code = PMPI_Init_thread(argc, argv, required, provided);

	if (code == MPI_SUCCESS)
		dropin_begin();
	return code;
}
DROPIN_OWN(Init_thread)

int MPI_Finalize(void)
{
	dropin_end();
	return PMPI_Finalize();
}
DROPIN_OWN(Finalize)

void mpi_init_f08_(MPI_Fint *ierror);
void mpi_init_thread_f08_(MPI_Fint *required, MPI_Fint *provided, MPI_Fint *ierror);
void mpi_finalize_f08_(MPI_Fint *ierror);

void mpi_init_f08_(MPI_Fint *ierror)
{
	int code = dropin_own_Init(NULL, NULL);

	if (ierror)
		*ierror = code;
}

void mpi_init_thread_f08_(MPI_Fint *required, MPI_Fint *provided, MPI_Fint *ierror)
{
	int code = dropin_own_Init_thread(NULL, NULL, *required, provided);

	if (ierror)
		*ierror = code;
}

void mpi_finalize_f08_(MPI_Fint *ierror)
{
	int code = dropin_own_Finalize();

	if (ierror)
		*ierror = code;
}
