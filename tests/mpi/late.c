/*
 * A process that comes late to every beginning that it agrees on, for tests: preloaded, it holds process 0 back, when
 * it has broadcast a time of its clock that is to come within two seconds, until that time has passed.
 */
#include <mpi.h>

int MPI_Bcast(void *data, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
	int code = PMPI_Bcast(data, count, type, root, comm), rank = 1;
	double when, now = PMPI_Wtime();

	PMPI_Comm_rank(comm, &rank);
	if (code != MPI_SUCCESS || rank != 0 || count != 1 || type != MPI_DOUBLE)
		return code;
	when = *(const double *)data;
	while (when > now && when < now + 2)
		now = PMPI_Wtime();
	return code;
}
