#include "mpi/user/communicator.h"

enum status user_communicator_open(struct user_communicator *comm, MPI_Comm parent, struct error *err)
{
	*comm = (struct user_communicator){.size = 0};
	if (PMPI_Comm_dup(parent, &comm->own) != MPI_SUCCESS)
		return error_set(err, ERR_PLATFORM, "MPI could not duplicate the communicator");
	PMPI_Comm_set_errhandler(comm->own, MPI_ERRORS_RETURN);
	PMPI_Comm_rank(comm->own, &comm->rank);
	PMPI_Comm_size(comm->own, &comm->size);
	return OK;
}

void user_communicator_close(struct user_communicator *comm)
{
	if (comm->size == 0)
		return;
	user_plans_release(comm);
	PMPI_Comm_free(&comm->own);
	comm->size = 0;
}

enum status user_communicator_fail(MPI_Comm given, int code, struct error *err)
{
	char text[MPI_MAX_ERROR_STRING] = "";
	int length = 0;

	if (code == MPI_SUCCESS)
		return OK;
	PMPI_Comm_call_errhandler(given, code);
	PMPI_Error_string(code, text, &length);
	return error_set(err, ERR_PLATFORM, "%s", text);
}
