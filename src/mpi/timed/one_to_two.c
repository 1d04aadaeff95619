#include "mpi/timed/one_to_two.h"

#include "mpi/timed/side.h"

#include <math.h>

enum { RECEIVERS = 2 };

/* The side of the sender, whose peer changes, or of a receiver. */
struct one_to_two_side {
	struct side side;
	int receivers[RECEIVERS];
	bool sends;
};

/* An empty message from each receiver to the sender: it is ready. */
static void meet(struct one_to_two_side *part)
{
	struct side *side = &part->side;
	MPI_Comm data = side->process->data;

	if (!part->sends)
		side_check(side, MPI_Send(NULL, 0, MPI_BYTE, side->what->from, TAG_TURN, data));
	for (int i = 0; part->sends && i < RECEIVERS; i++)
		side_check(side, MPI_Recv(NULL, 0, MPI_BYTE, part->receivers[i], TAG_TURN, data, MPI_STATUS_IGNORE));
}

/* One operation of the sender, from this place. */
static void give(struct one_to_two_side *part, const unsigned char *place, int bytes)
{
	struct side *side = &part->side;
	MPI_Comm data = side->process->data;

	for (int i = 0; i < RECEIVERS; i++)
		side_check(side, MPI_Send(place, bytes, MPI_BYTE, part->receivers[i], TAG_DATA, data));
	for (int i = 0; i < RECEIVERS; i++)
		side_check(side, MPI_Recv(NULL, 0, MPI_BYTE, part->receivers[i], TAG_DATA, data, MPI_STATUS_IGNORE));
}

/* Both at once; returns when the first answer was there. */
static double give_at_once(struct one_to_two_side *part, const unsigned char *place, int bytes)
{
	struct side *side = &part->side;
	MPI_Comm data = side->process->data;
	MPI_Request sends[RECEIVERS], answers[RECEIVERS];
	MPI_Status statuses[RECEIVERS];
	double first;
	int which;

	for (int i = 0; i < RECEIVERS; i++)
		side_check(side, MPI_Irecv(NULL, 0, MPI_BYTE, part->receivers[i], TAG_DATA, data, &answers[i]));
	for (int i = 0; i < RECEIVERS; i++)
		side_check(side, MPI_Isend(place, bytes, MPI_BYTE, part->receivers[i], TAG_DATA, data, &sends[i]));
	side_check(side, MPI_Waitany(RECEIVERS, answers, &which, MPI_STATUS_IGNORE));
	first = MPI_Wtime();
	side_check(side, MPI_Waitall(RECEIVERS, answers, statuses));
	side_check(side, MPI_Waitall(RECEIVERS, sends, statuses));
	return first;
}

/* One operation of a receiver, into this place. */
static void take(struct one_to_two_side *part, unsigned char *place, MPI_Status *status)
{
	struct side *side = &part->side;
	MPI_Comm data = side->process->data;

	side_check(side, MPI_Recv(place, (int)side->what->bytes, MPI_BYTE, side->what->from, TAG_DATA, data, status));
	side_check(side, MPI_Send(NULL, 0, MPI_BYTE, side->what->from, TAG_DATA, data));
}

static void warm_up(struct one_to_two_side *part)
{
	unsigned char *warm = part->side.process->buffers.warm;

	for (size_t i = 0; i < part->side.what->warmup; i++) {
		if (part->sends)
			give(part, warm, (int)part->side.what->bytes);
		else
			take(part, warm, MPI_STATUS_IGNORE);
	}
}

static struct observation time_loop(struct one_to_two_side *part)
{
	size_t loop = part->side.what->loop;
	int bytes = (int)part->side.what->bytes;
	struct ring out = part->side.out;
	double begin = MPI_Wtime(), began = begin, first = NAN, end;

	for (size_t i = 0; i < loop; i++) {
		if (part->side.what->setup.operation == OPERATION_ISEND)
			first = give_at_once(part, ring_step(&out), bytes) - began;
		else
			give(part, ring_step(&out), bytes);
		began = first >= 0 ? MPI_Wtime() : began;
	}
	end = MPI_Wtime();
	return (struct observation){.at = begin, .seconds = (end - begin) / (double)loop, .send_seconds = first};
}

static void mirror_loop(struct one_to_two_side *part)
{
	struct side *side = &part->side;
	size_t chunk;

	for (size_t done = 0; done < side->what->loop; done += chunk) {
		chunk = side->what->loop - done < SIDE_CHUNK ? side->what->loop - done : SIDE_CHUNK;
		for (size_t i = 0; i < chunk; i++)
			take(part, ring_step(&side->in), &side->statuses[i]);
		side_check_lengths(side, chunk, side->what->bytes);
	}
}

static void repetition(struct one_to_two_side *part, unsigned long long seed, struct observation *observation)
{
	struct side *side = &part->side;

	side->in.next = side->in.base;
	ring_fill(&side->out, seed);
	meet(part);
	warm_up(part);
	if (side->together)
		MPI_Barrier(side->process->data);
	if (part->sends)
		*observation = time_loop(part);
	else
		mirror_loop(part);
	if (!part->sends)
		side_check_content(side, seed);
}

enum status one_to_two_measure(struct process *process, const struct batch *batch, struct observation *observations,
			       struct error *err)
{
	const struct experiment *what = &batch->what;
	struct error mine = {0};
	struct one_to_two_side part = {
		.side = {.process = process,
			 .what = what,
			 .err = &mine,
			 .peer = process->rank == what->from ? what->to : what->from,
			 .together = batch->together},
		.receivers = {what->to, (int)what->setup.third},
		.sends = process->rank == what->from,
	};
	size_t room = process->buffers.bytes;

	part.side.out = ring_in(process->buffers.send, room, part.sends ? what->bytes : 0, part.sends ? what->bytes : 0,
				what->loop);
	part.side.in = ring_in(process->buffers.receive, room, part.sends ? 0 : what->bytes,
			       part.sends ? 0 : what->bytes, what->loop);
	for (size_t i = 0; i < batch->n; i++)
		repetition(&part, batch->seed + i, part.sends ? &observations[i] : NULL);
	if (batch->together)
		MPI_Barrier(process->data);
	return mine.status == OK ? OK : error_set(err, mine.status, "%s", mine.text);
}
