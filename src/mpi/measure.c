#include "mpi/measure.h"

#include "mpi/calls.h"
#include "mpi/clock.h"
#include "mpi/collective.h"
#include "mpi/datatype.h"
#include "mpi/side.h"

#include <math.h>

int measure_by(const struct experiment *what)
{
	if (what->kind == EXPERIMENT_COLLECTIVE)
		return 0;
	return what->kind == EXPERIMENT_RECEIVE || what->kind == EXPERIMENT_RECEIVE_EXPECTED ? what->to : what->from;
}

void side_report(struct side *side, int code)
{
	char text[MPI_MAX_ERROR_STRING] = "";
	int length = 0;

	MPI_Error_string(code, text, &length);
	error_set(side->err, ERR_PLATFORM, "%s between processes %d and %d failed: %s", experiment_name(side->what->kind), side->what->from, side->what->to, text);
}

void side_check_lengths(struct side *side, size_t n, size_t bytes)
{
	for (size_t i = 0; i < n; i++) {
		int length = 0;

		MPI_Get_count(&side->statuses[i], MPI_BYTE, &length);
		if (length < 0 || (size_t)length != bytes)
			error_set(side->err, ERR_PLATFORM, "process %d received %d bytes from process %d where %zu were sent: the times of this platform cannot be trusted", side->process->rank, length, side->peer, bytes);
	}
}

/* Compares what arrived with what the peer wrote for this seed. */
static void check_content(struct side *side, unsigned long long seed)
{
	size_t offset = 0, slot = ring_check(&side->in, seed, &offset);

	if (slot < side->in.slots)
		error_set(side->err, ERR_PLATFORM, "process %d received a message of %zu bytes from process %d with wrong content: byte %zu is 0x%02x, 0x%02x was sent", side->process->rank, side->in.bytes,
			side->peer, offset, side->in.base[slot * side->in.stride + offset], ring_byte(slot, offset, seed));
}

void side_send_many(struct side *side, size_t n)
{
	struct ring out = side->out;

	for (size_t i = 0; i < n; i++)
		side_send(side, &out);
	side->out = out;
}

void side_receive_many(struct side *side, size_t n)
{
	while (n > 0) {
		size_t chunk = n < SIDE_CHUNK ? n : SIDE_CHUNK;

		for (size_t i = 0; i < chunk; i++)
			side_receive(side, &side->in, &side->statuses[i]);
		side_check_lengths(side, chunk, side->in.bytes);
		n -= chunk;
	}
}

/* An exchange of the experiment's sizes that is not timed: it warms up what messages run through, but the buffers are others. */
static void warm_up(struct side *side)
{
	struct process *p = side->process;
	int out = (int)side->out.bytes, in = (int)side->in.bytes;
	bool elsewhere = side->what->setup.operation != OPERATION_SEND || side->in.layout.kind != LAYOUT_CONTIGUOUS || side->what->setup.cold[p->rank == side->what->to];
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

/* The overlap's receive is there before the measuring process begins. */
static void post_overlap(struct side *side, bool measures)
{
	if (side->what->kind == EXPERIMENT_OVERLAP && !measures)
		side_check(side, MPI_Irecv(ring_step(&side->in), side->in_count, side->in_type, side->peer, TAG_DATA, side->process->data, &side->requests[0]));
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
	post_overlap(side, measures);
	pass_turn(side, !measures);
}

/*
 * The mirror says nothing more until its last message has arrived: what it sent right behind it, the verdict or the next repetition's warm-up, would share the link with it. Empty messages
 * are gone by then.
 */
static void part(struct side *side, bool measures)
{
	const struct experiment *what = side->what;

	if ((measure_by(what) == what->from && what->kind != EXPERIMENT_EXCHANGE ? what->reply_bytes : what->bytes) > 0)
		pass_turn(side, measures);
}

/* n <= SIDE_CHUNK times: count messages out, an answer back; the mirror the other way round, for single messages. The rings are in this function's own hands, for speed. */
static void exchange(struct side *side, size_t n)
{
	struct ring out = side->out, in = side->in;
	size_t count = side->what->count;

	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < count; k++)
			side_send(side, &out);
		side_receive(side, &in, &side->statuses[i]);
	}
	side->out = out;
	side->in = in;
}

static void mirror_exchange(struct side *side, size_t n)
{
	struct ring out = side->out, in = side->in;

	for (size_t i = 0; i < n; i++) {
		side_receive(side, &in, &side->statuses[i]);
		side_send(side, &out);
	}
	side->out = out;
	side->in = in;
}

/* loop times: count messages out, an answer back. Lengths are checked but for those of the last chunk, whose number is returned: that is for after the timed section. */
static size_t time_loop(struct side *side, size_t loop)
{
	size_t chunk = 0;

	for (size_t done = 0; done < loop; done += chunk) {
		if (done > 0)
			side_check_lengths(side, chunk, side->what->reply_bytes);
		chunk = loop - done < SIDE_CHUNK ? loop - done : SIDE_CHUNK;
		exchange(side, chunk);
	}
	return chunk;
}

/* loop times: count messages out, an answer back. With loop = 1 the sends are timed by themselves. */
static struct observation time_trains(struct side *side, size_t loop)
{
	const struct experiment *what = side->what;
	size_t unchecked = 1;
	double begin = MPI_Wtime(), sent = NAN, end;

	if (loop == 1) {
		side_send_many(side, what->count);
		sent = MPI_Wtime();
		side_receive(side, &side->in, &side->statuses[0]);
	} else {
		unchecked = time_loop(side, loop);
	}
	end = MPI_Wtime();
	side_check_lengths(side, unchecked, what->reply_bytes);
	return (struct observation){.at = begin, .seconds = (end - begin) / (double)loop, .send_seconds = sent - begin};
}

static void mirror_trains(struct side *side, size_t loop)
{
	const struct experiment *what = side->what;

	if (what->count > 1) {
		for (size_t i = 0; i < loop; i++) {
			side_receive_many(side, what->count);
			side_send(side, &side->out);
		}
		return;
	}
	for (size_t done = 0; done < loop; done += SIDE_CHUNK) {
		size_t chunk = loop - done < SIDE_CHUNK ? loop - done : SIDE_CHUNK;

		mirror_exchange(side, chunk);
		side_check_lengths(side, chunk, what->bytes);
	}
}

/* A burst of loop sends; the empty answer is not timed. */
static struct observation time_sends(struct side *side, size_t loop)
{
	double begin = MPI_Wtime(), end;

	side_send_many(side, loop);
	end = MPI_Wtime();
	side_receive_many(side, 1);
	return (struct observation){.at = begin, .seconds = (end - begin) / (double)loop, .send_seconds = NAN};
}

static void mirror_sends(struct side *side, size_t loop)
{
	side_receive_many(side, loop);
	side_send(side, &side->out);
}

/* Asks for loop messages, lets them arrive, and times the receive calls. */
static struct observation time_receives(struct side *side, size_t loop)
{
	double begin, end;

	side_send(side, &side->out);
	clock_delay(side->what->delay);
	begin = MPI_Wtime();
	side_receive_many(side, loop);
	end = MPI_Wtime();
	return (struct observation){.at = begin, .seconds = (end - begin) / (double)loop, .send_seconds = NAN};
}

/* The same with the receives posted before, each into a slot of its own. */
static struct observation time_expected(struct side *side, size_t loop)
{
	struct process *p = side->process;
	double begin = MPI_Wtime(), posted, arrived, end;

	for (size_t i = 0; i < loop; i++)
		side_check(side, MPI_Irecv(ring_step(&side->in), (int)side->in.bytes, MPI_BYTE, side->peer, TAG_DATA, p->data, &side->requests[i]));
	posted = MPI_Wtime();
	side_send(side, &side->out);
	clock_delay(side->what->delay);
	arrived = MPI_Wtime();
	for (size_t i = 0; i < loop; i++)
		side_check(side, MPI_Wait(&side->requests[i], &side->statuses[i]));
	end = MPI_Wtime();
	side_check_lengths(side, loop, side->in.bytes);
	return (struct observation){.at = begin, .seconds = (posted - begin + end - arrived) / (double)loop, .send_seconds = NAN};
}

static void mirror_receives(struct side *side, size_t loop)
{
	side_receive_many(side, 1);
	side_send_many(side, loop);
}

/* One operation by the calls of the experiment; the mirror's part. */
static void pass(struct side *side, bool measures)
{
	const struct experiment *what = side->what;

	if (what->kind == EXPERIMENT_EXCHANGE || (measures && what->setup.operation == OPERATION_SENDRECV)) {
		side->calls->exchange(side);
	} else if (measures) {
		side->calls->send(side, what->count);
		side->calls->receive(side, 1);
	} else {
		side->calls->receive(side, what->count);
		side->calls->send(side, 1);
	}
}

static struct observation time_passes(struct side *side, size_t loop)
{
	double begin = MPI_Wtime(), end;

	for (size_t i = 0; i < loop; i++)
		pass(side, true);
	end = MPI_Wtime();
	return (struct observation){.at = begin, .seconds = (end - begin) / (double)loop, .send_seconds = NAN};
}

static void mirror_passes(struct side *side, size_t loop)
{
	for (size_t i = 0; i < loop; i++)
		pass(side, false);
}

/* A message begun, computation, the message completed, and an empty answer. */
static struct observation time_overlap(struct side *side)
{
	const struct setup *setup = &side->what->setup;
	double begin = MPI_Wtime(), end;

	side_check(side, MPI_Isend(ring_step(&side->out), side->out_count, side->out_type, side->peer, TAG_DATA, side->process->data, &side->requests[0]));
	if (setup->side == SIDE_SENDER)
		clock_delay(setup->compute);
	side_check(side, MPI_Wait(&side->requests[0], MPI_STATUS_IGNORE));
	side_receive(side, &side->in, &side->statuses[0]);
	end = MPI_Wtime();
	return (struct observation){.at = begin, .seconds = end - begin, .send_seconds = NAN};
}

/* The receive is posted before the measuring process begins: see meet. */
static void mirror_overlap(struct side *side)
{
	const struct setup *setup = &side->what->setup;

	if (setup->side == SIDE_RECEIVER)
		clock_delay(setup->compute);
	side_check(side, MPI_Wait(&side->requests[0], &side->statuses[0]));
	side_check_lengths(side, 1, side->in.bytes);
	side_send(side, &side->out);
}

static struct observation time_once(struct side *side, size_t loop)
{
	if (side->what->kind == EXPERIMENT_OVERLAP)
		return time_overlap(side);
	if (side->calls)
		return time_passes(side, loop);
	switch (side->what->kind) {
	case EXPERIMENT_SEND:
		return time_sends(side, loop);
	case EXPERIMENT_RECEIVE:
		return time_receives(side, loop);
	case EXPERIMENT_RECEIVE_EXPECTED:
		return time_expected(side, loop);
	default:
		return time_trains(side, loop);
	}
}

static void mirror_once(struct side *side, size_t loop)
{
	if (side->what->kind == EXPERIMENT_OVERLAP) {
		mirror_overlap(side);
		return;
	}
	if (side->calls) {
		mirror_passes(side, loop);
		return;
	}
	switch (side->what->kind) {
	case EXPERIMENT_SEND:
		mirror_sends(side, loop);
		break;
	case EXPERIMENT_RECEIVE:
	case EXPERIMENT_RECEIVE_EXPECTED:
		mirror_receives(side, loop);
		break;
	default:
		mirror_trains(side, loop);
	}
}

/* How many messages the process from sends in a timed section. */
static size_t messages_under_study(const struct experiment *what)
{
	return what->loop * what->count;
}

/* How many the other way: answers, or one request or one empty answer. */
static size_t messages_back(const struct experiment *what)
{
	return what->kind == EXPERIMENT_ROUNDTRIP || what->kind == EXPERIMENT_TRAIN || what->kind == EXPERIMENT_EXCHANGE ? what->loop : 1;
}

/* A ring whose slots are as large as both ends need, so that places have the same distance at both. */
static struct ring ring_for(const struct side *side, unsigned char *base, size_t bytes, size_t count, int end)
{
	const struct layout *layouts = side->what->setup.layout;
	size_t span = layout_span(&layouts[0], bytes), other = layout_span(&layouts[1], bytes);
	struct ring ring = ring_in(base, side->process->buffers.bytes, bytes, span > other ? span : other, count);

	ring.layout = layouts[end];
	if (side->calls && side->calls->slots_most)
		ring_limit(&ring, side->calls->slots_most);
	return ring;
}

static void lay_out_rings(struct side *side)
{
	const struct experiment *what = side->what;
	struct buffers *b = &side->process->buffers;
	bool sender = side->process->rank == what->from;
	size_t back = what->kind == EXPERIMENT_EXCHANGE ? what->bytes : what->reply_bytes;

	side->out = ring_for(side, b->send, sender ? what->bytes : back, sender ? messages_under_study(what) : messages_back(what), sender ? 0 : 1);
	side->in = ring_for(side, b->receive, sender ? back : what->bytes, sender ? messages_back(what) : messages_under_study(what), sender ? 0 : 1);
}

/* The types of messages this way, that way, and at the other end of what this process moves. */
static void make_types(struct side *side)
{
	const struct setup *setup = &side->what->setup;
	int here = side->process->rank == side->what->from ? 0 : 1;
	bool gets = setup->operation == OPERATION_GET_FENCE || setup->operation == OPERATION_GET_LOCK;

	side_check(side, datatype_make(&setup->layout[here], side->out.bytes, &side->out_type, &side->out_count));
	side_check(side, datatype_make(&setup->layout[here], side->in.bytes, &side->in_type, &side->in_count));
	side_check(side, datatype_make(&setup->layout[1 - here], gets ? side->in.bytes : side->out.bytes, &side->peer_type, &side->peer_count));
}

/* All processes of the platform, also those without an experiment, go on at the same time. */
static void start_together(const struct process *process)
{
	MPI_Barrier(process->data);
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
		start_together(side->process);
	if (observation)
		*observation = time_once(side, side->what->loop);
	else
		mirror_once(side, side->what->loop);
	part(side, observation != NULL);
	check_content(side, seed);
}

enum status measure(struct process *process, const struct order *order, struct observation *observations, struct error *err)
{
	struct error mine = {0};
	const struct experiment *what = &order->what;
	bool other_calls = what->setup.operation != OPERATION_SEND || what->kind == EXPERIMENT_EXCHANGE;
	struct side side = {.process = process, .what = what, .err = &mine, .peer = process->rank == what->from ? what->to : what->from, .together = order->together};
	bool measures = process->rank == measure_by(what);

	if (what->kind == EXPERIMENT_COLLECTIVE)
		return collective_measure(process, order, observations, err);
	side.calls = other_calls && what->kind != EXPERIMENT_OVERLAP ? calls_of(what->setup.operation) : NULL;
	if (what->setup.cold[process->rank == what->to])
		cache_prepare(&process->cache, &mine);
	lay_out_rings(&side);
	make_types(&side);
	if (side.calls && side.calls->open)
		side.calls->open(&side);
	for (size_t i = 0; i < order->n; i++)
		repetition(&side, order->seed + i, measures ? &observations[i] : NULL);
	if (side.calls && side.calls->close)
		side.calls->close(&side);
	datatype_free(&side.out_type);
	datatype_free(&side.in_type);
	datatype_free(&side.peer_type);
	return mine.status == OK ? OK : error_set(err, mine.status, "%s", mine.text);
}

void measure_nothing(struct process *process, const struct order *order)
{
	for (size_t i = 0; i < order->n; i++)
		start_together(process);
}
