/*
 * A library to be preloaded where packing takes no time worth mentioning, as under SMPI: MPI_Send and MPI_Recv of
 * noncontiguous data sleep for what a file says that packing and unpacking cost. sonde then measures a machine where
 * they do, as examples/image behaves with --pack-cost.
 *
 * PACK_COST: the file (examples/image/pack.h). Data are noncontiguous where MPI_Type_vector made them, as sonde does
 * for messages of a multiple of as many bytes as there are blocks.
 */
#define _GNU_SOURCE
#include "../examples/image/pack.h"

#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* The distance from block to block, in blocks; 0: the data are contiguous. */
static double stride_of(MPI_Datatype type)
{
	int integers, addresses, types, combiner, numbers[3];
	MPI_Datatype parts[1];

	MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
	if (combiner != MPI_COMBINER_VECTOR)
		return 0;
	MPI_Type_get_contents(type, 3, 0, 1, numbers, NULL, parts);
	return (double)numbers[2] / numbers[1];
}

static void pause_for(enum pack_way way, int count, MPI_Datatype type)
{
	static struct pack_costs costs;
	double stride = stride_of(type);
	int bytes;

	if (costs.n == 0 && pack_costs_read(&costs, getenv("PACK_COST"))) {
		fprintf(stderr, "PACK_COST names no file of packing costs\n");
		abort();
	}
	MPI_Type_size(type, &bytes);
	if (stride > 1 && count > 0 && bytes > 0)
		pack_pause(&costs, way, stride, (double)bytes * count);
}

int MPI_Send(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
	pause_for(PACK, count, type);
	return PMPI_Send(data, count, type, to, tag, comm);
}

int MPI_Recv(void *data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status)
{
	int code = PMPI_Recv(data, count, type, from, tag, comm, status);

	pause_for(UNPACK, count, type);
	return code;
}

#ifdef UNDER_SMPI
/* SMPI loads the program so that it finds the MPI library's functions before those of preloaded libraries. */
void *dlopen(const char *path, int mode)
{
	void *(*original)(const char *, int) = NULL;

	*(void **)&original = dlsym(RTLD_NEXT, "dlopen");
	return original(path, mode & ~RTLD_DEEPBIND);
}
#endif
