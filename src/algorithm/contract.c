#include "algorithm/contract.h"

#include "algorithm/build.h"

/* Elements that process adds alone. */
static struct holding of(int process, enum buffer buffer, uint64_t offset, uint64_t count, uint64_t position)
{
	return (struct holding){buffer, offset, count, position, process, process};
}

static void describe_before(const struct call *call, int process, const struct extents *extents,
			    struct holdings *before)
{
	bool root = process == call->root;

	switch (call->collective) {
	case COLLECTIVE_BCAST:
		if (root)
			holdings_add(before, of(process, BUFFER_RECEIVE, 0, call->count, 0));
		break;
	case COLLECTIVE_GATHER:
	case COLLECTIVE_GATHERV:
		if (root && call->in_place)
			holdings_add(before, of(process, BUFFER_RECEIVE, block_offset(call, process),
						block_count(call, process), 0));
		break;
	case COLLECTIVE_ALLGATHER:
		if (call->in_place)
			holdings_add(before,
				     of(process, BUFFER_RECEIVE, call->count * (uint64_t)process, call->count, 0));
		break;
	case COLLECTIVE_SCATTER:
	case COLLECTIVE_SCATTERV:
		break;
	case COLLECTIVE_REDUCE:
		if (root && call->in_place)
			holdings_add(before, of(process, BUFFER_RECEIVE, 0, extents->receive, 0));
		break;
	default:
		if (call->in_place)
			holdings_add(before, of(process, BUFFER_RECEIVE, 0, extents->receive, 0));
	}
	if (extents->send > 0)
		holdings_add(before, of(process, BUFFER_SEND, 0, extents->send, 0));
}

static void describe_after(const struct call *call, int process, const struct extents *extents, struct holdings *after)
{
	int last = call->processes - 1;
	uint64_t own = (uint64_t)process * call->count;

	switch (call->collective) {
	case COLLECTIVE_BARRIER:
		break;
	case COLLECTIVE_BCAST:
		holdings_add(after, of(call->root, BUFFER_RECEIVE, 0, call->count, 0));
		break;
	case COLLECTIVE_SCATTER:
	case COLLECTIVE_SCATTERV:
		holdings_add(after, of(call->root, BUFFER_RECEIVE, 0, extents->receive, block_offset(call, process)));
		break;
	case COLLECTIVE_GATHER:
	case COLLECTIVE_GATHERV:
	case COLLECTIVE_ALLGATHER:
		for (int i = 0; extents->receive > 0 && i < call->processes; i++)
			holdings_add(after, of(i, BUFFER_RECEIVE, block_offset(call, i), block_count(call, i), 0));
		break;
	case COLLECTIVE_ALLTOALL:
		for (int i = 0; i < call->processes; i++)
			holdings_add(after, of(i, BUFFER_RECEIVE, (uint64_t)i * call->count, call->count, own));
		break;
	case COLLECTIVE_REDUCE:
	case COLLECTIVE_ALLREDUCE:
		holdings_add(after, (struct holding){BUFFER_RECEIVE, 0, extents->receive, 0, 0, last});
		break;
	case COLLECTIVE_REDUCE_SCATTER:
		holdings_add(after, (struct holding){BUFFER_RECEIVE, 0, call->count, own, 0, last});
		break;
	case COLLECTIVE_SCAN:
		holdings_add(after, (struct holding){BUFFER_RECEIVE, 0, extents->receive, 0, 0, process});
		break;
	}
}

static void describe(const void *self, int process, uint64_t *send_elements, uint64_t *receive_elements,
		     struct holdings *before, struct holdings *after)
{
	const struct call *call = self;
	struct extents extents = algorithm_extents(call, process);

	*send_elements = extents.send;
	*receive_elements = extents.receive;
	describe_before(call, process, &extents, before);
	describe_after(call, process, &extents, after);
}

struct contract algorithm_contract(const struct call *call)
{
	return (struct contract){.commutes = call->commutes,
				 .synchronises = call->collective == COLLECTIVE_BARRIER,
				 .describe = describe,
				 .self = call};
}
