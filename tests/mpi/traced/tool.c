#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>

/* Another tool that is preloaded: it counts, and reads what follows MPI_Pcontrol's level. */

static int copies;

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *copy)
{
	copies++;
	return PMPI_Comm_dup(comm, copy);
}

int MPI_Pcontrol(const int level, ...)
{
	va_list list;
	va_start(list, level);
	const char *name = va_arg(list, const char *);
	const double value = va_arg(list, double);
	const int number = va_arg(list, int);
	va_end(list);
	printf("tool: level %d, %s %g %d; %d communicators duplicated\n", level, name, value, number, copies);
	return MPI_SUCCESS;
}
