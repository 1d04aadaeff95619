#include "mpi/ending.h"

#include "mpi/portable.h"

#include <time.h>

static int on_several_hosts(MPI_Comm comm)
{
	int here, all, apart, any;
	MPI_Comm host;

	PMPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
	PMPI_Comm_size(host, &here);
	PMPI_Comm_free(&host);
	PMPI_Comm_size(comm, &all);
	apart = here < all;
	PMPI_Allreduce(&apart, &any, 1, MPI_INT, MPI_MAX, comm);
	return any;
}

void ending_synchronise(MPI_Comm comm)
{
	const struct timespec pause = {.tv_nsec = 100000000}; /* more than the time slices of processes on one CPU */

	if (!PORTABLE_ANSWERS_TO_END || !on_several_hosts(comm))
		return;
	PMPI_Barrier(comm);
	nanosleep(&pause, NULL);
}
