/*
 * What a traced program may do without end. Arguments: what, and how often:
 *
 * - communicators: made of one that was made, and freed, so many pairs; besides, as many as 1000 are alive at a time.
 * - requests: receives that are all outstanding before the first message comes; one MPI_Waitall completes them.
 * - calls: of the loop of tracer_loop.c.
 * - polls: MPI_Test that finds nothing.
 *
 * Prints calls, seconds, and the most memory that the process ever had, MiB.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static long communicators(long n)
{
	enum { ALIVE = 1000 };
	static MPI_Comm alive[ALIVE];
	for (long i = 0; i < n; i++) {
		MPI_Comm *comm = &alive[i % ALIVE], inner;
		if (i >= ALIVE)
			MPI_Comm_free(comm);
		MPI_Comm_dup(MPI_COMM_SELF, comm);
		MPI_Comm_dup(*comm, &inner);
		MPI_Comm_free(&inner);
	}
	for (long i = 0; i < ALIVE && i < n; i++)
		MPI_Comm_free(&alive[i]);
	return 4 * n;
}

static long requests(long n)
{
	MPI_Request *all = malloc((size_t)n * sizeof(*all));
	int in, out = 0;
	if (!all)
		return 0;
	for (long i = 0; i < n; i++)
		MPI_Irecv(&in, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &all[i]);
	for (long i = 0; i < n; i++)
		MPI_Send(&out, 1, MPI_INT, 0, 1, MPI_COMM_SELF);
	MPI_Waitall((int)n, all, MPI_STATUSES_IGNORE);
	free(all);
	return 2 * n + 1;
}

static long calls(long n)
{
	MPI_Request both[2];
	int in, out = 0;
	for (long i = 0; i < n / 3; i++) {
		MPI_Irecv(&in, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &both[0]);
		MPI_Isend(&out, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &both[1]);
		MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
	}
	return n / 3 * 3;
}

static long polls(long n)
{
	MPI_Request request;
	int in, flag;
	MPI_Irecv(&in, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &request);
	for (long i = 0; i < n; i++)
		MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
	MPI_Cancel(&request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	return n + 3;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		long (*run)(long n);
	} all[] = {{"communicators", communicators}, {"requests", requests}, {"calls", calls}, {"polls", polls}};
	struct rusage usage;
	MPI_Init(&argc, &argv);
	for (size_t i = 0; argc > 2 && i < sizeof(all) / sizeof(*all); i++) {
		if (strcmp(argv[1], all[i].name) != 0)
			continue;
		const double begin = MPI_Wtime();
		const long n = all[i].run(strtol(argv[2], NULL, 10));
		const double seconds = MPI_Wtime() - begin;
		getrusage(RUSAGE_SELF, &usage);
		printf("%ld calls, %.2f s, %.1f ns a call, %ld MiB\n", n, seconds, seconds / (double)n * 1e9,
		       usage.ru_maxrss / 1024);
	}
	MPI_Finalize();
	return 0;
}
