/* The timed sections, in pairs: the measuring process' part and its mirror's. */
#include "mpi/timed/section.h"

#include "mpi/clock.h"
#include "mpi/timed/overlap.h"

#include <math.h>

/* n <= SIDE_CHUNK times: count messages out, an answer back; the mirror the other way round, for single messages. The
 * rings are in this function's own hands, for speed. */
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

/* loop times: count messages out, an answer back. Lengths are checked but for those of the last chunk, whose number is
 * returned: that is for after the timed section. */
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
	if (side->what->kind == EXPERIMENT_SEND_EARLY)
		clock_delay(side->what->delay);
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
		side_check(side, MPI_Irecv(ring_step(&side->in), (int)side->in.bytes, MPI_BYTE, side->peer, TAG_DATA,
					   p->data, &side->requests[i]));
	posted = MPI_Wtime();
	side_send(side, &side->out);
	clock_delay(side->what->delay);
	arrived = MPI_Wtime();
	for (size_t i = 0; i < loop; i++)
		side_check(side, MPI_Wait(&side->requests[i], &side->statuses[i]));
	end = MPI_Wtime();
	side_check_lengths(side, loop, side->in.bytes);
	return (struct observation){
		.at = begin, .seconds = (posted - begin + end - arrived) / (double)loop, .send_seconds = NAN};
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

	if (what->kind == EXPERIMENT_EXCHANGE) {
		for (size_t i = 0; i < experiment_messages(what); i++)
			side->calls->exchange(side);
	} else if (measures && what->setup.operation == OPERATION_SENDRECV) {
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
	size_t times = side->what->kind == EXPERIMENT_EXCHANGE ? loop * experiment_messages(side->what) : loop;
	double begin = MPI_Wtime(), end;

	for (size_t i = 0; i < loop; i++)
		pass(side, true);
	end = MPI_Wtime();
	return (struct observation){.at = begin, .seconds = (end - begin) / (double)times, .send_seconds = NAN};
}

static void mirror_passes(struct side *side, size_t loop)
{
	for (size_t i = 0; i < loop; i++)
		pass(side, false);
}

struct observation side_time(struct side *side)
{
	size_t loop = side->what->loop;

	if (side->what->kind == EXPERIMENT_OVERLAP)
		return overlap_time(side);
	if (side->calls)
		return time_passes(side, loop);
	switch (side->what->kind) {
	case EXPERIMENT_SEND:
	case EXPERIMENT_SEND_EARLY:
		return time_sends(side, loop);
	case EXPERIMENT_RECEIVE:
		return time_receives(side, loop);
	case EXPERIMENT_RECEIVE_EXPECTED:
		return time_expected(side, loop);
	default:
		return time_trains(side, loop);
	}
}

void side_mirror(struct side *side)
{
	size_t loop = side->what->loop;

	if (side->what->kind == EXPERIMENT_OVERLAP) {
		overlap_mirror(side);
		return;
	}
	if (side->calls) {
		mirror_passes(side, loop);
		return;
	}
	switch (side->what->kind) {
	case EXPERIMENT_SEND:
	case EXPERIMENT_SEND_EARLY:
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
