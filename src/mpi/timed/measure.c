#include "mpi/timed/measure.h"

#include "mpi/timed/calls.h"
#include "mpi/collective/measure.h"
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
static void warm_up(struct side *side)
{
	struct process *p = side->process;
	int out = (int)side->out.bytes, in = (int)side->in.bytes;
	bool elsewhere = side->what->setup.operation != OPERATION_SEND || side->in.layout.kind != LAYOUT_CONTIGUOUS ||
			 side->what->setup.cold[p->rank == side->what->to];
	unsigned char *into = elsewhere ? p->buffers.warm : side->in.base;

	if (p->rank == side->what->from)
		side_check(side, MPI_Send(p->buffers.warm, out, MPI_BYTE, side->peer, TAG_DATA, p->data));
	side_check(side, MPI_Recv(into, in, MPI_BYTE, side->peer, TAG_DATA, p->data, MPI_STATUS_IGNORE));
	if (p->rank == side->what->to)
		side_check(side, MPI_Send(p->buffers.warm, out, MPI_BYTE, side->peer, TAG_DATA, p->data));
}

/* An empty message from one side to the other that tells it to go on. */
static void pass_turn(struct side *side, bool sends)
{
	MPI_Comm data = side->process->data;

	if (sends)
		side_check(side, MPI_Send(NULL, 0, MPI_BYTE, side->peer, TAG_TURN, data));
	else
		side_check(side, MPI_Recv(NULL, 0, MPI_BYTE, side->peer, TAG_TURN, data, MPI_STATUS_IGNORE));
}

/* The measuring process waits until the mirror has written its messages and checked the last ones. */
static void meet(struct side *side, bool measures)
{
	if (side->what->kind != EXPERIMENT_OVERLAP) {
		pass_turn(side, !measures);
		for (size_t i = 0; i < side->what->warmup; i++)
			warm_up(side);
		return;
	}
	for (size_t i = 0; i < side->what->warmup; i++)
		warm_up(side);
	if (!measures)
		overlap_post(side);
	pass_turn(side, !measures);
	pass_turn(side, measures); /* else a mirror that computes would have begun before the clock does */
}

/*
 * The mirror says nothing more until its last message has arrived: what it sent right behind it, the verdict or the
 * next repetition's warm-up, would share the link with it. Empty messages are gone by then.
 */
static void part(struct side *side, bool measures)
{
	const struct experiment *what = side->what;

	if ((measure_by(what) == what->from && what->kind != EXPERIMENT_EXCHANGE ? what->reply_bytes : what->bytes) > 0)
		pass_turn(side, measures);
}

/* All processes of the platform, also those without an experiment, go on at the same time. */
static void meet_all(const struct process *process)
{
	MPI_Barrier(process->data);
}

/* They leave the barrier one after the other: the measuring process begins when its mirror is there too. */
static void start_together(struct side *side, bool measures)
{
	meet_all(side->process);
	if (side->what->kind != EXPERIMENT_OVERLAP)
		pass_turn(side, !measures);
}

/* One repetition: write, meet, time or mirror, part, check. */
static void repetition(struct side *side, unsigned long long seed, struct observation *observation)
{
	side->out.next = side->out.base;
	side->in.next = side->in.base;
	ring_fill(&side->out, seed);
	ring_fill_gaps(&side->in);
	if (side->what->setup.cold[side->process->rank == side->what->to])
		cache_evict(&side->process->cache);
	meet(side, observation != NULL);
	if (side->calls && side->calls->ready)
		side->calls->ready(side);
	if (side->together)
		start_together(side, observation != NULL);
	if (observation)
		*observation = side_time(side);
	else
		side_mirror(side);
	part(side, observation != NULL);
	side_check_content(side, seed);
}

enum status measure(struct process *process, const struct batch *batch, struct observation *observations,
		    struct error *err)
{
	struct error mine = {0};
	const struct experiment *what = &batch->what;
	bool other_calls = what->setup.operation != OPERATION_SEND || what->kind == EXPERIMENT_EXCHANGE;
	struct side side = {.process = process,
			    .what = what,
			    .err = &mine,
			    .peer = process->rank == what->from ? what->to : what->from,
			    .together = batch->together};
	bool measures = process->rank == measure_by(what);

	if (what->kind == EXPERIMENT_COLLECTIVE)
		return collective_measure(process, batch, observations, err);
	if (what->kind == EXPERIMENT_ONE_TO_TWO)
		return one_to_two_measure(process, batch, observations, err);
	side.calls = other_calls && what->kind != EXPERIMENT_OVERLAP ? calls_of(what->setup.operation) : NULL;
	if (what->setup.cold[process->rank == what->to])
		cache_prepare(&process->cache, &mine);
	side_lay_out_rings(&side);
	side_make_types(&side);
	if (side.calls && side.calls->open)
		side.calls->open(&side);
	for (size_t i = 0; i < batch->n; i++)
		repetition(&side, batch->seed + i, measures ? &observations[i] : NULL);
	if (batch->together)
		meet_all(process); /* else the answers of those that are done first would cross what is still timed */
	if (side.calls && side.calls->close)
		side.calls->close(&side);
	datatype_free(&side.out_type);
	datatype_free(&side.in_type);
	datatype_free(&side.peer_type);
	return mine.status == OK ? OK : error_set(err, mine.status, "%s", mine.text);
}

void measure_nothing(struct process *process, const struct batch *batch)
{
	for (size_t i = 0; i <= batch->n; i++)
		meet_all(process);
}
