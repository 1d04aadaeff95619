#include "algorithm/classes.h"

#include "algorithm/bine.h"
#include "algorithm/radix.h"
#include "algorithm/ring.h"
#include "algorithm/tree_bcast.h"

/* Where blocks begin in the result. */
static struct place block(const struct call *call, int process)
{
	return place_at(output(), call->count * (uint64_t)process);
}

static struct place own(const struct call *call, int process)
{
	return call->in_place ? block(call, process) : input(call, process);
}

static void keep_own(struct step_builder *builder)
{
	builder_copy(builder, own(builder->call, builder->process), block(builder->call, builder->process),
		     builder->call->count);
	builder_step(builder);
}

static void allgather_ring(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);

	keep_own(&builder);
	ring_allgather(&builder, &(struct shares){output(), call->count * (uint64_t)call->processes}, 0);
}

/* Blocks are in order from the process's own on; in round k it gets 2^k blocks from the process 2^k further on. */
static void allgather_bruck(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	int64_t n = call->processes;
	uint64_t after = (uint64_t)(n - process) * call->count;
	struct place blocks = process == 0 ? output() : rank_program_scratch(program, (uint64_t)n * call->count);

	builder_copy(&builder, own(call, process), blocks, call->count);
	for (int64_t distance = 1; distance < n; distance *= 2) {
		uint64_t count = call->count * (uint64_t)(n - distance < distance ? n - distance : distance);

		builder_exchange(&builder, (int)((process + n - distance) % n), blocks, count,
				 (int)((process + distance) % n), place_at(blocks, call->count * (uint64_t)distance),
				 count);
	}
	builder_step(&builder);
	builder_copy(&builder, blocks, block(call, process), after);
	if (process > 0)
		builder_copy(&builder, place_at(blocks, after), output(), call->count * (uint64_t)process);
}

static void allgather_recursive_doubling(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);

	if (power_below(call->processes) != call->processes) {
		allgather_bruck(call, process, program);
		return;
	}
	keep_own(&builder);
	for (int distance = 1; distance < call->processes; distance *= 2) {
		int peer = process ^ distance;
		uint64_t count = call->count * (uint64_t)distance;

		builder_exchange(&builder, peer, block(call, process & -distance), count, peer,
				 block(call, peer & -distance), count);
	}
}

/* Pairs of blocks go to and fro between neighbours: of two neighbours, one takes the pairs that come from below, the
 * other those from above. */
static void allgather_neighbour_exchange(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	int n = call->processes, side = process % 2 == 0 ? 1 : -1, pair = process & ~1, sent = pair,
	    next[2] = {pair, pair};

	if (n % 2 != 0) {
		allgather_ring(call, process, program);
		return;
	}
	keep_own(&builder);
	builder_exchange(&builder, process + side, block(call, process), call->count, process + side,
			 block(call, process + side), call->count);
	for (int i = 1; i < n / 2; i++) {
		int parity = i % 2, peer = (process + (parity == 0 ? side : -side) + n) % n;

		next[parity] = (next[parity] + (parity == 0 ? 2 * side : -2 * side) + n) % n;
		builder_exchange(&builder, peer, block(call, sent), 2 * call->count, peer, block(call, next[parity]),
				 2 * call->count);
		sent = next[parity];
	}
}

static void allgather_gather_bcast(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	struct tree up = {.shape = SHAPE_IN_ORDER, .n = call->processes},
		    down = {.shape = SHAPE_LOW_BIT, .n = call->processes};

	keep_own(&builder);
	for (int child = tree_next_child(&up, process, -1); child >= 0; child = tree_next_child(&up, process, child)) {
		builder_receive(&builder, child, block(call, child),
				call->count * (uint64_t)(tree_end(&up, child) - child));
		builder_step(&builder);
	}
	if (process > 0)
		builder_send(&builder, tree_parent(&up, process), block(call, process),
			     call->count * (uint64_t)(tree_end(&up, process) - process));
	tree_bcast(&builder, &down, output(), call->count * (uint64_t)call->processes, 0);
}

static void allgather_bine_butterfly(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	struct bine_parts parts = {fold_of(call->processes), true, output(), call->count * (uint64_t)call->processes};

	if (parts.fold.extra > 0) {
		allgather_bruck(call, process, program);
		return;
	}
	keep_own(&builder);
	bine_allgather(&builder, &parts, process);
}

/* Each block goes down a binomial tree of distances that halve, all trees at once: at a distance the blocks whose
 * owners are 0, 2, 4, ... distances before the process go that far on, each as a message of its own, but those that
 * have been there. Loch, Koslovski: Sparbit, 2021. */
static void allgather_sparbit(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	int64_t n = call->processes;

	keep_own(&builder);
	for (int64_t distance = n > 1 ? power_below((int)n - 1) : 0; distance > 0; distance /= 2) {
		for (int64_t way = distance; way < n; way += 2 * distance)
			builder_receive(&builder, (int)((process + n - distance) % n),
					block(call, (int)((process + n - way) % n)), call->count);
		for (int64_t way = 0; way + distance < n; way += 2 * distance)
			builder_send(&builder, (int)((process + distance) % n),
				     block(call, (int)((process + n - way) % n)), call->count);
		builder_step(&builder);
	}
}

/* In a phase the processes of a group that are one stride apart send each other what they have, which are the blocks of
 * as many neighbours. */
static void allgather_mixed_radix(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	int n = call->processes;

	keep_own(&builder);
	for (int stride = 1, radix; stride < n; stride *= radix) {
		int first = process - process % stride, digit = process / stride;
		uint64_t count = call->count * (uint64_t)stride;

		radix = radix_next(n / stride, call->fanout);
		for (int i = 1; i < radix; i++) {
			int away = ((digit % radix) + radix - i) % radix - digit % radix;

			builder_receive(&builder, process + away * stride, block(call, first + away * stride), count);
		}
		for (int i = 1; i < radix; i++) {
			int away = ((digit % radix) + i) % radix - digit % radix;

			builder_send(&builder, process + away * stride, block(call, first), count);
		}
		builder_step(&builder);
	}
}

const struct algorithm_class allgather_classes[] = {
	{.name = "gather-bcast",
	 .collective = COLLECTIVE_ALLGATHER,
	 .build = allgather_gather_bcast,
	 .about = "a binomial gather to process 0, and a binomial broadcast of all blocks from it",
	 .libraries = "Open MPI 1"},
	{.name = "bruck",
	 .collective = COLLECTIVE_ALLGATHER,
	 .build = allgather_bruck,
	 .about = "in round k each receives 2^k blocks from process + 2^k, and puts them in order at the end",
	 .libraries = "Open MPI 2, MPICH brucks"},
	{.name = "recursive-doubling",
	 .collective = COLLECTIVE_ALLGATHER,
	 .build = allgather_recursive_doubling,
	 .about = "pairs at distance 1, 2, 4, ... exchange what they have; bruck unless the processes are a power of "
		  "two",
	 .libraries = "Open MPI 3; of a power of two of processes MPICH recursive_doubling"},
	{.name = "ring",
	 .collective = COLLECTIVE_ALLGATHER,
	 .build = allgather_ring,
	 .about = "in processes - 1 steps each passes the block that it got last on to the next process",
	 .libraries = "Open MPI 4, MPICH ring"},
	{.name = "neighbour-exchange",
	 .collective = COLLECTIVE_ALLGATHER,
	 .build = allgather_neighbour_exchange,
	 .about = "pairs of blocks between neighbours in turn, in half as many steps as processes; ring if these are "
		  "odd",
	 .libraries = "Open MPI 5"},
	{.name = "sparbit",
	 .collective = COLLECTIVE_ALLGATHER,
	 .build = allgather_sparbit,
	 .about = "each block down a binomial tree of distances that halve, all trees at once, each block a message"},
	{.name = "mixed-radix",
	 .collective = COLLECTIVE_ALLGATHER,
	 .takes = TAKES_FANOUT,
	 .fanout = 4,
	 .least_fanout = 2,
	 .build = allgather_mixed_radix,
	 .about = "in phases groups of at most fanout processes send each other all that they have; a prime factor "
		  "that is larger is a phase"},
	{.name = "bine",
	 .collective = COLLECTIVE_ALLGATHER,
	 .build = allgather_bine_butterfly,
	 .about = "pairs at distance 1, 1, 3, 5, 11, ... to either side exchange what they have (Bine); bruck unless "
		  "the processes are a power of two"},
	{0},
};
