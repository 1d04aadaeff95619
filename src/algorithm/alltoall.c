#include "algorithm/classes.h"

#include "algorithm/build.h"

static struct place block(enum buffer buffer, const struct call *call, int process)
{
	return (struct place){buffer, call->count * (uint64_t)process};
}

/* As Open MPI does in place, whatever the algorithm: pair after pair exchanges its blocks, by way of a copy of what is sent. */
static void in_place(const struct call *call, int process, struct part *part)
{
	struct walk walk = walk_begin(call, process, part);
	struct place copy = part_scratch(part, call->count);

	for (int peer = 0; peer < call->processes; peer++) {
		if (peer == process)
			continue;
		walk_step(&walk);
		walk_copy(&walk, block(BUFFER_RECEIVE, call, peer), copy, call->count);
		walk_exchange(&walk, peer, copy, call->count, peer, block(BUFFER_RECEIVE, call, peer), call->count);
	}
}

static void alltoall_pairwise(const struct call *call, int process, struct part *part)
{
	struct walk walk = walk_begin(call, process, part);
	int n = call->processes;

	if (call->in_place) {
		in_place(call, process, part);
		return;
	}
	for (int i = 1; i < n; i++) {
		int to = (int)(((int64_t)process + i) % n), from = (int)(((int64_t)process + n - i) % n);

		walk_exchange(&walk, to, block(BUFFER_SEND, call, to), call->count, from, block(BUFFER_RECEIVE, call, from), call->count);
	}
	walk_step(&walk);
	walk_copy(&walk, block(BUFFER_SEND, call, process), block(BUFFER_RECEIVE, call, process), call->count);
}

const struct algorithm_class alltoall_classes[] = {
	{.name = "pairwise", .collective = COLLECTIVE_ALLTOALL, .build = alltoall_pairwise,
		.about = "in step i each sends to process + i and receives from process - i", .libraries = "Open MPI 2, MPICH pairwise"},
	{0},
};
