#include "algorithm/classes.h"

#include "algorithm/ring.h"
#include "algorithm/tree_reduce.h"

/* The elements of so many blocks. */
static uint64_t blocks(const struct walk *walk, int n)
{
	return walk->call->count * (uint64_t)n;
}

/* A copy of what a process contributes, to reduce into. */
static struct place working_copy(struct walk *walk)
{
	struct place copy = part_scratch(walk->part, blocks(walk, walk->processes));

	walk_copy(walk, input(walk->call, walk->process), copy, blocks(walk, walk->processes));
	walk_step(walk);
	return copy;
}

static void reduce_scatter_linear(const struct call *call, int process, struct part *part)
{
	struct walk walk = walk_begin(call, process, part);
	struct place all = process == 0 ? part_scratch(part, blocks(&walk, call->processes)) : output();

	linear_reduce(&walk, 0, input(call, process), all, blocks(&walk, call->processes));
	walk_step(&walk);
	if (process > 0)
		walk_receive(&walk, 0, output(), call->count);
	else
		walk_copy(&walk, all, output(), call->count);
	for (int peer = 1; process == 0 && peer < call->processes; peer++) {
		walk_step(&walk);
		walk_send(&walk, peer, place_at(all, blocks(&walk, peer)), call->count);
	}
}

static void reduce_scatter_ring(const struct call *call, int process, struct part *part)
{
	struct walk walk = walk_begin(call, process, part);
	struct shares shares = {.count = blocks(&walk, call->processes)};

	if (!call->commutes) {
		reduce_scatter_linear(call, process, part);
		return;
	}
	shares.data = working_copy(&walk);
	ring_reduce(&walk, &shares, -1, 0, 1);
	walk_step(&walk);
	walk_copy(&walk, place_at(shares.data, blocks(&walk, process)), output(), call->count);
}

static void reduce_scatter_pairwise(const struct call *call, int process, struct part *part)
{
	struct walk walk = walk_begin(call, process, part);
	struct place own = input(call, process), sum, arrived;
	int n = call->processes;

	if (!call->commutes) {
		reduce_scatter_linear(call, process, part);
		return;
	}
	sum = call->in_place ? part_scratch(part, call->count) : output();
	arrived = part_scratch(part, n > 1 ? call->count : 0);
	walk_copy(&walk, place_at(own, blocks(&walk, process)), sum, call->count);
	for (int i = 1; i < n; i++) {
		int to = (int)(((int64_t)process + i) % n), from = (int)(((int64_t)process + n - i) % n);

		walk_exchange(&walk, to, place_at(own, blocks(&walk, to)), call->count, from, arrived, call->count);
		walk_step(&walk);
		walk_reduce(&walk, arrived, sum, call->count);
	}
	walk_step(&walk);
	walk_copy(&walk, sum, output(), call->count);
}

/* The first block of a number among a power of two of processes: the first extra ones stand for two processes each, the
 * even one and, itself, the odd one. */
static int first_block(int extra, int number)
{
	return number < extra ? 2 * number : number + extra;
}

static int process_of(int extra, int number)
{
	return number < extra ? 2 * number + 1 : number + extra;
}

/* Blocks of the numbers from begin to end - 1. */
struct block_range {
	struct place place;
	uint64_t count;
};

static struct block_range range_of(const struct walk *walk, struct place data, int extra, int begin, int end)
{
	int first = first_block(extra, begin);

	return (struct block_range){place_at(data, blocks(walk, first)), blocks(walk, first_block(extra, end) - first)};
}

static void halve(struct walk *walk, struct place data, int extra, int number)
{
	struct place arrived = part_scratch(walk->part, blocks(walk, walk->processes));
	int begin = 0;

	for (int distance = power_below(walk->processes) / 2; distance > 0; distance /= 2) {
		int middle = begin + distance, peer = process_of(extra, number ^ distance);
		bool upper = number >= middle;
		struct block_range low = range_of(walk, data, extra, begin, middle),
				   high = range_of(walk, data, extra, middle, middle + distance);
		struct block_range kept = upper ? high : low, sent = upper ? low : high;

		walk_exchange(walk, peer, sent.place, sent.count, peer, arrived, kept.count);
		walk_step(walk);
		walk_reduce(walk, arrived, kept.place, kept.count);
		begin = upper ? middle : begin;
	}
}

static void reduce_scatter_recursive_halving(const struct call *call, int process, struct part *part)
{
	struct walk walk = walk_begin(call, process, part);
	int n = call->processes, extra = n - power_below(n);
	struct place data;

	if (!call->commutes) {
		reduce_scatter_linear(call, process, part);
		return;
	}
	if (process < 2 * extra && process % 2 == 0) {
		walk_send(&walk, process + 1, input(call, process), blocks(&walk, n));
		walk_step(&walk);
		walk_receive(&walk, process + 1, output(), call->count);
		return;
	}
	data = working_copy(&walk);
	if (process < 2 * extra) {
		struct place arrived = part_scratch(part, blocks(&walk, n));

		walk_receive(&walk, process - 1, arrived, blocks(&walk, n));
		walk_step(&walk);
		walk_reduce(&walk, arrived, data, blocks(&walk, n));
	}
	halve(&walk, data, extra, process < 2 * extra ? process / 2 : process - extra);
	walk_step(&walk);
	walk_copy(&walk, place_at(data, blocks(&walk, process)), output(), call->count);
	walk_step(&walk);
	if (process < 2 * extra)
		walk_send(&walk, process - 1, place_at(data, blocks(&walk, process - 1)), call->count);
}

const struct algorithm_class reduce_scatter_classes[] = {
	{.name = "linear",
	 .collective = COLLECTIVE_REDUCE_SCATTER,
	 .build = reduce_scatter_linear,
	 .about = "reduce linear to process 0 and scatter linear from it",
	 .libraries = "Open MPI 1"},
	{.name = "recursive-halving",
	 .collective = COLLECTIVE_REDUCE_SCATTER,
	 .takes = NEEDS_COMMUTES,
	 .build = reduce_scatter_recursive_halving,
	 .about = "pairs at half, a quarter, ... of the processes' number exchange halves of what is left; linear if "
		  "the order of operands matters",
	 .libraries = "Open MPI 2, MPICH recursive_halving"},
	{.name = "ring",
	 .collective = COLLECTIVE_REDUCE_SCATTER,
	 .takes = NEEDS_COMMUTES,
	 .build = reduce_scatter_ring,
	 .about = "blocks are reduced around the ring; linear if the order of operands matters",
	 .libraries = "Open MPI 3"},
	{.name = "pairwise",
	 .collective = COLLECTIVE_REDUCE_SCATTER,
	 .takes = NEEDS_COMMUTES,
	 .build = reduce_scatter_pairwise,
	 .about = "in step i each sends its block to process + i and reduces what comes from process - i; linear if "
		  "the order of operands matters",
	 .libraries = "MPICH pairwise"},
	{0},
};
