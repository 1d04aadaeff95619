/*
 * Computation of a fixed amount in the first cache, between messages round a ring: what processes do that a trace says
 * the CPU time of. Arguments: iterations, rounds of computation in each.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORDS = 1024 };

static double compute(double *words, long rounds)
{
	for (long round = 0; round < rounds; round++)
		for (int i = 0; i < WORDS; i++)
			words[i] = words[i] * 0.999 + 0.001;
	return words[0];
}

int main(int argc, char **argv)
{
	static double words[WORDS];
	const long iterations = argc > 1 ? strtol(argv[1], NULL, 10) : 500;
	const long rounds = argc > 2 ? strtol(argv[2], NULL, 10) : 1000;
	double sum = 0;
	int rank, size;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	for (long i = 0; i < iterations; i++) {
		double in;

		sum += compute(words, rounds);
		MPI_Sendrecv(&sum, 1, MPI_DOUBLE, (rank + 1) % size, 0, &in, 1, MPI_DOUBLE, (rank + size - 1) % size, 0,
			     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	if (sum < 0)
		printf("%g\n", sum);
	MPI_Finalize();
	return 0;
}
