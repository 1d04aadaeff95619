/*
 * A kernel in which one process is late for each collective operation.
 *
 * usage: late [OPERATION [BYTES [WHO [PAUSE [STEPS [ROOT]]]]]]
 * OPERATION: bcast, reduce, allreduce, allgather or alltoall; BYTES of the message or of each block, a multiple of 8;
 * PAUSE: microseconds that process WHO computes longer than the others in each of STEPS steps.
 */
#include "../examples/programs/program.h"

#include <string.h>

static void carry_out(const char *name, double *from, double *to, int count, int root)
{
	MPI_Comm world = MPI_COMM_WORLD;

	if (strcmp(name, "bcast") == 0)
		MPI_Bcast(from, count, MPI_DOUBLE, root, world);
	else if (strcmp(name, "reduce") == 0)
		MPI_Reduce(from, to, count, MPI_DOUBLE, MPI_SUM, root, world);
	else if (strcmp(name, "allreduce") == 0)
		MPI_Allreduce(from, to, count, MPI_DOUBLE, MPI_SUM, world);
	else if (strcmp(name, "allgather") == 0)
		MPI_Allgather(from, count, MPI_DOUBLE, to, count, MPI_DOUBLE, world);
	else
		MPI_Alltoall(from, count, MPI_DOUBLE, to, count, MPI_DOUBLE, world);
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "bcast";
	long bytes = program_number(argc, argv, 2, 8192), who = program_number(argc, argv, 3, 1),
	     pause = program_number(argc, argv, 4, 300), steps = program_number(argc, argv, 5, 20),
	     root = program_number(argc, argv, 6, 0);
	int rank, size;
	double *from, *to;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	from = calloc((size_t)size, (size_t)bytes + sizeof(double));
	to = calloc((size_t)size, (size_t)bytes + sizeof(double));
	if (!from || !to)
		MPI_Abort(MPI_COMM_WORLD, 1);
	for (long i = 0; i < steps; i++) {
		program_pause(rank == who ? 100 + pause : 100);
		carry_out(name, from, to, (int)(bytes / (long)sizeof(double)), (int)root);
	}
	free(from);
	free(to);
	MPI_Finalize();
	return 0;
}
