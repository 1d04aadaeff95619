#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * A stencil on a grid of processes: borders to four neighbours in each step, and the residual of all every tenth one.
 * Writes for itself what it called, as tests/mpi/traced/expect.h explains. Arguments: the folder for files
 * "RANK.calls", steps.
 */

enum { SIDES = 4, WIDTH = 64 };

struct stencil {
	int near[SIDES]; /* neighbours in the grid, MPI_PROC_NULL beyond its border */
	MPI_Comm grid;
	int requests; /* how many began so far */
	FILE *file;
};

static int shown(int rank)
{
	return rank == MPI_PROC_NULL ? -2 : rank;
}

static void exchange(struct stencil *s)
{
	double in[SIDES][WIDTH];
	double out[SIDES][WIDTH] = {{0}};
	MPI_Request requests[2 * SIDES];
	const int first = s->requests + 1;
	for (int i = 0; i < SIDES; i++) {
		MPI_Irecv(in[i], WIDTH, MPI_DOUBLE, s->near[i], i ^ 1, s->grid, &requests[i]);
		fprintf(s->file, "MPI_Irecv comm=2 receive=%d:%d:%d:c request=%d\n", shown(s->near[i]), i ^ 1,
			8 * WIDTH, ++s->requests);
	}
	for (int i = 0; i < SIDES; i++) {
		MPI_Isend(out[i], WIDTH, MPI_DOUBLE, s->near[i], i, s->grid, &requests[SIDES + i]);
		fprintf(s->file, "MPI_Isend comm=2 send=%d:%d:%d:c request=%d\n", shown(s->near[i]), i, 8 * WIDTH,
			++s->requests);
	}
	MPI_Waitall(2 * SIDES, requests, MPI_STATUSES_IGNORE);
	fprintf(s->file, "MPI_Waitall");
	for (int i = 0; i < 2 * SIDES; i++)
		fprintf(s->file, "%s%d:-1:-1", i ? "," : " done=", first + i);
	fputc('\n', s->file);
}

int main(int argc, char **argv)
{
	struct stencil s = {.requests = 0};
	char path[4096];
	int rank, size;
	int sizes[2] = {0, 0};
	const int periods[2] = {0, 0};
	double own = 1;
	double all;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	snprintf(path, sizeof(path), "%s/%d.calls", argv[1], rank);
	s.file = fopen(path, "w");
	if (!s.file)
		MPI_Abort(MPI_COMM_WORLD, 1);
	fprintf(s.file, "MPI_Init\n");
	MPI_Dims_create(size, 2, sizes);
	MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periods, 0, &s.grid);
	fprintf(s.file, "MPI_Cart_create comm=0 made=2\n");
	MPI_Cart_shift(s.grid, 0, 1, &s.near[0], &s.near[1]);
	MPI_Cart_shift(s.grid, 1, 1, &s.near[2], &s.near[3]);
	const long steps = strtol(argv[2], NULL, 10);
	for (long i = 0; i < steps; i++) {
		exchange(&s);
		if (i % 10 != 9)
			continue;
		MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_MAX, s.grid);
		fprintf(s.file, "MPI_Allreduce comm=2 send=8:c receive=8:c op=MPI_MAX\n");
	}
	MPI_Comm_free(&s.grid);
	fprintf(s.file, "MPI_Comm_free comm=2\n");
	MPI_Finalize();
	fprintf(s.file, "MPI_Finalize\npolls=0\n");
	fclose(s.file);
	return 0;
}
