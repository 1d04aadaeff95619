/*
 * For programs with more processes than CPUs, which MPICH does not yield for: preloaded, it makes their waiting
 * processes yield from the start, by what the command does for itself (src/mpi/live/yield.c). Where MPICH is not built
 * over UCX it does nothing. With SONDE_TEST_ENDING in the environment of all processes MPI_Finalize, which may wait for
 * ever between hosts, is called as the command does it (src/mpi/live/ending.c).
 */
#define _GNU_SOURCE /* RTLD_NEXT */

#include <dlfcn.h>
#include <mpi.h>
#include <stdlib.h>

#include "mpi/live/ending.h"
#include "mpi/live/yield.h"

__attribute__((constructor)) static void begin(void)
{
	yield_begin();
}

/* What is preloaded beside this may have either name call the other. */
static int finalize(const char *name)
{
	static int begun;
	int (*next)(void) = (int (*)(void))dlsym(RTLD_NEXT, name);

	if (!begun++ && getenv("SONDE_TEST_ENDING"))
		ending_synchronise(MPI_COMM_WORLD);
	return next ? next() : MPI_ERR_OTHER;
}

int MPI_Finalize(void)
{
	return finalize("MPI_Finalize");
}

int PMPI_Finalize(void)
{
	return finalize("PMPI_Finalize");
}
