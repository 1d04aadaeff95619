/*
 * What the library that `sonde run --collectives` preloads adds to calls that it passes on: nanoseconds of MPI_X beyond
 * those of PMPI_X, one process, in turns. The median of so many pairs, and their least and greatest quarter.
 *
 * LD_PRELOAD=libsonde-collective-openmpi.so SONDE_COLLECTIVES=TABLE dropin [PAIRS]
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { CALLS = 20000 };

static int send[4], receive[4];

static void reduce(void)
{
	MPI_Allreduce(send, receive, 4, MPI_INT, MPI_SUM, MPI_COMM_SELF);
}

static void reduce_native(void)
{
	PMPI_Allreduce(send, receive, 4, MPI_INT, MPI_SUM, MPI_COMM_SELF);
}

static void gather(void)
{
	MPI_Gather(send, 4, MPI_INT, receive, 4, MPI_INT, 0, MPI_COMM_SELF);
}

static void gather_native(void)
{
	PMPI_Gather(send, 4, MPI_INT, receive, 4, MPI_INT, 0, MPI_COMM_SELF);
}

static void bcast(void)
{
	MPI_Bcast(send, 4, MPI_INT, 0, MPI_COMM_SELF);
}

static void bcast_native(void)
{
	PMPI_Bcast(send, 4, MPI_INT, 0, MPI_COMM_SELF);
}

static double seconds(void (*call)(void))
{
	double begin = MPI_Wtime();

	for (int i = 0; i < CALLS; i++)
		call();
	return (MPI_Wtime() - begin) / CALLS;
}

static int ascending(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static void compare(const char *name, void (*call)(void), void (*native)(void), int pairs)
{
	double *more = calloc((size_t)pairs, sizeof(*more)), least = 1;

	if (!more)
		return;
	for (int i = 0; i < pairs; i++) {
		double own = seconds(native);

		least = own < least ? own : least;
		more[i] = seconds(call) - own;
	}
	qsort(more, (size_t)pairs, sizeof(*more), ascending);
	printf("%s: %.1f ns more (%.1f to %.1f), of %.1f\n", name, 1e9 * more[pairs / 2], 1e9 * more[pairs / 4],
	       1e9 * more[3 * pairs / 4], 1e9 * least);
	free(more);
}

int main(int argc, char **argv)
{
	int pairs = argc > 1 ? atoi(argv[1]) : 100;

	MPI_Init(&argc, &argv);
	compare("allreduce", reduce, reduce_native, pairs);
	compare("gather", gather, gather_native, pairs);
	compare("bcast", bcast, bcast_native, pairs);
	MPI_Finalize();
	return 0;
}
