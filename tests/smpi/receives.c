/*
 * When a process receives each message of a series on a simulated platform, without any of what sonde times or predicts
 * by. Arguments: FROM:BYTES of each message to process 0, which receives them in this order by MPI_Recv; each sender
 * sends its own in a row by MPI_Send. All begin at an instant that they agreed on long before. Process 0
 * prints a line for each: FROM BYTES SECONDS. Calls of the clock must be free (smpi/wtime:0).
 */
#include <mpi.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double begin(void)
{
	double now = MPI_Wtime(), start, left;
	struct timespec time;

	MPI_Allreduce(&now, &start, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	start = floor(start) + 10;
	left = start - MPI_Wtime();
	time = (struct timespec){.tv_sec = (time_t)left, .tv_nsec = lround((left - floor(left)) * 1e9)};
	nanosleep(&time, NULL);
	return start;
}

int main(int argc, char **argv)
{
	enum { ROOM = 1 << 22 };
	double *done = calloc((size_t)argc, sizeof(*done)), start;
	char *data = calloc(1, ROOM);
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (!done || !data)
		MPI_Abort(MPI_COMM_WORLD, 1);
	start = begin();
	for (int i = 1; i < argc; i++) {
		char *colon;
		int from = (int)strtol(argv[i], &colon, 10), bytes = (int)strtol(colon + 1, NULL, 10);

		if (rank == from)
			MPI_Send(data, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
		else if (rank == 0)
			MPI_Recv(data, ROOM, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		done[i] = MPI_Wtime() - start;
	}
	for (int i = 1; rank == 0 && i < argc; i++)
		printf("%s %.12g\n", argv[i], done[i]);
	free(done);
	free(data);
	MPI_Finalize();
	return 0;
}
