/*
 * What the measuring loop itself costs: round trips timed by sonde's loop and by bare ping-pong loops, in turn, in one
 * run of two processes. All have separate buffers that are written before each batch. One bare loop sends the same
 * place again and again, as most benchmarks do; the other walks through places as sonde's does, so that what differs is
 * the loop alone. Prints, per size, the least time of each, and the median difference between neighbouring batches of
 * sonde and of the walking bare loop, per message.
 */
#include "mpi/timed/measure.h"
#include "stats/quantile.h"
#include "two.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BATCHES = 2000 };

struct result {
	double same, walking, sonde; /* least seconds of a round trip */
	double difference[BATCHES];  /* sonde - walking, neighbouring batches */
};

static double bare_batch(const struct process *p, size_t bytes, size_t loop, size_t places, unsigned long long seed)
{
	struct ring out = ring_in(p->buffers.send, p->buffers.bytes, bytes, bytes, places),
		    in = ring_in(p->buffers.receive, p->buffers.bytes, bytes, bytes, places);
	int peer = 1 - p->rank;
	double begin;

	ring_fill(&out, seed);
	MPI_Barrier(p->data);
	begin = MPI_Wtime();
	for (size_t i = 0; i < loop; i++) {
		if (p->rank == 0)
			MPI_Send(ring_step(&out), (int)bytes, MPI_BYTE, peer, 0, p->data);
		MPI_Recv(ring_step(&in), (int)bytes, MPI_BYTE, peer, 0, p->data, MPI_STATUS_IGNORE);
		if (p->rank == 1)
			MPI_Send(ring_step(&out), (int)bytes, MPI_BYTE, peer, 0, p->data);
	}
	return (MPI_Wtime() - begin) / (double)loop;
}

static double sonde_batch(struct process *p, size_t bytes, size_t loop, unsigned long long seed)
{
	struct error err = {0};
	struct observation observation = {.seconds = NAN};
	struct batch batch = {
		.what = {.kind = EXPERIMENT_ROUNDTRIP,
			 .from = 0,
			 .to = 1,
			 .bytes = bytes,
			 .reply_bytes = bytes,
			 .count = 1,
			 .loop = loop,
			 .warmup = 1},
		.n = 1,
		.seed = seed,
	};

	if (measure(p, &batch, &observation, &err) != OK) {
		fprintf(stderr, "%s\n", err.text);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	return observation.seconds;
}

static void run(struct process *p, size_t bytes, size_t loop, struct result *result)
{
	result->same = result->walking = result->sonde = INFINITY;
	for (size_t i = 0; i < BATCHES; i++) {
		double same = bare_batch(p, bytes, loop, 1, i), walking = bare_batch(p, bytes, loop, loop, i),
		       sonde = sonde_batch(p, bytes, loop, i);

		result->same = fmin(result->same, same);
		result->walking = fmin(result->walking, walking);
		result->sonde = fmin(result->sonde, sonde);
		result->difference[i] = sonde - walking;
	}
}

static void print(size_t bytes, struct result *result)
{
	printf("%8zu %14.4f %12.4f %12.4f %8.3f %14.1f %18.1f\n", bytes, 1e6 * result->same, 1e6 * result->walking,
	       1e6 * result->sonde, result->sonde / result->walking, 1e9 * (result->sonde - result->walking) / 2,
	       1e9 * quantile_median(result->difference, BATCHES) / 2);
}

int main(int argc, char **argv)
{
	static const size_t sizes[] = {0, 1, 64, 1024, 8192, 65536, 1 << 20}, loops[] = {100, 100, 100, 50, 5, 1, 1};
	struct result *result = calloc(1, sizeof(*result));
	struct process p;

	if (!result)
		return 1;
	two_begin(&p, &argc, &argv, 1 << 20, "loop_overhead",
		  "   bytes  bare, same us   walking us     sonde us    ratio   ns a message         median, ns");
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		run(&p, sizes[i], loops[i], result);
		if (p.rank == 0)
			print(sizes[i], result);
	}
	two_end(&p);
	free(result);
	return 0;
}
