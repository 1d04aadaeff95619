/*
 * Each collective operation twice, by the table of the library that is preloaded and by the MPI library: what is
 * received must be the same. Types are those that SMPI moves right by itself.
 *
 * usage: replaced CALLS: prints that so many were done by the table, or fails; 0: any number
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 16, ROOM = 5000, COMMS = 4 };

static int send[MOST * ROOM], first[MOST * ROOM], second[MOST * ROOM], counts[MOST], places[MOST];

static void fill(int rank)
{
	for (int i = 0; i < MOST * ROOM; i++) {
		send[i] = i * 7 + rank * 1009;
		first[i] = second[i] = -i - rank;
	}
}

static void compare(const char *what, int count, int root)
{
	if (memcmp(first, second, sizeof(first)) == 0)
		return;
	fprintf(stderr, "%s of %d from %d: unlike results\n", what, count, root);
	MPI_Abort(MPI_COMM_WORLD, 1);
}

#define BOTH(what, ...)                      \
	do {                                 \
		fill(rank);                  \
		int *received = first;       \
		MPI_##what(__VA_ARGS__);     \
		received = second;           \
		PMPI_##what(__VA_ARGS__);    \
		(void)received;              \
		compare(#what, count, root); \
	} while (0)

static void call_all(MPI_Comm comm, int count, int root)
{
	int rank, size;

	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	for (int i = 0, at = 0; i < size; i++) {
		counts[i] = count * (i % 3 + 1) / 3;
		places[i] = at;
		at += counts[i] + i;
	}
	MPI_Barrier(comm);
	BOTH(Bcast, received, count, MPI_INT, root, comm);
	BOTH(Gather, send, count, MPI_INT, received, count, MPI_INT, root, comm);
	BOTH(Gatherv, send, counts[rank], MPI_INT, received, counts, places, MPI_INT, root, comm);
	BOTH(Scatter, send, count, MPI_INT, received, count, MPI_INT, root, comm);
	BOTH(Scatterv, send, counts, places, MPI_INT, received, counts[rank], MPI_INT, root, comm);
	BOTH(Allgather, send, count, MPI_INT, received, count, MPI_INT, comm);
	BOTH(Allgatherv, send, counts[rank], MPI_INT, received, counts, places, MPI_INT, comm);
	BOTH(Alltoall, send, count, MPI_INT, received, count, MPI_INT, comm);
	BOTH(Reduce, send, received, count, MPI_INT, MPI_SUM, root, comm);
	BOTH(Allreduce, send, received, count, MPI_INT, MPI_MAX, comm);
	BOTH(Allreduce, MPI_IN_PLACE, received, count, MPI_INT, MPI_SUM, comm);
	BOTH(Reduce_scatter, send, received, counts, MPI_INT, MPI_SUM, comm);
	BOTH(Reduce_scatter_block, send, received, count, MPI_INT, MPI_SUM, comm);
	BOTH(Scan, send, received, count, MPI_INT, MPI_SUM, comm);
}

int main(int argc, char **argv)
{
	static const int sizes[] = {0, 1, 300, 4000};
	unsigned long long (*replaced)(void), expected = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
	MPI_Comm comms[COMMS];
	int world;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &world);
	comms[0] = MPI_COMM_WORLD;
	MPI_Comm_split(MPI_COMM_WORLD, 0, -world, &comms[1]);
	MPI_Comm_split(MPI_COMM_WORLD, world % 2, world, &comms[2]);
	MPI_Comm_dup(MPI_COMM_SELF, &comms[3]);
	for (int k = 0; k < COMMS; k++)
		for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
			int size;

			MPI_Comm_size(comms[k], &size);
			call_all(comms[k], sizes[i], 0);
			call_all(comms[k], sizes[i], size - 1);
		}
	*(void **)&replaced = dlsym(RTLD_DEFAULT, "sonde_collectives_replaced");
	if (!replaced || replaced() == 0 || (expected > 0 && replaced() != expected)) {
		fprintf(stderr, "process %d: %llu calls by the table\n", world, replaced ? replaced() : 0);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	if (world == 0)
		printf("%llu calls by the table\n", replaced());
	for (int k = 1; k < COMMS; k++)
		MPI_Comm_free(&comms[k]);
	MPI_Finalize();
	return 0;
}
