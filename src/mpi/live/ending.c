#define _GNU_SOURCE /* RTLD_NEXT */
#include "mpi/live/ending.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

/* All processes have had all messages. UCX gives its function no place for a state of the caller's. */
static bool synchronised;

/*
 * UCX's function by which MPI_Finalize flushes and closes a connection: what it returns is waited for, NULL if nothing
 * is. The program's own takes its place, and has nothing to flush once the processes are synchronised. UCX closes what
 * is open when its worker is destroyed.
 */
void *ucp_disconnect_nb(void *endpoint);

void *ucp_disconnect_nb(void *endpoint)
{
	void *symbol = dlsym(RTLD_NEXT, "ucp_disconnect_nb"), *library;
	void *(*disconnect)(void *);

	if (synchronised)
		return NULL;
	if (!symbol) { /* a program that has loaded MPI late, for itself alone, is not before UCX */
		library = dlopen("libucp.so.0", RTLD_LAZY | RTLD_NOLOAD);
		symbol = library ? dlsym(library, "ucp_disconnect_nb") : NULL;
	}
	*(void **)&disconnect = symbol;
	return symbol ? disconnect(endpoint) : NULL;
}

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

	if (!on_several_hosts(comm))
		return;
	PMPI_Barrier(comm);
	synchronised = true;
	nanosleep(&pause, NULL);
}
