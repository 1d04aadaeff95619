#include "algorithm/classes.h"

#include "algorithm/build.h"

static void scan_linear(const struct call *call, int process, struct part *part)
{
	struct walk walk = walk_begin(call, process, part);

	walk_copy(&walk, input(call, process), output(), call->count);
	if (process > 0) {
		struct place before = part_scratch(part, call->count);

		walk_receive(&walk, process - 1, before, call->count);
		walk_step(&walk);
		walk_reduce(&walk, before, output(), call->count);
	}
	walk_step(&walk);
	if (process + 1 < call->processes)
		walk_send(&walk, process + 1, output(), call->count);
}

/* Each holds the product of those up to itself, its result, and that of its group, which doubles. */
static void scan_recursive_doubling(const struct call *call, int process, struct part *part)
{
	struct walk walk = walk_begin(call, process, part);
	struct place group = part_scratch(part, call->count), theirs = part_scratch(part, call->count);

	walk_copy(&walk, input(call, process), output(), call->count);
	walk_copy(&walk, input(call, process), group, call->count);
	for (int64_t distance = 1; distance < call->processes; distance *= 2) {
		int64_t peer = process ^ distance;

		if (peer >= call->processes)
			continue;
		walk_exchange(&walk, (int)peer, group, call->count, (int)peer, theirs, call->count);
		walk_step(&walk);
		if (peer < process) {
			walk_reduce(&walk, theirs, output(), call->count);
			walk_reduce(&walk, theirs, group, call->count);
		} else {
			struct place product = theirs;

			walk_reduce(&walk, group, theirs, call->count);
			theirs = group;
			group = product;
		}
	}
}

const struct algorithm_class scan_classes[] = {
	{.name = "linear",
	 .collective = COLLECTIVE_SCAN,
	 .build = scan_linear,
	 .about = "each process receives from the one before and sends to the next",
	 .libraries = "Open MPI 1"},
	{.name = "recursive-doubling",
	 .collective = COLLECTIVE_SCAN,
	 .build = scan_recursive_doubling,
	 .about = "pairs at distance 1, 2, 4, ... exchange the products of their groups",
	 .libraries = "Open MPI 2, MPICH recursive_doubling"},
	{0},
};
