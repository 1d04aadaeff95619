#include "mpi/timed/measure.h"

#include "mpi/timed/calls.h"
#include "mpi/collective/measure.h"
#include "mpi/cpu.h"
#include "mpi/datatype.h"
#include "mpi/timed/one_to_two.h"
#include "mpi/timed/overlap.h"
#include "mpi/timed/section.h"

int measure_by(const struct experiment *what)
{
	if (what->kind == EXPERIMENT_COLLECTIVE)
		return 0;
	return what->kind == EXPERIMENT_RECEIVE || what->kind == EXPERIMENT_RECEIVE_EXPECTED ? what->to : what->from;
}

/* An exchange of the experiment's sizes that is not timed: it warms up what messages run through, but the buffers are
 * others. */
static void warm_up(struct endpoint *endpoint)
{
	struct process *p = endpoint->process;
	int out = (int)endpoint->out.bytes, in = (int)endpoint->in.bytes;
	bool elsewhere = endpoint->what->setup.operation != OPERATION_SEND ||
			 endpoint->in.layout.kind != LAYOUT_CONTIGUOUS ||
			 endpoint->what->setup.cold[p->rank == endpoint->what->to];
	unsigned char *into = elsewhere ? p->buffers.warm : endpoint->in.base;

	if (p->rank == endpoint->what->from)
		endpoint_check(endpoint, MPI_Send(p->buffers.warm, out, MPI_BYTE, endpoint->peer, TAG_DATA, p->data));
	endpoint_check(endpoint, MPI_Recv(into, in, MPI_BYTE, endpoint->peer, TAG_DATA, p->data, MPI_STATUS_IGNORE));
	if (p->rank == endpoint->what->to)
		endpoint_check(endpoint, MPI_Send(p->buffers.warm, out, MPI_BYTE, endpoint->peer, TAG_DATA, p->data));
}

/* An empty message from one endpoint to the other that tells it to go on. */
static void pass_turn(struct endpoint *endpoint, bool sends)
{
	MPI_Comm data = endpoint->process->data;

	if (sends)
		endpoint_check(endpoint, MPI_Send(NULL, 0, MPI_BYTE, endpoint->peer, TAG_TURN, data));
	else
		endpoint_check(endpoint,
			       MPI_Recv(NULL, 0, MPI_BYTE, endpoint->peer, TAG_TURN, data, MPI_STATUS_IGNORE));
}

/* The measuring process waits until the responder has written its messages and checked the last ones. */
static void synchronise_pair(struct endpoint *endpoint, bool measures)
{
	if (endpoint->what->kind != EXPERIMENT_OVERLAP) {
		pass_turn(endpoint, !measures);
		for (size_t i = 0; i < endpoint->what->warmup; i++)
			warm_up(endpoint);
		return;
	}
	for (size_t i = 0; i < endpoint->what->warmup; i++)
		warm_up(endpoint);
	if (!measures)
		overlap_post(endpoint);
	pass_turn(endpoint, !measures);
	/* Else a responder that computes would have begun before the clock does. One that does not would still be
	 * taking this message when the one that is timed arrives. */
	if (endpoint->what->setup.compute > 0 && endpoint->what->setup.side == SIDE_RECEIVER)
		pass_turn(endpoint, measures);
}

/*
 * The responder says nothing more until its last message has arrived: what it sent right behind it, the reply or the
 * next repetition's warm-up, would share the link with it. Empty messages are gone by then.
 */
static void hold_until_received(struct endpoint *endpoint, bool measures)
{
	const struct experiment *what = endpoint->what;

	if ((measure_by(what) == what->from && what->kind != EXPERIMENT_EXCHANGE ? what->reply_bytes : what->bytes) > 0)
		pass_turn(endpoint, measures);
}

/* All processes of the platform, also those without an experiment, go on at the same time. */
static void synchronise_all(const struct process *process)
{
	MPI_Barrier(process->data);
}

/* They leave the barrier one after the other: the measuring process begins when its responder is there too. */
static void start_together(struct endpoint *endpoint, bool measures)
{
	synchronise_all(endpoint->process);
	if (endpoint->what->kind != EXPERIMENT_OVERLAP)
		pass_turn(endpoint, !measures);
}

/* One repetition: write, synchronise, time or respond, hold until received, check. */
static void repetition(struct endpoint *endpoint, unsigned long long seed, struct observation *observation)
{
	endpoint->out.next = endpoint->out.base;
	endpoint->in.next = endpoint->in.base;
	ring_fill(&endpoint->out, seed);
	ring_fill_gaps(&endpoint->in);
	if (endpoint->what->setup.cold[endpoint->process->rank == endpoint->what->to])
		cache_evict(&endpoint->process->cache);
	cpu_begin(&endpoint->process->cpu);
	synchronise_pair(endpoint, observation != NULL);
	if (endpoint->calls && endpoint->calls->ready)
		endpoint->calls->ready(endpoint);
	if (endpoint->together)
		start_together(endpoint, observation != NULL);
	if (observation)
		*observation = endpoint_time(endpoint);
	else
		endpoint_respond(endpoint);
	cpu_end(&endpoint->process->cpu);
	hold_until_received(endpoint, observation != NULL);
	if (endpoint->calls != &calls_of_user)
		endpoint_check_content(endpoint, seed);
}

/* Whether memory may be wanted that a process has by now for buffers alone. */
static bool needs_memory(const struct setup *setup)
{
	return setup->cold[0] || setup->cold[1] || setup->layout[0].kind == LAYOUT_INDEXED ||
	       setup->layout[1].kind == LAYOUT_INDEXED;
}

/* True at both endpoints if both have what they need: else none begins, since the other would wait for it, or receive
 * something else. */
static bool both_ready(struct endpoint *endpoint)
{
	int mine = endpoint->err->status == OK, theirs = 1;

	if (!needs_memory(&endpoint->what->setup))
		return true;
	endpoint_check(endpoint, MPI_Sendrecv(&mine, 1, MPI_INT, endpoint->peer, TAG_TURN, &theirs, 1, MPI_INT,
					      endpoint->peer, TAG_TURN, endpoint->process->data, MPI_STATUS_IGNORE));
	return mine && theirs;
}

/* All repetitions of two endpoints that are ready. */
static void repeat(struct endpoint *endpoint, const struct batch *batch, struct observation *observations)
{
	const struct calls *calls = endpoint->calls;

	if (calls && calls->open)
		calls->open(endpoint);
	for (size_t i = 0; i < batch->n; i++)
		repetition(endpoint, batch->seed + i, observations ? &observations[i] : NULL);
	if (batch->together)
		synchronise_all(endpoint->process); /* else the answers of those that are done first would cross what
						       is still timed */
	if (calls && calls->close)
		calls->close(endpoint);
}

enum status measure(struct process *process, const struct batch *batch, struct observation *observations,
		    struct error *err)
{
	struct error mine = {0};
	const struct experiment *what = &batch->what;
	bool own_calls = what->kind == EXPERIMENT_OVERLAP || what->kind == EXPERIMENT_CROSSED,
	     other_calls = !own_calls && (what->setup.operation != OPERATION_SEND || what->kind == EXPERIMENT_EXCHANGE);
	struct endpoint endpoint = {.process = process,
				    .what = what,
				    .err = &mine,
				    .peer = process->rank == what->from ? what->to : what->from,
				    .together = batch->together};
	bool measures = process->rank == measure_by(what);

	if (what->kind == EXPERIMENT_COLLECTIVE)
		return collective_measure(process, batch, observations, err);
	if (what->kind == EXPERIMENT_ONE_TO_TWO)
		return one_to_two_measure(process, batch, observations, err);
	endpoint.calls = calls_are_users(what) ? &calls_of_user : other_calls ? calls_of(what->setup.operation) : NULL;
	if (what->setup.cold[process->rank == what->to]) {
		double begin = MPI_Wtime();

		cache_prepare(&process->cache, &mine);
		process->readied += MPI_Wtime() - begin;
	}
	endpoint_lay_out_rings(&endpoint);
	endpoint_make_types(&endpoint);
	if (both_ready(&endpoint))
		repeat(&endpoint, batch, measures ? observations : NULL);
	else if (batch->together)
		measure_nothing(process, batch);
	datatype_free(&endpoint.out_type);
	datatype_free(&endpoint.in_type);
	datatype_free(&endpoint.peer_type);
	return mine.status == OK ? OK : error_set(err, mine.status, "%s", mine.text);
}

void measure_nothing(struct process *process, const struct batch *batch)
{
	for (size_t i = 0; i <= batch->n; i++)
		synchronise_all(process);
}
