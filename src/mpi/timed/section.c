/* The timed sections, in pairs: the measuring process' part and its responder's. */
#include "mpi/timed/section.h"

#include "mpi/clock.h"
#include "mpi/timed/calls.h"
#include "mpi/timed/crossed.h"
#include "mpi/timed/overlap.h"

#include <math.h>

/* n <= ENDPOINT_CHUNK times: count messages out, an answer back; the responder the other way round, for single
 * messages. The rings are in this function's own hands, for speed. */
static void exchange(struct endpoint *endpoint, size_t n)
{
	struct ring out = endpoint->out, in = endpoint->in;
	size_t count = endpoint->what->count;

	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < count; k++)
			endpoint_send(endpoint, &out);
		endpoint_receive(endpoint, &in, &endpoint->statuses[i]);
	}
	endpoint->out = out;
	endpoint->in = in;
}

static void respond_exchange(struct endpoint *endpoint, size_t n)
{
	struct ring out = endpoint->out, in = endpoint->in;

	for (size_t i = 0; i < n; i++) {
		endpoint_receive(endpoint, &in, &endpoint->statuses[i]);
		endpoint_send(endpoint, &out);
	}
	endpoint->out = out;
	endpoint->in = in;
}

/* loop times: count messages out, an answer back. Lengths are checked but for those of the last chunk, whose number is
 * returned: that is for after the timed section. */
static size_t time_loop(struct endpoint *endpoint, size_t loop)
{
	size_t chunk = 0;

	for (size_t done = 0; done < loop; done += chunk) {
		if (done > 0)
			endpoint_check_lengths(endpoint, chunk, endpoint->what->reply_bytes);
		chunk = loop - done < ENDPOINT_CHUNK ? loop - done : ENDPOINT_CHUNK;
		exchange(endpoint, chunk);
	}
	return chunk;
}

/* loop times: count messages out, an answer back. With loop = 1 the sends are timed by themselves. */
static struct observation time_trains(struct endpoint *endpoint, size_t loop)
{
	const struct experiment *what = endpoint->what;
	size_t unchecked = 1;
	double begin = MPI_Wtime(), sent = begin, end;

	if (loop == 1) {
		endpoint_send_many(endpoint, what->count);
		sent = MPI_Wtime();
		endpoint_receive(endpoint, &endpoint->in, &endpoint->statuses[0]);
	} else {
		unchecked = time_loop(endpoint, loop);
	}
	end = MPI_Wtime();
	endpoint_check_lengths(endpoint, unchecked, what->reply_bytes);
	return (struct observation){.at = begin,
				    .seconds = endpoint_span(endpoint, begin, end, loop == 1 ? 2 : 1) / (double)loop,
				    .send_seconds = loop == 1 ? endpoint_span(endpoint, begin, sent, 1) : NAN};
}

static void respond_trains(struct endpoint *endpoint, size_t loop)
{
	const struct experiment *what = endpoint->what;

	if (what->count > 1) {
		for (size_t i = 0; i < loop; i++) {
			endpoint_receive_many(endpoint, what->count);
			endpoint_send(endpoint, &endpoint->out);
		}
		return;
	}
	for (size_t done = 0; done < loop; done += ENDPOINT_CHUNK) {
		size_t chunk = loop - done < ENDPOINT_CHUNK ? loop - done : ENDPOINT_CHUNK;

		respond_exchange(endpoint, chunk);
		endpoint_check_lengths(endpoint, chunk, what->bytes);
	}
}

/* A burst of loop sends; the empty answer is not timed. */
static struct observation time_sends(struct endpoint *endpoint, size_t loop)
{
	double begin = MPI_Wtime(), end;

	endpoint_send_many(endpoint, loop);
	end = MPI_Wtime();
	endpoint_receive_many(endpoint, 1);
	return (struct observation){
		.at = begin, .seconds = endpoint_span(endpoint, begin, end, 1) / (double)loop, .send_seconds = NAN};
}

/* As round trips, of which the send calls alone are timed. */
static struct observation time_sends_alone(struct endpoint *endpoint, size_t loop)
{
	struct ring out = endpoint->out, in = endpoint->in;
	double at = MPI_Wtime(), seconds = 0;

	for (size_t i = 0; i < loop; i++) {
		double begin = MPI_Wtime();

		endpoint_send(endpoint, &out);
		seconds += MPI_Wtime() - begin;
		endpoint_receive(endpoint, &in, &endpoint->statuses[0]);
	}
	endpoint->out = out;
	endpoint->in = in;
	endpoint_check_lengths(endpoint, 1, 0);
	return (struct observation){
		.at = at, .seconds = endpoint_span(endpoint, 0, seconds, loop) / (double)loop, .send_seconds = NAN};
}

/* A receive that begins long before its wait. */
static void receive_apart(struct endpoint *endpoint)
{
	overlap_post(endpoint);
	clock_delay(endpoint->what->setup.compute);
	endpoint_check(endpoint, MPI_Wait(&endpoint->requests[0], &endpoint->statuses[0]));
	endpoint_check_lengths(endpoint, 1, endpoint->in.bytes);
}

/* A receiver that comes late, by a delay and by what it computes. */
static void wait_and_compute(const struct experiment *what)
{
	clock_wait(what->delay);
	if (what->setup.compute > 0)
		clock_delay(what->setup.compute);
}

static void respond_sends(struct endpoint *endpoint, size_t loop)
{
	const struct experiment *what = endpoint->what;

	if (what->kind == EXPERIMENT_SEND_EARLY)
		wait_and_compute(what);
	if (what->kind == EXPERIMENT_SEND_EARLY && what->setup.compute > 0 && what->setup.side == SIDE_RECEIVER)
		for (size_t i = 0; i < loop; i++)
			receive_apart(endpoint);
	else
		endpoint_receive_many(endpoint, loop);
	endpoint_send(endpoint, &endpoint->out);
}

/* Asks for loop messages, lets them arrive, and times the receive calls. */
static struct observation time_receives(struct endpoint *endpoint, size_t loop)
{
	double begin, end;

	endpoint_send(endpoint, &endpoint->out);
	clock_wait(endpoint->what->delay);
	begin = MPI_Wtime();
	endpoint_receive_many(endpoint, loop);
	end = MPI_Wtime();
	return (struct observation){
		.at = begin, .seconds = endpoint_span(endpoint, begin, end, 1) / (double)loop, .send_seconds = NAN};
}

/* The same with the receives posted before, each into a slot of its own. */
static struct observation time_expected(struct endpoint *endpoint, size_t loop)
{
	struct process *p = endpoint->process;
	double begin = MPI_Wtime(), posted, arrived, end;

	for (size_t i = 0; i < loop; i++)
		endpoint_check(endpoint, MPI_Irecv(ring_step(&endpoint->in), (int)endpoint->in.bytes, MPI_BYTE,
						   endpoint->peer, TAG_DATA, p->data, &endpoint->requests[i]));
	posted = MPI_Wtime();
	endpoint_send(endpoint, &endpoint->out);
	clock_wait(endpoint->what->delay);
	arrived = MPI_Wtime();
	for (size_t i = 0; i < loop; i++)
		endpoint_check(endpoint, MPI_Wait(&endpoint->requests[i], &endpoint->statuses[i]));
	end = MPI_Wtime();
	endpoint_check_lengths(endpoint, loop, endpoint->in.bytes);
	return (struct observation){.at = begin,
				    .seconds = endpoint_span(endpoint, 0, posted - begin + end - arrived, 2) /
					       (double)loop,
				    .send_seconds = NAN};
}

/* Several by MPI_Isend: where MPI_Send waits for its receiver, too, all are there before the first is received. A
 * single one by MPI_Send, as in the round trip that its delay follows from. */
static void respond_receives(struct endpoint *endpoint, size_t loop)
{
	endpoint_receive_many(endpoint, 1);
	if (loop > 1)
		calls_of(OPERATION_ISEND)->send(endpoint, loop);
	else
		endpoint_send(endpoint, &endpoint->out);
}

/* Head to head, of a single message or a window. */
static void pass_exchange(struct endpoint *endpoint)
{
	if (endpoint->what->count > 1)
		endpoint->calls->window(endpoint, endpoint->what->count);
	else
		endpoint->calls->exchange(endpoint);
}

/* One operation by the calls of the experiment; the responder's part. */
static void pass(struct endpoint *endpoint, bool measures)
{
	const struct experiment *what = endpoint->what;

	if (experiment_is_pair(what)) {
		pass_exchange(endpoint);
		pass_exchange(endpoint);
	} else if (measures && what->setup.operation == OPERATION_SENDRECV) {
		endpoint->calls->exchange(endpoint);
	} else if (measures) {
		endpoint->calls->send(endpoint, what->count);
		endpoint->calls->receive(endpoint, 1);
	} else {
		endpoint->calls->receive(endpoint, what->count);
		endpoint->calls->send(endpoint, 1);
	}
}

/* Of what calls left for after the timed section. */
static void check_rest(struct endpoint *endpoint)
{
	endpoint_check_lengths(endpoint, endpoint->unchecked, endpoint->in.bytes);
	endpoint->unchecked = 0;
}

/* A message by MPI_Isend whose MPI_Wait follows at once, and the answer. */
static struct observation time_isend(struct endpoint *endpoint)
{
	double begin = MPI_Wtime(), sent, end;

	endpoint->calls->send(endpoint, endpoint->what->count);
	sent = MPI_Wtime();
	endpoint->calls->receive(endpoint, 1);
	end = MPI_Wtime();
	return (struct observation){.at = begin,
				    .seconds = endpoint_span(endpoint, begin, end, 2),
				    .send_seconds = endpoint_span(endpoint, begin, sent, 1)};
}

/* Until the message has left, or the late receiver has it; the answer is not timed. */
static struct observation time_isend_early(struct endpoint *endpoint)
{
	struct observation observation = time_isend(endpoint);

	observation.seconds = observation.send_seconds;
	observation.send_seconds = NAN;
	return observation;
}

static struct observation time_passes(struct endpoint *endpoint, size_t loop)
{
	const struct experiment *what = endpoint->what;
	size_t times = experiment_is_pair(what) ? 2 * loop : loop;
	double begin = MPI_Wtime(), end;

	for (size_t i = 0; i < loop; i++)
		pass(endpoint, true);
	end = MPI_Wtime();
	check_rest(endpoint);
	return (struct observation){
		.at = begin, .seconds = endpoint_span(endpoint, begin, end, 1) / (double)times, .send_seconds = NAN};
}

/* Two head to head, one after the other. */
static struct observation time_exchange(struct endpoint *endpoint)
{
	double begin = MPI_Wtime(), first, end;

	pass_exchange(endpoint);
	first = MPI_Wtime();
	pass_exchange(endpoint);
	end = MPI_Wtime();
	check_rest(endpoint);
	return (struct observation){.at = begin,
				    .seconds = endpoint_span(endpoint, begin, end, 2) / 2,
				    .send_seconds = endpoint_span(endpoint, begin, first, 1)};
}

static void respond_passes(struct endpoint *endpoint, size_t loop)
{
	if (endpoint->what->kind == EXPERIMENT_SEND_EARLY)
		clock_wait(endpoint->what->delay);
	for (size_t i = 0; i < loop; i++)
		pass(endpoint, false);
	check_rest(endpoint);
}

struct observation endpoint_time(struct endpoint *endpoint)
{
	size_t loop = endpoint->what->loop;

	if (endpoint->what->kind == EXPERIMENT_OVERLAP)
		return overlap_time(endpoint);
	if (endpoint->what->kind == EXPERIMENT_CROSSED)
		return crossed_time(endpoint);
	if (endpoint->calls && loop == 1 && endpoint->what->kind == EXPERIMENT_ROUNDTRIP &&
	    endpoint->what->setup.operation == OPERATION_ISEND)
		return time_isend(endpoint);
	if (endpoint->calls && endpoint->what->kind == EXPERIMENT_SEND_EARLY)
		return time_isend_early(endpoint);
	if (endpoint->calls && loop == 1 && experiment_is_pair(endpoint->what))
		return time_exchange(endpoint);
	if (endpoint->calls)
		return time_passes(endpoint, loop);
	switch (endpoint->what->kind) {
	case EXPERIMENT_SEND:
	case EXPERIMENT_SEND_EARLY:
		return time_sends(endpoint, loop);
	case EXPERIMENT_SEND_ALONE:
		return time_sends_alone(endpoint, loop);
	case EXPERIMENT_RECEIVE:
		return time_receives(endpoint, loop);
	case EXPERIMENT_RECEIVE_EXPECTED:
		return time_expected(endpoint, loop);
	default:
		return time_trains(endpoint, loop);
	}
}

void endpoint_respond(struct endpoint *endpoint)
{
	size_t loop = endpoint->what->loop;

	if (endpoint->what->kind == EXPERIMENT_OVERLAP) {
		overlap_respond(endpoint);
		return;
	}
	if (endpoint->what->kind == EXPERIMENT_CROSSED) {
		crossed_respond(endpoint);
		return;
	}
	if (endpoint->calls) {
		respond_passes(endpoint, loop);
		return;
	}
	switch (endpoint->what->kind) {
	case EXPERIMENT_SEND:
	case EXPERIMENT_SEND_EARLY:
		respond_sends(endpoint, loop);
		break;
	case EXPERIMENT_RECEIVE:
	case EXPERIMENT_RECEIVE_EXPECTED:
		respond_receives(endpoint, loop);
		break;
	default:
		respond_trains(endpoint, loop);
	}
}
