#include "mpi/timed/endpoint.h"

#include "mpi/datatype.h"

#include <math.h>

void endpoint_report(struct endpoint *endpoint, int code)
{
	char text[MPI_MAX_ERROR_STRING] = "";
	int length = 0, class = MPI_ERR_OTHER;

	MPI_Error_class(code, &class);
	MPI_Error_string(code, text, &length);
	error_set(endpoint->err, class == MPI_ERR_NO_MEM ? ERR_MEMORY : ERR_PLATFORM,
		  "%s between processes %d and %d failed: %s", experiment_name(endpoint->what->kind),
		  endpoint->what->from, endpoint->what->to, text);
}

double endpoint_span(const struct endpoint *endpoint, double begin, double end, size_t calls)
{
	return fmax(0, end - begin - (double)calls * endpoint->process->clock.cost);
}

void endpoint_check_lengths(struct endpoint *endpoint, size_t n, size_t bytes)
{
	for (size_t i = 0; i < n; i++) {
		int length = 0;

		MPI_Get_count(&endpoint->statuses[i], MPI_BYTE, &length);
		if (length < 0 || (size_t)length != bytes)
			error_set(endpoint->err, ERR_PLATFORM,
				  "process %d received %d bytes from process %d where %zu were sent: the times of this "
				  "platform cannot be trusted",
				  endpoint->process->rank, length, endpoint->peer, bytes);
	}
}

void endpoint_check_content(struct endpoint *endpoint, unsigned long long seed)
{
	size_t offset = 0, slot = ring_check(&endpoint->in, seed, &offset);

	if (slot == endpoint->in.slots)
		return;
	if (offset == endpoint->in.bytes)
		error_set(endpoint->err, ERR_PLATFORM,
			  "process %d received a message of %zu bytes from process %d, and what lies between the "
			  "blocks of its layout was written to",
			  endpoint->process->rank, endpoint->in.bytes, endpoint->peer);
	else
		error_set(endpoint->err, ERR_PLATFORM,
			  "process %d received a message of %zu bytes from process %d with wrong content: byte %zu is "
			  "0x%02x, 0x%02x was sent",
			  endpoint->process->rank, endpoint->in.bytes, endpoint->peer, offset,
			  endpoint->in.base[slot * endpoint->in.stride + layout_offset(&endpoint->in.layout, offset)],
			  ring_byte(slot, offset, seed));
}

void endpoint_send_many(struct endpoint *endpoint, size_t n)
{
	struct ring out = endpoint->out;

	for (size_t i = 0; i < n; i++)
		endpoint_send(endpoint, &out);
	endpoint->out = out;
}

void endpoint_receive_many(struct endpoint *endpoint, size_t n)
{
	while (n > 0) {
		size_t chunk = n < ENDPOINT_CHUNK ? n : ENDPOINT_CHUNK;

		for (size_t i = 0; i < chunk; i++)
			endpoint_receive(endpoint, &endpoint->in, &endpoint->statuses[i]);
		endpoint_check_lengths(endpoint, chunk, endpoint->in.bytes);
		n -= chunk;
	}
}

/* How many messages the process to sends in a timed section: answers, or one request or one empty answer, or as many as
 * from. */
static size_t messages_back(const struct experiment *what)
{
	if (what->kind == EXPERIMENT_EXCHANGE)
		return what->loop * experiment_messages(what);
	return what->kind == EXPERIMENT_ROUNDTRIP || what->kind == EXPERIMENT_TRAIN ||
			       what->kind == EXPERIMENT_SEND_ALONE
		       ? what->loop
		       : 1;
}

/* A ring whose slots are as large as both ends need, so that places have the same distance at both. */
static struct ring ring_for(const struct endpoint *endpoint, unsigned char *base, size_t bytes, size_t count, int end)
{
	const struct layout *layouts = endpoint->what->setup.layout;
	size_t span = layout_span(&layouts[0], bytes), other = layout_span(&layouts[1], bytes);
	struct ring ring = ring_in(base, endpoint->process->buffers.bytes, bytes, span > other ? span : other, count);

	ring.layout = layouts[end];
	if (endpoint->calls && endpoint->calls->slots_most && ring.slots > endpoint->calls->slots_most)
		ring_resize(&ring, endpoint->calls->slots_most);
	return ring;
}

/* Of cold data that are exchanged no message lies where the one before did, however long it is. */
static void leave_cold(struct endpoint *endpoint)
{
	const struct setup *setup = &endpoint->what->setup;

	if (endpoint->what->kind != EXPERIMENT_EXCHANGE || !(setup->cold[0] || setup->cold[1]) ||
	    endpoint->what->bytes == 0 || endpoint->out.slots > 1)
		return;
	ring_resize(&endpoint->out, 2);
	ring_resize(&endpoint->in, 2);
}

void endpoint_lay_out_rings(struct endpoint *endpoint)
{
	const struct experiment *what = endpoint->what;
	struct buffers *b = &endpoint->process->buffers;
	bool sender = endpoint->process->rank == what->from;
	size_t back = what->kind == EXPERIMENT_EXCHANGE ? what->bytes : what->reply_bytes;

	endpoint->sends = sender ? what->loop * experiment_messages(what) : messages_back(what);
	endpoint->receives = sender ? messages_back(what) : what->loop * experiment_messages(what);
	endpoint->out = ring_for(endpoint, b->send, sender ? what->bytes : back, endpoint->sends, sender ? 0 : 1);
	endpoint->in = ring_for(endpoint, b->receive, sender ? back : what->bytes, endpoint->receives, sender ? 0 : 1);
	leave_cold(endpoint);
}

/* A type takes memory of our own beside the library's. */
static void check_type(struct endpoint *endpoint, int code)
{
	if (code == MPI_ERR_NO_MEM)
		error_memory(endpoint->err, "messages that lie in blocks");
	else
		endpoint_check(endpoint, code);
}

void endpoint_make_types(struct endpoint *endpoint)
{
	const struct setup *setup = &endpoint->what->setup;
	int here = endpoint->process->rank == endpoint->what->from ? 0 : 1;
	bool gets = setup->operation == OPERATION_GET_FENCE || setup->operation == OPERATION_GET_LOCK;

	check_type(endpoint,
		   datatype_make(&setup->layout[here], endpoint->out.bytes, &endpoint->out_type, &endpoint->out_count));
	check_type(endpoint,
		   datatype_make(&setup->layout[here], endpoint->in.bytes, &endpoint->in_type, &endpoint->in_count));
	check_type(endpoint, datatype_make(&setup->layout[1 - here], gets ? endpoint->in.bytes : endpoint->out.bytes,
					   &endpoint->peer_type, &endpoint->peer_count));
}
