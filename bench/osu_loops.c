/*
 * What "sonde latency" and "sonde bandwidth" time, beside bare loops by the methods of osu_latency, osu_bw and
 * osu_bibw: ping-pongs; windows of 64 MPI_Isend, MPI_Waitall and an acknowledgement of 4 bytes; the same both ways. All
 * have the same buffers, written before each batch, and are timed in turn, in one run of two processes. Prints, per
 * size, the median of each and the median of the ratios of neighbouring batches.
 */
#include "mpi/timed/measure.h"
#include "stats/quantile.h"
#include "two.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BATCHES = 300, WINDOW = 64, ACKNOWLEDGEMENT = 4 };

struct result {
	double bare[BATCHES], sonde[BATCHES], ratio[BATCHES];
};

/* The rings that sonde has for so many messages at once. */
struct bare {
	const struct process *p;
	struct ring out, in;
	int bytes, peer;
};

static void wait_for(int n, MPI_Request *requests)
{
	MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
}

static void bare_latency(struct bare *b)
{
	if (b->p->rank == 0)
		MPI_Send(ring_step(&b->out), b->bytes, MPI_BYTE, b->peer, 0, b->p->data);
	MPI_Recv(ring_step(&b->in), b->bytes, MPI_BYTE, b->peer, 0, b->p->data, MPI_STATUS_IGNORE);
	if (b->p->rank == 1)
		MPI_Send(ring_step(&b->out), b->bytes, MPI_BYTE, b->peer, 0, b->p->data);
}

static void bare_receives(struct bare *b, MPI_Request *requests)
{
	for (int i = 0; i < WINDOW; i++)
		MPI_Irecv(ring_step(&b->in), b->bytes, MPI_BYTE, b->peer, 0, b->p->data, &requests[i]);
}

static void bare_sends(struct bare *b, MPI_Request *requests)
{
	for (int i = 0; i < WINDOW; i++)
		MPI_Isend(ring_step(&b->out), b->bytes, MPI_BYTE, b->peer, 0, b->p->data, &requests[i]);
}

static void bare_bandwidth(struct bare *b)
{
	MPI_Request requests[WINDOW];
	char answer[ACKNOWLEDGEMENT] = "";

	if (b->p->rank == 0) {
		bare_sends(b, requests);
		wait_for(WINDOW, requests);
		MPI_Recv(answer, ACKNOWLEDGEMENT, MPI_BYTE, b->peer, 1, b->p->data, MPI_STATUS_IGNORE);
	} else {
		bare_receives(b, requests);
		wait_for(WINDOW, requests);
		MPI_Send(answer, ACKNOWLEDGEMENT, MPI_BYTE, b->peer, 1, b->p->data);
	}
}

static void bare_both_ways(struct bare *b)
{
	MPI_Request in[WINDOW], out[WINDOW];

	bare_receives(b, in);
	bare_sends(b, out);
	wait_for(WINDOW, out);
	wait_for(WINDOW, in);
}

static const struct method {
	const char *name;
	void (*bare)(struct bare *b);
	struct experiment sonde;
	size_t messages;
} methods[] = {
	{"latency", bare_latency, {.kind = EXPERIMENT_ROUNDTRIP, .count = 1}, 1},
	{"bandwidth",
	 bare_bandwidth,
	 {.kind = EXPERIMENT_TRAIN, .count = WINDOW, .setup = {.operation = OPERATION_ISEND}},
	 WINDOW},
	{"both ways",
	 bare_both_ways,
	 {.kind = EXPERIMENT_EXCHANGE, .count = WINDOW, .setup = {.operation = OPERATION_ISEND}},
	 WINDOW},
};

/* Exchanges through other buffers, as sonde has before each timing. */
static void warm_up(struct bare *b, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (b->p->rank == 0)
			MPI_Send(b->p->buffers.warm, b->bytes, MPI_BYTE, b->peer, 0, b->p->data);
		MPI_Recv(b->p->buffers.warm, b->bytes, MPI_BYTE, b->peer, 0, b->p->data, MPI_STATUS_IGNORE);
		if (b->p->rank == 1)
			MPI_Send(b->p->buffers.warm, b->bytes, MPI_BYTE, b->peer, 0, b->p->data);
	}
}

static double bare_batch(const struct process *p, const struct method *method, size_t bytes, size_t loop,
			 unsigned long long seed)
{
	size_t slots = loop * method->messages;
	struct bare b = {.p = p,
			 .out = ring_in(p->buffers.send, p->buffers.bytes, bytes, bytes, slots),
			 .in = ring_in(p->buffers.receive, p->buffers.bytes, bytes, bytes, slots),
			 .bytes = (int)bytes,
			 .peer = 1 - p->rank};
	double begin;

	ring_fill(&b.out, seed);
	MPI_Barrier(p->data);
	warm_up(&b, method->messages);
	begin = MPI_Wtime();
	for (size_t i = 0; i < loop; i++)
		method->bare(&b);
	return (MPI_Wtime() - begin) / (double)loop;
}

static double sonde_batch(struct process *p, const struct method *method, size_t bytes, size_t loop,
			  unsigned long long seed)
{
	struct error err = {0};
	struct observation observation = {.seconds = NAN};
	struct batch batch = {.what = method->sonde, .n = 1, .seed = seed};

	batch.what.to = 1;
	batch.what.bytes = bytes;
	batch.what.reply_bytes = method->sonde.kind == EXPERIMENT_ROUNDTRIP ? bytes : 0;
	batch.what.loop = loop;
	batch.what.warmup = method->messages;
	if (measure(p, &batch, &observation, &err) != OK) {
		fprintf(stderr, "%s\n", err.text);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	return observation.seconds;
}

static void run(struct process *p, const struct method *method, size_t bytes, size_t loop, struct result *r)
{
	for (size_t i = 0; i < BATCHES; i++) {
		bool first = i % 2 == 0;

		if (first)
			r->bare[i] = bare_batch(p, method, bytes, loop, i);
		r->sonde[i] = sonde_batch(p, method, bytes, loop, i);
		if (!first)
			r->bare[i] = bare_batch(p, method, bytes, loop, i);
		r->ratio[i] = r->sonde[i] / r->bare[i];
	}
	if (p->rank == 0)
		printf("%-10s %8zu %12.4f %12.4f %8.3f\n", method->name, bytes,
		       1e6 * quantile_median(r->bare, BATCHES) / (double)method->messages,
		       1e6 * quantile_median(r->sonde, BATCHES) / (double)method->messages,
		       quantile_median(r->ratio, BATCHES));
}

int main(int argc, char **argv)
{
	static const size_t sizes[] = {1, 64, 1024, 8192, 65536, 1 << 20}, trips[] = {100, 100, 50, 10, 2, 1},
			    windows[] = {20, 20, 10, 2, 1, 1};
	struct result *result = calloc(1, sizeof(*result));
	struct process p;

	if (!result)
		return 1;
	two_begin(&p, &argc, &argv, 1 << 20, "osu_loops", "              bytes      bare us     sonde us    ratio");
	for (size_t k = 0; k < sizeof(methods) / sizeof(methods[0]); k++)
		for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
			run(&p, &methods[k], sizes[i], k == 0 ? trips[i] : windows[i], result);
	two_end(&p);
	free(result);
	return 0;
}
