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
	MPI_Status statuses[CHUNK];
	MPI_Request requests[CHUNK]; /* for expected messages */
};

int measure_by(const struct experiment *what)
{
	return what->kind == EXPERIMENT_RECEIVE || what->kind == EXPERIMENT_RECEIVE_EXPECTED ? what->to : what->from;
}

static void check_call(struct side *side, int code)
{
	char text[MPI_MAX_ERROR_STRING] = "";
	int length = 0;

	if (code == MPI_SUCCESS)
		return;
	MPI_Error_string(code, text, &length);
	error_set(side->err, ERR_PLATFORM, "%s between processes %d and %d failed: %s", experiment_name(side->what->kind), side->what->from, side->what->to, text);
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

/* Compares what the receive buffer holds from start on with what the peer wrote for this seed. */
static void check_content(struct side *side, size_t start, size_t bytes, unsigned long long seed)
{
	const unsigned char *data = side->process->buffers.receive + start;
	size_t wrong = content_check(data, bytes, seed);

	if (wrong < bytes)
		error_set(side->err, ERR_PLATFORM, "process %d received a message of %zu bytes from process %d with wrong content: byte %zu is 0x%02x, 0x%02x was sent", side->process->rank, bytes, side->peer,
			wrong, data[wrong], content_byte(wrong, seed));
}

static void send_message(struct side *side, size_t bytes)
{
	check_call(side, MPI_Send(side->process->buffers.send, (int)bytes, MPI_BYTE, side->peer, TAG_DATA, side->process->data));
}

static void receive_message(struct side *side, size_t bytes, MPI_Status *status)
{
	check_call(side, MPI_Recv(side->process->buffers.receive, (int)bytes, MPI_BYTE, side->peer, TAG_DATA, side->process->data, status));
}

static void send_many(struct side *side, size_t n, size_t bytes)
{
	for (size_t i = 0; i < n; i++)
		send_message(side, bytes);
}

/* n messages of bytes, all lengths checked. */
static void receive_many(struct side *side, size_t n, size_t bytes)
{
	while (n > 0) {
		size_t chunk = n < CHUNK ? n : CHUNK;

		for (size_t i = 0; i < chunk; i++)
			receive_message(side, bytes, &side->statuses[i]);
		check_lengths(side, chunk, bytes);
		n -= chunk;
	}
}

static void pass(struct side *side)
{
	check_call(side, MPI_Send(NULL, 0, MPI_BYTE, side->peer, TAG_READY, side->process->data));
}

static void take(struct side *side)
{
	check_call(side, MPI_Recv(NULL, 0, MPI_BYTE, side->peer, TAG_READY, side->process->data, MPI_STATUS_IGNORE));
}

/* The measuring process waits until the mirror is ready; then empty messages warm up what an exchange runs through, but not the buffers. */
static void meet_mirror(struct side *side)
{
	take(side);
	for (size_t i = 0; i < side->what->warmup; i++) {
		pass(side);
		take(side);
	}
}

static void meet_measurer(struct side *side)
{
	pass(side);
	for (size_t i = 0; i < side->what->warmup; i++) {
		take(side);
		pass(side);
	}
}

/* loop times: count messages out, an answer back. With loop = 1 the sends are timed by themselves. */
static struct observation time_trains(struct side *side, size_t loop)
{
	const struct experiment *what = side->what;
	double begin = MPI_Wtime(), sent = NAN, end;

	if (loop == 1) {
		send_many(side, what->count, what->bytes);
		sent = MPI_Wtime();
		receive_message(side, what->reply_bytes, &side->statuses[0]);
	} else {
		for (size_t i = 0; i < loop; i++) {
			send_many(side, what->count, what->bytes);
			receive_message(side, what->reply_bytes, &side->statuses[i % CHUNK]);
		}
	}
	end = MPI_Wtime();
	check_lengths(side, loop < CHUNK ? loop : CHUNK, what->reply_bytes);
	return (struct observation){.at = begin, .seconds = (end - begin) / (double)loop, .send_seconds = sent - begin};
}

static void mirror_trains(struct side *side, size_t loop)
{
	const struct experiment *what = side->what;

	if (what->count > 1) {
		for (size_t i = 0; i < loop; i++) {
			receive_many(side, what->count, what->bytes);
			send_message(side, what->reply_bytes);
		}
		return;
	}
	for (size_t done = 0; done < loop; done += CHUNK) {
		size_t chunk = loop - done < CHUNK ? loop - done : CHUNK;

		for (size_t i = 0; i < chunk; i++) {
			receive_message(side, what->bytes, &side->statuses[i]);
			send_message(side, what->reply_bytes);
		}
		check_lengths(side, chunk, what->bytes);
	}
}

/* A burst of loop sends; the empty answer is not timed. */
static struct observation time_sends(struct side *side, size_t loop)
{
	double begin = MPI_Wtime(), end;

	send_many(side, loop, side->what->bytes);
	end = MPI_Wtime();
	receive_many(side, 1, 0);
	return (struct observation){.at = begin, .seconds = (end - begin) / (double)loop, .send_seconds = NAN};
}

static void mirror_sends(struct side *side, size_t loop)
{
	receive_many(side, loop, side->what->bytes);
	send_message(side, 0);
}

/* Asks for loop messages, lets them arrive, and times the receive calls. */
static struct observation time_receives(struct side *side, size_t loop)
{
	double begin, end;

	send_message(side, 0);
	clock_delay(side->what->delay);
	begin = MPI_Wtime();
	receive_many(side, loop, side->what->bytes);
	end = MPI_Wtime();
	return (struct observation){.at = begin, .seconds = (end - begin) / (double)loop, .send_seconds = NAN};
}

/* The same with the receives posted before, each into its own part of the buffer. */
static struct observation time_expected(struct side *side, size_t loop)
{
	struct process *p = side->process;
	size_t bytes = side->what->bytes;
	double begin = MPI_Wtime(), posted, arrived, end;

	for (size_t i = 0; i < loop; i++)
		check_call(side, MPI_Irecv(p->buffers.receive + i * bytes, (int)bytes, MPI_BYTE, side->peer, TAG_DATA, p->data, &side->requests[i]));
	posted = MPI_Wtime();
	send_message(side, 0);
	clock_delay(side->what->delay);
	arrived = MPI_Wtime();
	for (size_t i = 0; i < loop; i++)
		check_call(side, MPI_Wait(&side->requests[i], &side->statuses[i]));
	end = MPI_Wtime();
	check_lengths(side, loop, bytes);
	return (struct observation){.at = begin, .seconds = (posted - begin + end - arrived) / (double)loop, .send_seconds = NAN};
}

static void mirror_receives(struct side *side, size_t loop)
{
	receive_many(side, 1, 0);
	send_many(side, loop, side->what->bytes);
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

/* The sizes of the messages that this side sends and receives: the one under study goes from -> to, the other way go answers or empty requests. */
static size_t bytes_sent(const struct side *side)
{
	return side->process->rank == side->what->from ? side->what->bytes : side->what->reply_bytes;
}

static size_t bytes_received(const struct side *side)
{
	return side->process->rank == side->what->from ? side->what->reply_bytes : side->what->bytes;
}

/* How many messages the receive buffer holds at the end: expected ones lie side by side, others one over the other. */
static size_t slots(const struct side *side)
{
	return side->what->kind == EXPERIMENT_RECEIVE_EXPECTED && side->process->rank == side->what->to ? side->what->loop : 1;
}

/* One repetition: write, meet, time or mirror, check. */
static void repetition(struct side *side, unsigned long long seed, struct observation *observation)
{
	const struct experiment *what = side->what;

	content_fill(side->process->buffers.send, bytes_sent(side), seed);
	if (observation) {
		meet_mirror(side);
		*observation = time_once(side, what->loop);
	} else {
		meet_measurer(side);
		mirror_once(side, what->loop);
	}
	for (size_t i = 0; i < slots(side); i++)
		check_content(side, i * bytes_received(side), bytes_received(side), seed);
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
