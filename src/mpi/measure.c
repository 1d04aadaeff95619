#include "mpi/measure.h"

#include "mpi/clock.h"

#include <math.h>

/* Statuses are checked after the timed section, or every CHUNK messages of a long one. */
enum { CHUNK = MEASURE_EXPECTED_MOST };

/* One side of an experiment while it runs. */
struct side {
	struct process *process;
	const struct experiment *what;
	int peer;
	struct error *err;
	struct ring out, in; /* where the messages of a timed section come from and go to */
	MPI_Status statuses[CHUNK];
	MPI_Request requests[CHUNK]; /* for expected messages */
};

int measure_by(const struct experiment *what)
{
	return what->kind == EXPERIMENT_RECEIVE || what->kind == EXPERIMENT_RECEIVE_EXPECTED ? what->to : what->from;
}

static void report_call(struct side *side, int code)
{
	char text[MPI_MAX_ERROR_STRING] = "";
	int length = 0;

	MPI_Error_string(code, text, &length);
	error_set(side->err, ERR_PLATFORM, "%s between processes %d and %d failed: %s", experiment_name(side->what->kind), side->what->from, side->what->to, text);
}

static inline void check_call(struct side *side, int code)
{
	if (code != MPI_SUCCESS)
		report_call(side, code);
}

/* Reports the first of n received messages whose length is not bytes. */
static void check_lengths(struct side *side, size_t n, size_t bytes)
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

/* A message from or into the next place of a ring. Inline, and with a ring that is the caller's own: what it costs beside MPI is what the measurement costs. */
static inline void send_from(struct side *side, struct ring *out)
{
	check_call(side, MPI_Send(ring_step(out), (int)out->bytes, MPI_BYTE, side->peer, TAG_DATA, side->process->data));
}

static inline void receive_into(struct side *side, struct ring *in, MPI_Status *status)
{
	check_call(side, MPI_Recv(ring_step(in), (int)in->bytes, MPI_BYTE, side->peer, TAG_DATA, side->process->data, status));
}

static void send_many(struct side *side, size_t n)
{
	struct ring out = side->out;

	for (size_t i = 0; i < n; i++)
		send_from(side, &out);
	side->out = out;
}

/* n messages, all lengths checked. */
static void receive_many(struct side *side, size_t n)
{
	while (n > 0) {
		size_t chunk = n < CHUNK ? n : CHUNK;

		for (size_t i = 0; i < chunk; i++)
			receive_into(side, &side->in, &side->statuses[i]);
		check_lengths(side, chunk, side->in.bytes);
		n -= chunk;
	}
}

/* An exchange as the experiment's own that is not timed: it warms up what messages run through, but the buffer that it sends from is another. */
static void warm_up(struct side *side)
{
	struct process *p = side->process;
	int out = (int)side->out.bytes, in = (int)side->in.bytes;

	if (p->rank == side->what->from)
		check_call(side, MPI_Send(p->buffers.warm, out, MPI_BYTE, side->peer, TAG_DATA, p->data));
	check_call(side, MPI_Recv(side->in.base, in, MPI_BYTE, side->peer, TAG_DATA, p->data, MPI_STATUS_IGNORE));
	if (p->rank == side->what->to)
		check_call(side, MPI_Send(p->buffers.warm, out, MPI_BYTE, side->peer, TAG_DATA, p->data));
}

/* An empty message from one side to the other that tells it to go on. */
static void pass_turn(struct side *side, bool sends)
{
	MPI_Comm data = side->process->data;

	if (sends)
		check_call(side, MPI_Send(NULL, 0, MPI_BYTE, side->peer, TAG_TURN, data));
	else
		check_call(side, MPI_Recv(NULL, 0, MPI_BYTE, side->peer, TAG_TURN, data, MPI_STATUS_IGNORE));
}

/* The measuring process waits until the mirror has written its messages and checked the last ones. */
static void meet(struct side *side, bool measures)
{
	pass_turn(side, !measures);
	for (size_t i = 0; i < side->what->warmup; i++)
		warm_up(side);
}

/*
 * The mirror says nothing more until its last message has arrived: what it sent right behind it, the verdict or the next repetition's warm-up, would share the link with it. Empty messages
 * are gone by then.
 */
static void part(struct side *side, bool measures)
{
	const struct experiment *what = side->what;

	if ((measure_by(what) == what->from ? what->reply_bytes : what->bytes) > 0)
		pass_turn(side, measures);
}

/* n <= CHUNK times: count messages out, an answer back; the mirror the other way round, for single messages. The rings are in this function's own hands, for speed. */
static void exchange(struct side *side, size_t n)
{
	struct ring out = side->out, in = side->in;
	size_t count = side->what->count;

	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < count; k++)
			send_from(side, &out);
		receive_into(side, &in, &side->statuses[i]);
	}
	side->out = out;
	side->in = in;
}

static void mirror_exchange(struct side *side, size_t n)
{
	struct ring out = side->out, in = side->in;

	for (size_t i = 0; i < n; i++) {
		receive_into(side, &in, &side->statuses[i]);
		send_from(side, &out);
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
			check_lengths(side, chunk, side->what->reply_bytes);
		chunk = loop - done < CHUNK ? loop - done : CHUNK;
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
		send_many(side, what->count);
		sent = MPI_Wtime();
		receive_into(side, &side->in, &side->statuses[0]);
	} else {
		unchecked = time_loop(side, loop);
	}
	end = MPI_Wtime();
	check_lengths(side, unchecked, what->reply_bytes);
	return (struct observation){.at = begin, .seconds = (end - begin) / (double)loop, .send_seconds = sent - begin};
}

static void mirror_trains(struct side *side, size_t loop)
{
	const struct experiment *what = side->what;

	if (what->count > 1) {
		for (size_t i = 0; i < loop; i++) {
			receive_many(side, what->count);
			send_from(side, &side->out);
		}
		return;
	}
	for (size_t done = 0; done < loop; done += CHUNK) {
		size_t chunk = loop - done < CHUNK ? loop - done : CHUNK;

		mirror_exchange(side, chunk);
		check_lengths(side, chunk, what->bytes);
	}
}

/* A burst of loop sends; the empty answer is not timed. */
static struct observation time_sends(struct side *side, size_t loop)
{
	double begin = MPI_Wtime(), end;

	send_many(side, loop);
	end = MPI_Wtime();
	receive_many(side, 1);
	return (struct observation){.at = begin, .seconds = (end - begin) / (double)loop, .send_seconds = NAN};
}

static void mirror_sends(struct side *side, size_t loop)
{
	receive_many(side, loop);
	send_from(side, &side->out);
}

/* Asks for loop messages, lets them arrive, and times the receive calls. */
static struct observation time_receives(struct side *side, size_t loop)
{
	double begin, end;

	send_from(side, &side->out);
	clock_delay(side->what->delay);
	begin = MPI_Wtime();
	receive_many(side, loop);
	end = MPI_Wtime();
	return (struct observation){.at = begin, .seconds = (end - begin) / (double)loop, .send_seconds = NAN};
}

/* The same with the receives posted before, each into a slot of its own. */
static struct observation time_expected(struct side *side, size_t loop)
{
	struct process *p = side->process;
	double begin = MPI_Wtime(), posted, arrived, end;

	for (size_t i = 0; i < loop; i++)
		check_call(side, MPI_Irecv(ring_step(&side->in), (int)side->in.bytes, MPI_BYTE, side->peer, TAG_DATA, p->data, &side->requests[i]));
	posted = MPI_Wtime();
	send_from(side, &side->out);
	clock_delay(side->what->delay);
	arrived = MPI_Wtime();
	for (size_t i = 0; i < loop; i++)
		check_call(side, MPI_Wait(&side->requests[i], &side->statuses[i]));
	end = MPI_Wtime();
	check_lengths(side, loop, side->in.bytes);
	return (struct observation){.at = begin, .seconds = (posted - begin + end - arrived) / (double)loop, .send_seconds = NAN};
}

static void mirror_receives(struct side *side, size_t loop)
{
	receive_many(side, 1);
	send_many(side, loop);
}

static struct observation time_once(struct side *side, size_t loop)
{
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
	return what->kind == EXPERIMENT_ROUNDTRIP || what->kind == EXPERIMENT_TRAIN ? what->loop : 1;
}

static void lay_out_rings(struct side *side)
{
	const struct experiment *what = side->what;
	struct buffers *b = &side->process->buffers;
	bool sender = side->process->rank == what->from;

	side->out = ring_in(b->send, b->bytes, sender ? what->bytes : what->reply_bytes, sender ? messages_under_study(what) : messages_back(what));
	side->in = ring_in(b->receive, b->bytes, sender ? what->reply_bytes : what->bytes, sender ? messages_back(what) : messages_under_study(what));
}

/* One repetition: write, meet, time or mirror, part, check. */
static void repetition(struct side *side, unsigned long long seed, struct observation *observation)
{
	lay_out_rings(side);
	ring_fill(&side->out, seed);
	meet(side, observation != NULL);
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
	struct side side = {.process = process, .what = what, .err = &mine, .peer = process->rank == what->from ? what->to : what->from};
	bool measures = process->rank == measure_by(what);

	for (size_t i = 0; i < order->n; i++)
		repetition(&side, order->seed + i, measures ? &observations[i] : NULL);
	return mine.status == OK ? OK : error_set(err, mine.status, "%s", mine.text);
}
