/*
 * A program that knows nothing of sonde, to be traced. Arguments: EXIT [WORD ...]
 *
 * Each process sends 1024 bytes to the next one 100 times, in the region "turns" of MPI_Pcontrol, and all add up a
 * number. With RING_NAMELESS in its environment it has a region without a name too. Process 0 says how many processes
 * there are, and repeats the words. Returns EXIT.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { TURNS = 100, BYTES = 1024 };

int main(int argc, char **argv)
{
	static char in[BYTES], out[BYTES];
	int rank, processes, one = 1, sum = 0;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &processes);
	MPI_Pcontrol(3, "turns");
	for (int i = 0; i < TURNS; i++) {
		MPI_Request requests[2];
		MPI_Status statuses[2];

		MPI_Irecv(in, BYTES, MPI_CHAR, (rank + processes - 1) % processes, 5, MPI_COMM_WORLD, &requests[0]);
		MPI_Isend(out, BYTES, MPI_CHAR, (rank + 1) % processes, 5, MPI_COMM_WORLD, &requests[1]);
		MPI_Waitall(2, requests, statuses);
	}
	MPI_Pcontrol(-3, "turns");
	if (getenv("RING_NAMELESS")) {
		MPI_Pcontrol(3, NULL);
		MPI_Pcontrol(-3, NULL);
	}
	MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	if (rank == 0) {
		printf("%d processes, preloaded: %s", sum, getenv("LD_PRELOAD") ? "yes" : "no");
		for (int i = 2; i < argc; i++)
			printf(" [%s]", argv[i]);
		printf("\n");
	}
	MPI_Finalize();
	return argc > 1 ? atoi(argv[1]) : 0;
}
