/*
 * What executing a schedule costs beside the MPI library's own operation by the same algorithm: both timed in turn, in
 * one run, as the longest time of any process after a barrier. Arguments: an operation (bcast, gather, allreduce,
 * allgather, alltoall or barrier) and the name of an algorithm; that the library takes the same is for its settings to
 * say, as in execute.sh. Prints, per size, the median of each and of the differences.
 */
#include "algorithm/algorithm.h"
#include "mpi/execute/execute.h"
#include "stats/quantile.h"

#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS = 2000, MOST = 65536 };

struct bench {
	struct call call;
	struct execution plan;
	int rank, size;
	unsigned char *send, *receive;
	double native[TURNS], own[TURNS], difference[TURNS];
};

static void run_native(struct bench *b)
{
	int n = (int)b->call.count;

	switch (b->call.collective) {
	case COLLECTIVE_BARRIER:
		MPI_Barrier(MPI_COMM_WORLD);
		break;
	case COLLECTIVE_BCAST:
		MPI_Bcast(b->receive, n, MPI_BYTE, 0, MPI_COMM_WORLD);
		break;
	case COLLECTIVE_GATHER:
		MPI_Gather(b->send, n, MPI_BYTE, b->receive, n, MPI_BYTE, 0, MPI_COMM_WORLD);
		break;
	case COLLECTIVE_ALLREDUCE:
		MPI_Allreduce(b->send, b->receive, n, MPI_BYTE, MPI_BXOR, MPI_COMM_WORLD);
		break;
	case COLLECTIVE_ALLGATHER:
		MPI_Allgather(b->send, n, MPI_BYTE, b->receive, n, MPI_BYTE, MPI_COMM_WORLD);
		break;
	case COLLECTIVE_ALLTOALL:
		MPI_Alltoall(b->send, n, MPI_BYTE, b->receive, n, MPI_BYTE, MPI_COMM_WORLD);
		break;
	default:
		MPI_Abort(MPI_COMM_WORLD, 2);
	}
}

/* The longest time of any process. */
static double time_once(struct bench *b, int own)
{
	double begin, mine, longest = 0;

	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Barrier(MPI_COMM_WORLD);
	begin = MPI_Wtime();
	if (own)
		execute_run(&b->plan, b->send, b->receive);
	else
		run_native(b);
	mine = MPI_Wtime() - begin;
	MPI_Allreduce(&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	return longest;
}

static void bench_size(struct bench *b, const struct algorithm_class *algorithm, uint64_t bytes)
{
	struct algorithm_use use = {algorithm, &b->call};
	struct schedule schedule = algorithm_schedule(&use);
	struct error err = {0};

	b->call.count = bytes;
	if (algorithm_check(algorithm, &b->call, &err) != OK ||
	    execute_prepare(&b->plan, &schedule, MPI_COMM_WORLD, MPI_BYTE, MPI_BXOR, &err) != OK) {
		fprintf(stderr, "%s\n", err.text);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	for (int i = -TURNS / 10; i < TURNS; i++) {
		double native = time_once(b, 0), own = time_once(b, 1);

		if (i < 0)
			continue; /* the first ones warm up */
		b->native[i] = native;
		b->own[i] = own;
		b->difference[i] = own - native;
	}
	execute_release(&b->plan);
	if (b->rank == 0)
		printf("%-10s %-20s %3d %8llu %10.3f %10.3f %+10.3f\n", collective_words[b->call.collective],
		       algorithm->name, b->size, (unsigned long long)bytes, 1e6 * quantile_median(b->native, TURNS),
		       1e6 * quantile_median(b->own, TURNS), 1e6 * quantile_median(b->difference, TURNS));
}

static const struct algorithm_class *find(int argc, char **argv, struct error *err)
{
	for (int i = 0; argc == 3 && collective_words[i]; i++)
		if (strcmp(argv[1], collective_words[i]) == 0)
			return algorithm_find((enum collective)i, argv[2], err);
	error_set(err, ERR_USAGE, "usage: execute OPERATION ALGORITHM");
	return NULL;
}

int main(int argc, char **argv)
{
	struct bench *b = calloc(1, sizeof(*b));
	struct error err = {0};
	const struct algorithm_class *algorithm;

	MPI_Init(&argc, &argv);
	algorithm = find(argc, argv, &err);
	if (!algorithm || !b) {
		fprintf(stderr, "%s\n", err.text);
		MPI_Abort(MPI_COMM_WORLD, 2);
		return 2;
	}
	MPI_Comm_rank(MPI_COMM_WORLD, &b->rank);
	MPI_Comm_size(MPI_COMM_WORLD, &b->size);
	b->call = (struct call){.collective = algorithm->collective, .processes = b->size, .commutes = true};
	b->send = calloc((size_t)b->size, MOST);
	b->receive = calloc((size_t)b->size, MOST);
	if (!b->send || !b->receive)
		MPI_Abort(MPI_COMM_WORLD, 1);
	if (algorithm->collective == COLLECTIVE_BARRIER)
		bench_size(b, algorithm, 0);
	for (uint64_t bytes = 1; bytes <= MOST && algorithm->collective != COLLECTIVE_BARRIER; bytes *= 16)
		bench_size(b, algorithm, bytes);
	free(b->send);
	free(b->receive);
	free(b);
	MPI_Finalize();
	return 0;
}
