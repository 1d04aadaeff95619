/*
 * Bytes of collective operations. OTF2 does not say what they are; Score-P counts what a process sends and receives if
 * every member sends its part to every other one and to itself: b bytes given to MPI_Allreduce by n processes are n b
 * bytes sent and n b received.
 */
#include "trace/otf2/collectives.h"

#include <string.h>
#include <strings.h>

#include "trace/fields.h"

/* How many times the bytes that a call was given are moved. */
enum times {
	NONE,
	ONE,
	EACH,      /* once for each process */
	LISTED,    /* given for each process */
	ROOT_EACH, /* by the root, others nothing */
	ROOT_LISTED,
	OWN_EACH, /* the part of this process, once for each */
	ON,       /* to this process and those behind it */
	UP_TO,    /* from this process and those before it */
	BEHIND,
	BEFORE
};

struct collective {
	enum trace_function function;
	OTF2_CollectiveOp operation;
	enum times sent, received;
};

static const struct collective collectives[] = {
	{trace_Barrier, OTF2_COLLECTIVE_OP_BARRIER, NONE, NONE},
	{trace_Bcast, OTF2_COLLECTIVE_OP_BCAST, ROOT_EACH, ONE},
	{trace_Gather, OTF2_COLLECTIVE_OP_GATHER, ONE, ROOT_EACH},
	{trace_Gatherv, OTF2_COLLECTIVE_OP_GATHERV, ONE, ROOT_LISTED},
	{trace_Scatter, OTF2_COLLECTIVE_OP_SCATTER, ROOT_EACH, ONE},
	{trace_Scatterv, OTF2_COLLECTIVE_OP_SCATTERV, ROOT_LISTED, ONE},
	{trace_Allgather, OTF2_COLLECTIVE_OP_ALLGATHER, EACH, EACH},
	{trace_Allgatherv, OTF2_COLLECTIVE_OP_ALLGATHERV, EACH, LISTED},
	{trace_Alltoall, OTF2_COLLECTIVE_OP_ALLTOALL, EACH, EACH},
	{trace_Alltoallv, OTF2_COLLECTIVE_OP_ALLTOALLV, LISTED, LISTED},
	{trace_Alltoallw, OTF2_COLLECTIVE_OP_ALLTOALLW, LISTED, LISTED},
	{trace_Reduce, OTF2_COLLECTIVE_OP_REDUCE, ONE, ROOT_EACH},
	{trace_Allreduce, OTF2_COLLECTIVE_OP_ALLREDUCE, EACH, EACH},
	{trace_Reduce_scatter, OTF2_COLLECTIVE_OP_REDUCE_SCATTER, LISTED, OWN_EACH},
	{trace_Reduce_scatter_block, OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK, EACH, EACH},
	{trace_Scan, OTF2_COLLECTIVE_OP_SCAN, ON, UP_TO},
	{trace_Exscan, OTF2_COLLECTIVE_OP_EXSCAN, BEHIND, BEFORE},
};

enum { COLLECTIVES = sizeof(collectives) / sizeof(*collectives) };

/* Whether a form is that of a blocking function: MPI_Ibcast and MPI_Bcast_init of MPI_Bcast. */
static bool is_form(const char *form, const char *blocking)
{
	form += strlen("MPI_");
	blocking += strlen("MPI_");
	size_t n = strlen(blocking);
	if (!strncmp(form, blocking, n) && (!form[n] || !strcmp(form + n, "_init")))
		return true;
	return *form == 'I' && !strcasecmp(form + 1, blocking);
}

bool otf2_collective_of(enum trace_function function, OTF2_CollectiveOp *operation)
{
	enum trace_family family = trace_function_family(function);
	if (family != TRACE_COLLECTIVE && family != TRACE_COLLECTIVE_BEGIN)
		return false;
	for (int i = 0; i < COLLECTIVES; i++) {
		if (is_form(trace_function_name(function), trace_function_name(collectives[i].function))) {
			*operation = collectives[i].operation;
			return true;
		}
	}
	return false;
}

static const struct collective *find(OTF2_CollectiveOp operation)
{
	for (int i = 0; i < COLLECTIVES; i++)
		if (collectives[i].operation == operation)
			return &collectives[i];
	return NULL;
}

/* How often the bytes are moved; 0 where the process does not take part on that side. */
static uint64_t factor(enum times times, const struct otf2_seat *seat)
{
	uint64_t n = seat->n > 0 ? (uint64_t)seat->n : 0, own = seat->own > 0 ? (uint64_t)seat->own : 0;
	switch (times) {
	case ONE:
	case LISTED:
		return 1;
	case EACH:
	case OWN_EACH:
		return n;
	case ROOT_EACH:
		return seat->is_root ? n : 0;
	case ROOT_LISTED:
		return seat->is_root ? 1 : 0;
	case ON:
		return n > own ? n - own : 0;
	case UP_TO:
		return own + 1;
	case BEHIND:
		return n > own ? n - own - 1 : 0;
	case BEFORE:
		return own;
	default:
		return 0;
	}
}

static uint64_t given(enum times times, const struct trace_side *side, const struct otf2_seat *seat)
{
	uint64_t sum = 0;
	if (!side->n_each)
		return side->bytes;
	if (times == OWN_EACH)
		return seat->own >= 0 && (size_t)seat->own < side->n_each ? (uint64_t)side->each[seat->own] : 0;
	for (size_t i = 0; i < side->n_each; i++)
		sum += (uint64_t)side->each[i];
	return sum;
}

static struct otf2_seat seat_of(const struct trace_call *call)
{
	struct otf2_seat seat = {.is_root = call->root == TRACE_THIS_ROOT};
	if (call->comm) {
		seat.n = call->comm->n_remote ? call->comm->n_remote : call->comm->n;
		seat.own = call->comm->own;
		seat.is_root |= !call->comm->n_remote && call->root >= 0 && call->root == call->comm->own;
	}
	return seat;
}

void otf2_collective_sizes(OTF2_CollectiveOp operation, const struct trace_call *call, uint64_t *sent,
			   uint64_t *received)
{
	const struct collective *c = find(operation);
	const struct trace_side *s = &call->send, *r = &call->receive;
	struct otf2_seat seat = seat_of(call);
	*sent = *received = 0;
	if (!c)
		return;
	/* MPI_Reduce_scatter's list stands on either side. */
	if (operation == OTF2_COLLECTIVE_OP_REDUCE_SCATTER)
		s = r = r->there ? r : s;
	if (s->there)
		*sent = factor(c->sent, &seat) * given(c->sent, s, &seat);
	if (r->there)
		*received = factor(c->received, &seat) * given(c->received, r, &seat);
	/* MPI_IN_PLACE: what the process has already is not moved. */
	bool whole = c->sent == EACH && c->received == EACH;
	if (!s->there && r->there && whole && seat.n > 0)
		*sent = *received = (uint64_t)(seat.n - 1) * r->bytes;
	else if (!s->there && r->there && c->received == ROOT_EACH && seat.is_root && seat.n > 0)
		*received = (uint64_t)(seat.n - 1) * r->bytes;
	else if (!r->there && s->there && c->sent == ROOT_EACH && seat.is_root && seat.n > 0)
		*sent = (uint64_t)(seat.n - 1) * s->bytes;
}

static struct trace_side side_of(enum times times, const struct otf2_seat *seat, enum otf2_counting counting,
				 uint64_t size)
{
	uint64_t k = factor(times, seat);
	struct trace_side side = {.there = k > 0,
				  .peer = TRACE_NOBODY,
				  .peer_in_comm = TRACE_NOBODY,
				  .got_source = -1,
				  .got_tag = -1,
				  .contiguous = true};
	if (size == UINT64_MAX) /* EZTrace: unknown */
		size = 0;
	if (k > 0)
		side.bytes = counting == OTF2_COUNT_GIVEN ? size : size / k;
	return side;
}

void otf2_collective_sides(OTF2_CollectiveOp operation, const struct otf2_seat *seat, enum otf2_counting counting,
			   uint64_t sent, uint64_t received, struct trace_call *call)
{
	const struct collective *c = find(operation);
	if (!c)
		return;
	call->send = side_of(c->sent, seat, counting, sent);
	call->receive = side_of(c->received, seat, counting, received);
}

uint32_t otf2_collective_root(const struct trace_call *call)
{
	if (call->root == TRACE_THIS_ROOT)
		return OTF2_COLLECTIVE_ROOT_SELF;
	if (call->root == TRACE_NOBODY)
		return OTF2_COLLECTIVE_ROOT_THIS_GROUP;
	return call->root < 0 ? OTF2_COLLECTIVE_ROOT_NONE : (uint32_t)call->root;
}
