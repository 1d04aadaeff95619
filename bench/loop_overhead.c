/*
 * What the measuring loop itself costs: round trips timed by sonde's loop and by a bare ping-pong loop, in turn, in one run of two processes. Both have separate buffers that are written
 * before each batch; the bare loop sends the same place again and again, so that for larger messages the difference also holds what fresh data cost. Prints, per size, the least time of either, their ratio, the difference per message, and the median of the differences of neighbouring batches.
 */
#include "mpi/measure.h"
#include "stats/quantile.h"

#include <mpi.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BATCHES = 2000, PEERS = 2 };

struct result {
	double bare, sonde;         /* least seconds of a round trip */
	double difference[BATCHES]; /* sonde - bare, neighbouring batches */
};

static double bare_batch(const struct process *p, int bytes, size_t loop, unsigned long long seed)
{
	struct ring written = ring_in(p->buffers.send, p->buffers.bytes, (size_t)bytes, 1);
	int peer = 1 - p->rank;
	double begin;

	ring_fill(&written, seed);
	MPI_Barrier(p->data);
	begin = MPI_Wtime();
	for (size_t i = 0; i < loop; i++) {
		if (p->rank == 0)
			MPI_Send(p->buffers.send, bytes, MPI_BYTE, peer, 0, p->data);
		MPI_Recv(p->buffers.receive, bytes, MPI_BYTE, peer, 0, p->data, MPI_STATUS_IGNORE);
		if (p->rank == 1)
			MPI_Send(p->buffers.send, bytes, MPI_BYTE, peer, 0, p->data);
	}
	return (MPI_Wtime() - begin) / (double)loop;
}

static double sonde_batch(struct process *p, size_t bytes, size_t loop, unsigned long long seed)
{
	struct error err = {0};
	struct observation observation = {.seconds = NAN};
	struct order order = {
		.kind = ORDER_RUN,
		.what = {.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .bytes = bytes, .reply_bytes = bytes, .count = 1, .loop = loop, .warmup = 2},
		.n = 1,
		.seed = seed,
	};

	if (measure(p, &order, &observation, &err) != OK) {
		fprintf(stderr, "%s\n", err.text);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	return observation.seconds;
}

static void run(struct process *p, size_t bytes, size_t loop, struct result *result)
{
	result->bare = result->sonde = INFINITY;
	for (size_t i = 0; i < BATCHES; i++) {
		double bare, sonde;

		bare = bare_batch(p, (int)bytes, loop, i);
		sonde = sonde_batch(p, bytes, loop, i);
		result->bare = fmin(result->bare, bare);
		result->sonde = fmin(result->sonde, sonde);
		result->difference[i] = sonde - bare;
	}
}

static void print(size_t bytes, struct result *result)
{
	printf("%8zu %12.4f %12.4f %8.3f %14.1f %18.1f\n", bytes, 1e6 * result->bare, 1e6 * result->sonde, result->sonde / result->bare, 1e9 * (result->sonde - result->bare) / 2,
		1e9 * quantile_median(result->difference, BATCHES) / 2);
}

int main(int argc, char **argv)
{
	static const size_t sizes[] = {0, 1, 64, 1024, 8192, 65536, 1 << 20}, loops[] = {100, 100, 100, 50, 5, 1, 1};
	struct process p = {.neighbours = PEERS};
	struct result *result = calloc(1, sizeof(*result));

	MPI_Init(&argc, &argv);
	MPI_Comm_dup(MPI_COMM_WORLD, &p.data);
	MPI_Comm_rank(p.data, &p.rank);
	MPI_Comm_size(p.data, &p.size);
	if (!result || p.size != PEERS || buffers_reserve(&p.buffers, 1 << 20, PEERS, NULL) != OK) {
		fprintf(stderr, "loop_overhead: start it with mpirun -n 2\n");
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	if (p.rank == 0)
		printf("%8s %12s %12s %8s %14s %18s\n", "bytes", "bare us", "sonde us", "ratio", "ns a message", "median, ns");
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		run(&p, sizes[i], loops[i], result);
		if (p.rank == 0)
			print(sizes[i], result);
	}
	buffers_release(&p.buffers);
	MPI_Comm_free(&p.data);
	MPI_Finalize();
	free(result);
	return 0;
}
