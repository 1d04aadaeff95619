#include "algorithm/classes.h"

#include "algorithm/ring.h"

/* Beyond the largest power of two, so many processes hand their data to a neighbour first: the even ones of the first 2 * extra. */
struct fold {
	int extra, power;
};

/* A process's number among those that stay, -1 if it does not; and back. */
static int folded(const struct fold *fold, int process)
{
	if (process >= 2 * fold->extra)
		return process - fold->extra;
	return process % 2 == 0 ? -1 : process / 2;
}

static int unfolded(const struct fold *fold, int number)
{
	return number < fold->extra ? 2 * number + 1 : number + fold->extra;
}

static void swap(struct place *a, struct place *b)
{
	struct place held = *a;

	*a = *b;
	*b = held;
}

static void double_up(struct walk *walk, const struct fold *fold, struct place *mine, struct place *theirs)
{
	uint64_t count = walk->call->count;
	int number = folded(fold, walk->process);

	for (int distance = 1; distance < fold->power; distance *= 2) {
		int peer = unfolded(fold, number ^ distance);

		walk_exchange(walk, peer, *mine, count, peer, *theirs, count);
		walk_step(walk);
		if (walk->process < peer) {
			walk_reduce(walk, *mine, *theirs, count);
			swap(mine, theirs);
		} else {
			walk_reduce(walk, *theirs, *mine, count);
		}
		walk_step(walk);
	}
}

/* Operands stay in order of rank throughout. */
static void allreduce_recursive_doubling(const struct call *call, int process, struct part *part)
{
	struct walk walk = walk_begin(call, process, part);
	struct fold fold = {call->processes - power_below(call->processes), power_below(call->processes)};
	struct place mine = part_scratch(part, call->count), theirs = output();

	walk_copy(&walk, input(call, process), mine, call->count);
	walk_step(&walk);
	if (process < 2 * fold.extra && process % 2 == 0) {
		walk_send(&walk, process + 1, mine, call->count);
		walk_step(&walk);
		walk_receive(&walk, process + 1, output(), call->count);
		return;
	}
	if (process < 2 * fold.extra) {
		walk_receive(&walk, process - 1, theirs, call->count);
		walk_step(&walk);
		walk_reduce(&walk, theirs, mine, call->count);
		walk_step(&walk);
	}
	double_up(&walk, &fold, &mine, &theirs);
	if (process < 2 * fold.extra)
		walk_send(&walk, process - 1, mine, call->count);
	walk_copy(&walk, mine, output(), call->count);
}

static void allreduce_ring(const struct call *call, int process, struct part *part)
{
	struct walk walk = walk_begin(call, process, part);
	struct shares shares = {output(), call->count};

	if (!call->commutes || call->count < (uint64_t)call->processes) {
		allreduce_recursive_doubling(call, process, part);
		return;
	}
	walk_copy(&walk, input(call, process), output(), call->count);
	ring_reduce(&walk, &shares, 0, 0, 1);
	ring_allgather(&walk, &shares, 1);
}

const struct algorithm_class allreduce_classes[] = {
	{.name = "recursive-doubling", .collective = COLLECTIVE_ALLREDUCE, .build = allreduce_recursive_doubling,
		.about = "pairs at distance 1, 2, 4, ... exchange and reduce; processes beyond a power of two fold in first", .libraries = "Open MPI 3, MPICH recursive_doubling"},
	{.name = "ring", .collective = COLLECTIVE_ALLREDUCE, .takes = NEEDS_COMMUTES, .build = allreduce_ring,
		.about = "blocks are reduced around the ring, then gathered around it; recursive-doubling if there are fewer elements than processes", .libraries = "Open MPI 4"},
	{0},
};
