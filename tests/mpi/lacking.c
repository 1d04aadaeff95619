/*
 * Memory that does not suffice at one process, for tests: preloaded, it has the first of the command's questions
 * whether any process lacks memory, the largest of an integer of each, answered with yes at all of them. Whoever leaves
 * MPI says so.
 */
#include <mpi.h>
#include <stdio.h>

int MPI_Allreduce(const void *mine, void *all, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	int code = PMPI_Allreduce(mine, all, count, type, op, comm);

	if (count == 1 && type == MPI_INT && op == MPI_MAX)
		*(int *)all = 1;
	return code;
}

int MPI_Finalize(void)
{
	int code = PMPI_Finalize();

	fputs("MPI has been left\n", stderr);
	return code;
}
