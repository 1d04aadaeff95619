#include "mpi/timed/side.h"

#include "mpi/datatype.h"

void side_report(struct side *side, int code)
{
	char text[MPI_MAX_ERROR_STRING] = "";
	int length = 0;

	MPI_Error_string(code, text, &length);
	error_set(side->err, ERR_PLATFORM, "%s between processes %d and %d failed: %s",
		  experiment_name(side->what->kind), side->what->from, side->what->to, text);
}

void side_check_lengths(struct side *side, size_t n, size_t bytes)
{
	for (size_t i = 0; i < n; i++) {
		int length = 0;

		MPI_Get_count(&side->statuses[i], MPI_BYTE, &length);
		if (length < 0 || (size_t)length != bytes)
			error_set(side->err, ERR_PLATFORM,
				  "process %d received %d bytes from process %d where %zu were sent: the times of this "
				  "platform cannot be trusted",
				  side->process->rank, length, side->peer, bytes);
	}
}

void side_check_content(struct side *side, unsigned long long seed)
{
	size_t offset = 0, slot = ring_check(&side->in, seed, &offset);

	if (slot == side->in.slots)
		return;
	if (offset == side->in.bytes)
		error_set(side->err, ERR_PLATFORM,
			  "process %d received a message of %zu bytes from process %d, and what lies between the "
			  "blocks of its layout was written to",
			  side->process->rank, side->in.bytes, side->peer);
	else
		error_set(side->err, ERR_PLATFORM,
			  "process %d received a message of %zu bytes from process %d with wrong content: byte %zu is "
			  "0x%02x, 0x%02x was sent",
			  side->process->rank, side->in.bytes, side->peer, offset,
			  side->in.base[slot * side->in.stride + layout_offset(&side->in.layout, offset)],
			  ring_byte(slot, offset, seed));
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

/* How many messages the process to sends in a timed section: answers, or one request or one empty answer, or as many as
 * from. */
static size_t messages_back(const struct experiment *what)
{
	if (what->kind == EXPERIMENT_EXCHANGE)
		return what->loop * experiment_messages(what);
	return what->kind == EXPERIMENT_ROUNDTRIP || what->kind == EXPERIMENT_TRAIN ? what->loop : 1;
}

/* A ring whose slots are as large as both ends need, so that places have the same distance at both. */
static struct ring ring_for(const struct side *side, unsigned char *base, size_t bytes, size_t count, int end)
{
	const struct layout *layouts = side->what->setup.layout;
	size_t span = layout_span(&layouts[0], bytes), other = layout_span(&layouts[1], bytes);
	struct ring ring = ring_in(base, side->process->buffers.bytes, bytes, span > other ? span : other, count);

	ring.layout = layouts[end];
	if (side->calls && side->calls->slots_most && ring.slots > side->calls->slots_most)
		ring_resize(&ring, side->calls->slots_most);
	return ring;
}

/* Of cold data that are exchanged no message lies where the one before did, however long it is. */
static void leave_cold(struct side *side)
{
	const struct setup *setup = &side->what->setup;

	if (side->what->kind != EXPERIMENT_EXCHANGE || !(setup->cold[0] || setup->cold[1]) || side->what->bytes == 0 ||
	    side->out.slots > 1)
		return;
	ring_resize(&side->out, 2);
	ring_resize(&side->in, 2);
}

void side_lay_out_rings(struct side *side)
{
	const struct experiment *what = side->what;
	struct buffers *b = &side->process->buffers;
	bool sender = side->process->rank == what->from;
	size_t back = what->kind == EXPERIMENT_EXCHANGE ? what->bytes : what->reply_bytes;

	side->sends = sender ? what->loop * experiment_messages(what) : messages_back(what);
	side->receives = sender ? messages_back(what) : what->loop * experiment_messages(what);
	side->out = ring_for(side, b->send, sender ? what->bytes : back, side->sends, sender ? 0 : 1);
	side->in = ring_for(side, b->receive, sender ? back : what->bytes, side->receives, sender ? 0 : 1);
	leave_cold(side);
}

void side_make_types(struct side *side)
{
	const struct setup *setup = &side->what->setup;
	int here = side->process->rank == side->what->from ? 0 : 1;
	bool gets = setup->operation == OPERATION_GET_FENCE || setup->operation == OPERATION_GET_LOCK;

	side_check(side, datatype_make(&setup->layout[here], side->out.bytes, &side->out_type, &side->out_count));
	side_check(side, datatype_make(&setup->layout[here], side->in.bytes, &side->in_type, &side->in_count));
	side_check(side, datatype_make(&setup->layout[1 - here], gets ? side->in.bytes : side->out.bytes,
				       &side->peer_type, &side->peer_count));
}
