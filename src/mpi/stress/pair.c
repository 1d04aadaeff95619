#include "mpi/stress/pair.h"

#include <stdio.h>

/* Tags: the standard promises 32767 at least. Steps under way at the same time, less than two batches, have different
 * ones. */
enum { TAG_STRESS = 1024, TAGS = 8, TAG_STEPS = 3000, TAG_END = 32000, MESSAGES = 5 };

/* The receipts of a step. */
struct receipts {
	int codes[MESSAGES];
	MPI_Status statuses[MESSAGES];
};

/* Messages of a step have the same tag if the receiver asks for it, else each its own: so no other than the right one
 * can come, unless something is wrong. */
static int tag_of(const struct stress_case *c, size_t i)
{
	int first = TAG_STRESS + (int)(c->step->number % TAG_STEPS) * TAGS;

	return c->step->open == STRESS_OPEN_TAG ? first + (int)i : first;
}

static int source_asked(const struct stress_case *c)
{
	return c->step->open == STRESS_OPEN_SOURCE ? MPI_ANY_SOURCE : c->peer;
}

static int tag_asked(const struct stress_case *c, size_t i)
{
	return c->step->open == STRESS_OPEN_TAG ? MPI_ANY_TAG : tag_of(c, i);
}

static void send_all(struct stress_case *c)
{
	MPI_Comm comm = c->stress->process->data;

	for (size_t i = 0; i < c->step->messages; i++) {
		const unsigned char *from = row_at(&c->out, i);
		int code = c->step->operation == OPERATION_SSEND
				   ? MPI_Ssend(from, c->out.count, c->out.type, c->peer, tag_of(c, i), comm)
				   : MPI_Send(from, c->out.count, c->out.type, c->peer, tag_of(c, i), comm);

		stress_failed(c, code, i);
	}
}

static void receive_all(struct stress_case *c, struct receipts *r)
{
	for (size_t i = 0; i < c->step->messages; i++)
		r->codes[i] = MPI_Recv(row_at(&c->in, i), c->in.count, c->in.type, source_asked(c), tag_asked(c, i),
				       c->stress->process->data, &r->statuses[i]);
}

/* Starts all, by requests of the kind that the step asks for, and waits for all. Requests of a process that only sends
 * have no receipts. */
static void start_all(struct stress_case *c, MPI_Request *requests)
{
	MPI_Comm comm = c->stress->process->data;
	bool persistent = c->step->operation == OPERATION_PERSISTENT;

	for (size_t i = 0; i < c->step->messages; i++) {
		unsigned char *out = row_at(&c->out, i), *in = row_at(&c->in, i);
		int code;

		if (c->sends)
			code = (persistent ? MPI_Send_init : MPI_Isend)(out, c->out.count, c->out.type, c->peer,
									tag_of(c, i), comm, &requests[i]);
		else
			code = (persistent ? MPI_Recv_init : MPI_Irecv)(in, c->in.count, c->in.type, source_asked(c),
									tag_asked(c, i), comm, &requests[i]);
		stress_failed(c, code, i);
	}
	for (size_t i = 0; persistent && i < c->step->messages; i++)
		if (requests[i] != MPI_REQUEST_NULL)
			stress_failed(c, MPI_Start(&requests[i]), i);
}

static void exchange_by_requests(struct stress_case *c, struct receipts *r)
{
	MPI_Request requests[MESSAGES];
	int n = (int)c->step->messages, code;

	for (int i = 0; i < n; i++)
		requests[i] = MPI_REQUEST_NULL;
	start_all(c, requests);
	code = MPI_Waitall(n, requests, r->statuses);
	for (int i = 0; i < n; i++) {
		r->codes[i] = code == MPI_ERR_IN_STATUS ? r->statuses[i].MPI_ERROR : code;
		if (c->step->operation == OPERATION_PERSISTENT && requests[i] != MPI_REQUEST_NULL)
			MPI_Request_free(&requests[i]);
		if (!c->receives)
			stress_failed(c, r->codes[i], (size_t)i);
	}
}

static void exchange_both_ways(struct stress_case *c, struct receipts *r)
{
	for (size_t i = 0; i < c->step->messages; i++)
		r->codes[i] = MPI_Sendrecv(row_at(&c->out, i), c->out.count, c->out.type, c->peer, tag_of(c, i),
					   row_at(&c->in, i), c->in.count, c->in.type, source_asked(c), tag_asked(c, i),
					   c->stress->process->data, &r->statuses[i]);
}

static void transmit(struct stress_case *c, struct receipts *r)
{
	if (c->step->operation == OPERATION_SENDRECV)
		exchange_both_ways(c, r);
	else if (c->step->operation == OPERATION_ISEND || c->step->operation == OPERATION_PERSISTENT)
		exchange_by_requests(c, r);
	else if (c->sends)
		send_all(c);
	else
		receive_all(c, r);
}

/* Takes a message that nobody asked for. Its length may be anything up to what the buffer holds: what is longer is
 * truncated.
 */
static void take_surplus(struct stress_case *c, const MPI_Status *waiting)
{
	char text[64];
	int bytes = 0, room = (int)(c->in.n * c->in.slot);

	MPI_Get_count(waiting, MPI_BYTE, &bytes);
	MPI_Recv(c->in.base, room, MPI_BYTE, waiting->MPI_SOURCE, waiting->MPI_TAG, c->stress->process->data,
		 MPI_STATUS_IGNORE);
	snprintf(text, sizeof(text), "%d bytes with tag %d", bytes, waiting->MPI_TAG);
	stress_fault(c, "surplus", c->peer, c->step->messages, 0, "no message", text);
}

/* The sender says that this was all. Messages do not overtake each other: what comes before is a surplus. */
static void end_step(struct stress_case *c, bool ended)
{
	MPI_Comm comm = c->stress->process->data;
	bool first = c->stress->process->rank < c->peer;

	if (c->sends && first)
		stress_failed(c, MPI_Send(NULL, 0, MPI_BYTE, c->peer, TAG_END, comm), c->step->messages);
	while (c->receives && !ended) {
		MPI_Status waiting;

		MPI_Probe(c->peer, MPI_ANY_TAG, comm, &waiting);
		ended = waiting.MPI_TAG == TAG_END;
		if (ended)
			MPI_Recv(NULL, 0, MPI_BYTE, c->peer, TAG_END, comm, MPI_STATUS_IGNORE);
		else
			take_surplus(c, &waiting);
	}
	if (c->sends && !first)
		stress_failed(c, MPI_Send(NULL, 0, MPI_BYTE, c->peer, TAG_END, comm), c->step->messages);
}

static void compare_numbers(struct stress_case *c, const char *kind, const char *what, size_t i, int expected,
			    int found)
{
	char texts[2][24];

	snprintf(texts[0], sizeof(texts[0]), "%s %d", what, expected);
	snprintf(texts[1], sizeof(texts[1]), "%s %d", what, found);
	if (expected != found)
		stress_fault(c, kind, c->peer, i, 0, texts[0], texts[1]);
}

/* The message with another one's tag came out of order, or is an earlier one that came once more. */
static void check_tag(struct stress_case *c, const struct receipts *r, size_t i)
{
	int found = r->statuses[i].MPI_TAG, other = found - tag_of(c, 0);
	const char *kind = "tag";

	if (found == TAG_END)
		kind = "missing";
	else if (other >= 0 && other < (int)c->step->messages)
		kind = other < (int)i && r->statuses[other].MPI_TAG == found ? "repeated" : "order";
	compare_numbers(c, kind, "tag", i, tag_of(c, i), found);
}

static void check_length(struct stress_case *c, const struct receipts *r, size_t i)
{
	char texts[2][24];
	int found = 0;

	MPI_Get_count(&r->statuses[i], MPI_BYTE, &found); /* all of the type is bytes; SMPI has no MPI_Get_elements */
	if (found == (int)c->in.bytes)
		return;
	snprintf(texts[0], sizeof(texts[0]), "%zu", c->in.bytes);
	snprintf(texts[1], sizeof(texts[1]), "%d", found);
	stress_fault(c, "length", c->peer, i, found < 0 ? 0 : found, texts[0], texts[1]);
}

static void check(struct stress_case *c, const struct receipts *r, size_t i)
{
	const struct content base = stress_content(c->step, i), content = content_of(&base, c->peer);
	char expected[24];
	int class = MPI_SUCCESS;

	MPI_Error_class(r->codes[i], &class);
	if (class == MPI_ERR_TRUNCATE) {
		snprintf(expected, sizeof(expected), "%zu", c->in.bytes);
		stress_fault(c, "length", c->peer, i, (long long)c->in.bytes, expected, "more");
	}
	if (stress_failed(c, r->codes[i], i))
		return;
	compare_numbers(c, "source", "process", i, c->peer, r->statuses[i].MPI_SOURCE);
	check_tag(c, r, i);
	check_length(c, r, i);
	stress_look(c, i, &content, c->peer, c->step->messages);
}

void stress_two_sided(struct stress_case *c)
{
	struct receipts r = {.codes = {0}};
	bool ended = false;

	for (size_t i = 0; c->sends && i < c->step->messages; i++) {
		const struct content base = stress_content(c->step, i),
				     content = content_of(&base, c->stress->process->rank);

		if (i == 0)
			row_wipe(&c->out);
		row_write(&c->out, i, &content);
	}
	if (c->receives)
		row_wipe(&c->in);
	transmit(c, &r);
	for (size_t i = 0; c->receives && i < c->step->messages; i++) {
		check(c, &r, i);
		ended |= r.codes[i] == MPI_SUCCESS && r.statuses[i].MPI_TAG == TAG_END;
	}
	end_step(c, ended);
}
