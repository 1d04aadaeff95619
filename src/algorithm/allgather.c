#include "algorithm/classes.h"

#include "algorithm/ring.h"

static void keep_own(struct walk *walk)
{
	walk_copy(walk, walk->call->in_place ? place_at(output(), walk->call->count * (uint64_t)walk->process) : input(walk->call, walk->process), place_at(output(), walk->call->count * (uint64_t)walk->process),
		walk->call->count);
	walk_step(walk);
}

static void allgather_ring(const struct call *call, int process, struct part *part)
{
	struct walk walk = walk_begin(call, process, part);

	keep_own(&walk);
	ring_allgather(&walk, &(struct shares){output(), call->count * (uint64_t)call->processes}, 0);
}

const struct algorithm_class allgather_classes[] = {
	{.name = "ring", .collective = COLLECTIVE_ALLGATHER, .build = allgather_ring,
		.about = "in processes - 1 steps each passes the block that it got last on to the next process", .libraries = "Open MPI 4, MPICH ring"},
	{0},
};
