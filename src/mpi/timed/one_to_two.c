#include "mpi/timed/one_to_two.h"

#include "mpi/cpu.h"
#include "mpi/timed/endpoint.h"

#include <math.h>

enum { RECEIVERS = 2 };

/* The endpoint of the sender, whose peer changes, or of a receiver. */
struct one_to_two_endpoint {
	struct endpoint endpoint;
	int receivers[RECEIVERS];
	int messages; /* that a receiver is sent in an operation: both if the receivers are one process */
	bool sends;
};

/* An empty message from each receiver to the sender: it is ready. */
static void synchronise_receivers(struct one_to_two_endpoint *part)
{
	struct endpoint *endpoint = &part->endpoint;
	MPI_Comm data = endpoint->process->data;

	for (int i = 0; !part->sends && i < part->messages; i++)
		endpoint_check(endpoint, MPI_Send(NULL, 0, MPI_BYTE, endpoint->what->from, TAG_TURN, data));
	for (int i = 0; part->sends && i < RECEIVERS; i++)
		endpoint_check(endpoint,
			       MPI_Recv(NULL, 0, MPI_BYTE, part->receivers[i], TAG_TURN, data, MPI_STATUS_IGNORE));
}

/* One operation of the sender, from this place. */
static void give(struct one_to_two_endpoint *part, const unsigned char *place, int bytes)
{
	struct endpoint *endpoint = &part->endpoint;
	MPI_Comm data = endpoint->process->data;

	for (int i = 0; i < RECEIVERS; i++)
		endpoint_check(endpoint, MPI_Send(place, bytes, MPI_BYTE, part->receivers[i], TAG_DATA, data));
	for (int i = 0; i < RECEIVERS; i++)
		endpoint_check(endpoint,
			       MPI_Recv(NULL, 0, MPI_BYTE, part->receivers[i], TAG_DATA, data, MPI_STATUS_IGNORE));
}

/* Both at once, the first receiver's answer into one place and the second's into another; returns when the first answer
 * was there. */
static double give_at_once(struct one_to_two_endpoint *part, const unsigned char *place, unsigned char *const into[])
{
	struct endpoint *endpoint = &part->endpoint;
	MPI_Comm data = endpoint->process->data;
	MPI_Request sends[RECEIVERS], answers[RECEIVERS];
	MPI_Status statuses[RECEIVERS], *ends = endpoint->statuses;
	int bytes = (int)endpoint->what->bytes, reply = (int)endpoint->what->reply_bytes, which;
	double first;

	for (int i = 0; i < RECEIVERS; i++)
		endpoint_check(endpoint,
			       MPI_Irecv(into[i], reply, MPI_BYTE, part->receivers[i], TAG_DATA, data, &answers[i]));
	for (int i = 0; i < RECEIVERS; i++)
		endpoint_check(endpoint,
			       MPI_Isend(place, bytes, MPI_BYTE, part->receivers[i], TAG_DATA, data, &sends[i]));
	endpoint_check(endpoint, MPI_Waitany(RECEIVERS, answers, &which, &ends[0]));
	first = MPI_Wtime();
	endpoint_check(endpoint, MPI_Wait(&answers[which == 0], &ends[1]));
	endpoint_check(endpoint, MPI_Waitall(RECEIVERS, sends, statuses));
	return first;
}

/* One operation of a receiver: into one place, the answer from another. */
static void take(struct one_to_two_endpoint *part, unsigned char *place, const unsigned char *answer,
		 MPI_Status *status)
{
	const struct experiment *what = part->endpoint.what;
	MPI_Comm data = part->endpoint.process->data;

	endpoint_check(&part->endpoint,
		       MPI_Recv(place, (int)what->bytes, MPI_BYTE, what->from, TAG_DATA, data, status));
	endpoint_check(&part->endpoint, MPI_Send(answer, (int)what->reply_bytes, MPI_BYTE, what->from, TAG_DATA, data));
}

/* Takes both messages of an operation at a process that is both receivers, and answers each when it is there. */
static void take_both(struct one_to_two_endpoint *part, unsigned char *place, MPI_Status *statuses)
{
	struct endpoint *endpoint = &part->endpoint;
	const struct experiment *what = endpoint->what;
	unsigned char *const into[] = {place, endpoint->process->buffers.warm};
	MPI_Comm data = endpoint->process->data;
	MPI_Request requests[RECEIVERS];
	int which;

	for (int i = 0; i < RECEIVERS; i++)
		endpoint_check(endpoint, MPI_Irecv(into[i], (int)what->bytes, MPI_BYTE, what->from, TAG_DATA, data,
						   &requests[i]));
	for (int i = 0; i < RECEIVERS; i++) {
		endpoint_check(endpoint, MPI_Waitany(RECEIVERS, requests, &which, &statuses[i]));
		endpoint_check(endpoint, MPI_Send(endpoint->out.base, (int)what->reply_bytes, MPI_BYTE, what->from,
						  TAG_DATA, data));
	}
}

static void warm_up(struct one_to_two_endpoint *part)
{
	struct endpoint *endpoint = &part->endpoint;
	unsigned char *warm = endpoint->process->buffers.warm, *const into[] = {endpoint->in.base, warm};

	for (size_t i = 0; i < endpoint->what->warmup; i++) {
		if (part->sends && endpoint->what->reply_bytes > 0)
			give_at_once(part, endpoint->out.base, into);
		else if (part->sends)
			give(part, warm, (int)endpoint->what->bytes);
		for (int k = 0; !part->sends && k < part->messages; k++)
			take(part, warm, warm, MPI_STATUS_IGNORE);
	}
}

static struct observation time_loop(struct one_to_two_endpoint *part)
{
	size_t loop = part->endpoint.what->loop;
	int bytes = (int)part->endpoint.what->bytes;
	struct ring out = part->endpoint.out;
	unsigned char *const into[] = {part->endpoint.in.base, part->endpoint.process->buffers.warm};
	double begin = MPI_Wtime(), began = begin, first = NAN, end;

	for (size_t i = 0; i < loop; i++) {
		if (part->endpoint.what->setup.operation == OPERATION_ISEND)
			first = give_at_once(part, ring_step(&out), into) - began;
		else
			give(part, ring_step(&out), bytes);
		began = first >= 0 ? MPI_Wtime() : began;
	}
	end = MPI_Wtime();
	return (struct observation){.at = begin, .seconds = (end - begin) / (double)loop, .send_seconds = first};
}

static void respond_loop(struct one_to_two_endpoint *part)
{
	struct endpoint *endpoint = &part->endpoint;
	size_t chunk, most = ENDPOINT_CHUNK / RECEIVERS;

	for (size_t done = 0; done < endpoint->what->loop; done += chunk) {
		chunk = endpoint->what->loop - done < most ? endpoint->what->loop - done : most;
		for (size_t i = 0; i < chunk; i++) {
			unsigned char *place = ring_step(&endpoint->in);

			if (part->messages == RECEIVERS)
				take_both(part, place, &endpoint->statuses[RECEIVERS * i]);
			else
				take(part, place, endpoint->out.base, &endpoint->statuses[i]);
		}
		endpoint_check_lengths(endpoint, (size_t)part->messages * chunk, endpoint->what->bytes);
	}
}

/* What the receivers answered: both wrote the same. */
static void check_answers(struct one_to_two_endpoint *part, unsigned long long seed)
{
	struct endpoint *endpoint = &part->endpoint;
	unsigned char *in = endpoint->in.base;

	endpoint_check_lengths(endpoint, RECEIVERS, endpoint->what->reply_bytes);
	endpoint_check_content(endpoint, seed);
	endpoint->in.base = endpoint->process->buffers.warm;
	endpoint_check_content(endpoint, seed);
	endpoint->in.base = in;
}

static void repetition(struct one_to_two_endpoint *part, unsigned long long seed, struct observation *observation)
{
	struct endpoint *endpoint = &part->endpoint;

	endpoint->in.next = endpoint->in.base;
	ring_fill(&endpoint->out, seed);
	cpu_begin(&endpoint->process->cpu);
	synchronise_receivers(part);
	warm_up(part);
	if (endpoint->together)
		MPI_Barrier(endpoint->process->data);
	if (part->sends)
		*observation = time_loop(part);
	else
		respond_loop(part);
	cpu_end(&endpoint->process->cpu);
	if (!part->sends)
		endpoint_check_content(endpoint, seed);
	else if (endpoint->what->reply_bytes > 0)
		check_answers(part, seed);
}

enum status one_to_two_measure(struct process *process, const struct batch *batch, struct observation *observations,
			       struct error *err)
{
	const struct experiment *what = &batch->what;
	struct error mine = {0};
	struct one_to_two_endpoint part = {
		.endpoint = {.process = process,
			     .what = what,
			     .err = &mine,
			     .peer = process->rank == what->from ? what->to : what->from,
			     .together = batch->together},
		.receivers = {what->to, (int)what->setup.third},
		.messages = (int)what->setup.third == what->to ? RECEIVERS : 1,
		.sends = process->rank == what->from,
	};
	size_t room = process->buffers.bytes, out = part.sends ? what->bytes : what->reply_bytes,
	       in = part.sends ? what->reply_bytes : what->bytes;

	part.endpoint.out = ring_in(process->buffers.send, room, out, out, what->loop);
	part.endpoint.in = ring_in(process->buffers.receive, room, in, in, what->loop);
	for (size_t i = 0; i < batch->n; i++)
		repetition(&part, batch->seed + i, part.sends ? &observations[i] : NULL);
	if (batch->together)
		MPI_Barrier(process->data);
	return mine.status == OK ? OK : error_set(err, mine.status, "%s", mine.text);
}
