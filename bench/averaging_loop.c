/*
 * A benchmark as most are: per size some ping-pongs that are not counted, then many that are timed together, half of
 * their average printed as the latency; one buffer for both directions, never rewritten; 1000 repetitions after 100 up
 * to 8 KiB, 100 after 10 above. It is here to be compared with (bench/reproducibility.sh), not to be believed.
 */
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 1 << 20, LARGE = 8192 };

static double latency(int rank, char *buffer, int bytes)
{
	int skipped = bytes > LARGE ? 10 : 100, counted = bytes > LARGE ? 100 : 1000;
	double begin = 0;

	MPI_Barrier(MPI_COMM_WORLD);
	for (int i = 0; i < skipped + counted; i++) {
		if (i == skipped)
			begin = MPI_Wtime();
		if (rank == 0) {
			MPI_Send(buffer, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
			MPI_Recv(buffer, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		} else if (rank == 1) {
			MPI_Recv(buffer, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			MPI_Send(buffer, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
		}
	}
	return (MPI_Wtime() - begin) / (2.0 * counted);
}

int main(int argc, char **argv)
{
	int rank, size;
	char *buffer = malloc(LARGEST);

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (!buffer || size != 2) {
		fprintf(stderr, "averaging_loop: start it with mpirun -n 2\n");
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	memset(buffer, 'a', LARGEST);
	for (int bytes = 1; bytes <= LARGEST; bytes *= 2) {
		double seconds = latency(rank, buffer, bytes);

		if (rank == 0)
			printf("%d %.9f\n", bytes, seconds);
	}
	free(buffer);
	MPI_Finalize();
	return 0;
}
