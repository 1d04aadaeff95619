#include "mpi/live/crowd.h"

#include "mpi/live/place.h"
#include "mpi/portable.h"
#include "sample/circumstances.h"

#include <limits.h>
#include <stdio.h>

/* The processes of comm that this machine's kernel runs, as Linux names its run; else those that share memory. */
static void split_by_kernel(MPI_Comm comm, MPI_Comm *machine)
{
	FILE *file = fopen("/proc/sys/kernel/random/boot_id", "r");
	char id[64] = "";
	unsigned hash = 0;
	int known = file && fgets(id, sizeof(id), file) != NULL, all;

	if (file)
		fclose(file);
	for (const char *c = id; *c; c++)
		hash = 31 * hash + (unsigned char)*c;
	MPI_Allreduce(&known, &all, 1, MPI_INT, MPI_MIN, comm);
	if (all)
		MPI_Comm_split(comm, (int)(hash & INT_MAX), 0, machine);
	else
		MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, machine);
}

bool crowd_here(MPI_Comm comm)
{
	unsigned char cpus[CIRCUMSTANCES_CPUS_MOST] = {0}, all[CIRCUMSTANCES_CPUS_MOST] = {0};
	char binding[PLACE_BINDING_ROOM];
	int known, known_all = 0, processes = 0, n = 0;
	MPI_Comm machine;

	if (PORTABLE_SIMULATED)
		return false;
	place_binding(binding, sizeof(binding));
	known = circumstances_mark_cpus(binding, cpus);
	split_by_kernel(comm, &machine);
	MPI_Comm_size(machine, &processes);
	MPI_Allreduce(&known, &known_all, 1, MPI_INT, MPI_MIN, machine);
	MPI_Allreduce(cpus, all, CIRCUMSTANCES_CPUS_MOST, MPI_UNSIGNED_CHAR, MPI_MAX, machine);
	MPI_Comm_free(&machine);
	for (int i = 0; i < CIRCUMSTANCES_CPUS_MOST; i++)
		n += all[i];
	return known_all && processes > n;
}
