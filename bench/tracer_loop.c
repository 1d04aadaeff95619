/*
 * How long a call of MPI takes in the loop by which tracers are compared: MPI_Irecv and MPI_Isend to the process
 * itself, MPI_Waitall. Arguments: iterations, and "irregular" for messages of 1000 lengths in no order that repeats
 * soon. Process 0 prints ns a call, of the quickest of ten parts of the loop and of the whole.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { PARTS = 10, MOST = 1000 };

int main(int argc, char **argv)
{
	static char out[MOST], in[MOST];
	MPI_Request requests[2];
	uint64_t random = 1;
	int rank;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	const long n = argc > 1 ? strtol(argv[1], NULL, 10) : 30000;
	const double calls = 3.0 * (double)(n / PARTS);
	double least = 1e9;
	const double begin = MPI_Wtime();
	for (int part = 0; part < PARTS; part++) {
		const double before = MPI_Wtime();
		for (long i = 0; i < n / PARTS; i++) {
			int bytes = 8;
			if (argc > 2) {
				random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
				bytes = (int)((random >> 33) % MOST);
			}
			MPI_Irecv(in, bytes, MPI_BYTE, rank, 7, MPI_COMM_WORLD, &requests[0]);
			MPI_Isend(out, bytes, MPI_BYTE, rank, 7, MPI_COMM_WORLD, &requests[1]);
			MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
		}
		const double seconds = MPI_Wtime() - before;
		least = seconds < least ? seconds : least;
	}
	if (rank == 0)
		printf("%.1f %.1f\n", least / calls * 1e9, (MPI_Wtime() - begin) / (PARTS * calls) * 1e9);
	MPI_Finalize();
	return 0;
}
