#include "algorithm/classes.h"

#include "algorithm/bine.h"
#include "algorithm/radix.h"
#include "algorithm/ring.h"
#include "algorithm/tree_reduce.h"

/* The elements of so many blocks. */
static uint64_t blocks(const struct step_builder *builder, int n)
{
	return builder->call->count * (uint64_t)n;
}

/* A copy of what a process contributes, to reduce into. */
static struct place working_copy(struct step_builder *builder)
{
	struct place copy = rank_program_scratch(builder->program, blocks(builder, builder->processes));

	builder_copy(builder, input(builder->call, builder->process), copy, blocks(builder, builder->processes));
	builder_step(builder);
	return copy;
}

static void reduce_scatter_linear(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	struct place all = process == 0 ? rank_program_scratch(program, blocks(&builder, call->processes)) : output();

	linear_reduce(&builder, 0, input(call, process), all, blocks(&builder, call->processes));
	builder_step(&builder);
	if (process > 0)
		builder_receive(&builder, 0, output(), call->count);
	else
		builder_copy(&builder, all, output(), call->count);
	for (int peer = 1; process == 0 && peer < call->processes; peer++) {
		builder_step(&builder);
		builder_send(&builder, peer, place_at(all, blocks(&builder, peer)), call->count);
	}
}

static void reduce_scatter_ring(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	struct shares shares = {.count = blocks(&builder, call->processes)};

	if (!call->commutes) {
		reduce_scatter_linear(call, process, program);
		return;
	}
	shares.data = working_copy(&builder);
	ring_reduce(&builder, &shares, -1, 0, 1);
	builder_step(&builder);
	builder_copy(&builder, place_at(shares.data, blocks(&builder, process)), output(), call->count);
}

static void reduce_scatter_pairwise(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	struct place own = input(call, process), sum, arrived;
	int n = call->processes;

	if (!call->commutes) {
		reduce_scatter_linear(call, process, program);
		return;
	}
	sum = call->in_place ? rank_program_scratch(program, call->count) : output();
	arrived = rank_program_scratch(program, n > 1 ? call->count : 0);
	builder_copy(&builder, place_at(own, blocks(&builder, process)), sum, call->count);
	for (int i = 1; i < n; i++) {
		int to = (int)(((int64_t)process + i) % n), from = (int)(((int64_t)process + n - i) % n);

		builder_exchange(&builder, to, place_at(own, blocks(&builder, to)), call->count, from, arrived,
				 call->count);
		builder_step(&builder);
		builder_reduce(&builder, arrived, sum, call->count);
	}
	builder_step(&builder);
	builder_copy(&builder, sum, output(), call->count);
}

/* Blocks of the numbers from begin to end - 1. */
struct block_range {
	struct place place;
	uint64_t count;
};

static struct block_range range_of(const struct step_builder *builder, const struct bine_parts *parts, int begin,
				   int end)
{
	int first = fold_first(&parts->fold, begin);

	return (struct block_range){place_at(parts->data, blocks(builder, first)),
				    blocks(builder, fold_first(&parts->fold, end) - first)};
}

static void halve(struct step_builder *builder, const struct bine_parts *parts, int number)
{
	struct place arrived = rank_program_scratch(builder->program, blocks(builder, builder->processes));
	int begin = 0;

	for (int distance = parts->fold.power / 2; distance > 0; distance /= 2) {
		int middle = begin + distance, peer = fold_process(&parts->fold, number ^ distance);
		bool upper = number >= middle;
		struct block_range low = range_of(builder, parts, begin, middle),
				   high = range_of(builder, parts, middle, middle + distance);
		struct block_range kept = upper ? high : low, sent = upper ? low : high;

		builder_exchange(builder, peer, sent.place, sent.count, peer, arrived, kept.count);
		builder_step(builder);
		builder_reduce(builder, arrived, kept.place, kept.count);
		begin = upper ? middle : begin;
	}
}

/* A butterfly over the processes that take part; those that stand back give them their contribution first and get their
 * block from them last. */
static void folded(const struct call *call, int process, struct rank_program *program,
		   void (*butterfly)(struct step_builder *builder, const struct bine_parts *parts, int number))
{
	struct step_builder builder = builder_begin(call, process, program);
	int n = call->processes;
	struct bine_parts parts = {.fold = fold_of(n), .whole = true, .count = blocks(&builder, n)};

	if (!call->commutes) {
		reduce_scatter_linear(call, process, program);
		return;
	}
	if (fold_number(&parts.fold, process) < 0) {
		builder_send(&builder, process + 1, input(call, process), parts.count);
		builder_step(&builder);
		builder_receive(&builder, process + 1, output(), call->count);
		return;
	}
	parts.data = working_copy(&builder);
	if (process < 2 * parts.fold.extra) {
		struct place arrived = rank_program_scratch(program, parts.count);

		builder_receive(&builder, process - 1, arrived, parts.count);
		builder_step(&builder);
		builder_reduce(&builder, arrived, parts.data, parts.count);
	}
	butterfly(&builder, &parts, fold_number(&parts.fold, process));
	builder_step(&builder);
	builder_copy(&builder, place_at(parts.data, blocks(&builder, process)), output(), call->count);
	builder_step(&builder);
	if (process < 2 * parts.fold.extra)
		builder_send(&builder, process - 1, place_at(parts.data, blocks(&builder, process - 1)), call->count);
}

static void reduce_scatter_recursive_halving(const struct call *call, int process, struct rank_program *program)
{
	folded(call, process, program, halve);
}

static void reduce_scatter_bine(const struct call *call, int process, struct rank_program *program)
{
	folded(call, process, program, bine_reduce_scatter);
}

/* A phase of a mixed radix: the members of a group are a stride apart. What a process has of the radix strides of
 * blocks from first on goes to them, a stride of blocks each; theirs of its own stride is reduced. */
static void reduce_phase(struct step_builder *builder, struct place data, int first, int stride, int radix)
{
	int process = builder->process, digit = (process - first) / stride;
	uint64_t count = blocks(builder, stride);
	struct place arrived = rank_program_scratch(builder->program, count * (uint64_t)(radix - 1));
	struct place own = place_at(data, blocks(builder, first + digit * stride));

	for (int i = 1; i < radix; i++)
		builder_receive(builder, process + ((digit + radix - i) % radix - digit) * stride,
				place_at(arrived, count * (uint64_t)(i - 1)), count);
	for (int i = 1; i < radix; i++) {
		int to = (digit + i) % radix;

		builder_send(builder, process + (to - digit) * stride,
			     place_at(data, blocks(builder, first + to * stride)), count);
	}
	for (int i = 1; i < radix; i++) {
		builder_step(builder);
		builder_reduce(builder, place_at(arrived, count * (uint64_t)(i - 1)), own, count);
	}
	builder_step(builder);
}

static void reduce_scatter_mixed_radix(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	struct place data;

	if (!call->commutes) {
		reduce_scatter_linear(call, process, program);
		return;
	}
	data = working_copy(&builder);
	for (int left = call->processes, radix; left > 1; left /= radix) {
		radix = radix_next(left, call->fanout);
		reduce_phase(&builder, data, process - process % left, left / radix, radix);
	}
	builder_copy(&builder, place_at(data, blocks(&builder, process)), output(), call->count);
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
	{.name = "mixed-radix",
	 .collective = COLLECTIVE_REDUCE_SCATTER,
	 .takes = TAKES_FANOUT | NEEDS_COMMUTES,
	 .fanout = 4,
	 .least_fanout = 2,
	 .build = reduce_scatter_mixed_radix,
	 .about = "in phases groups of at most fanout processes exchange and reduce what belongs to the others; a "
		  "prime factor that is larger is a phase; linear if the order of operands matters"},
	{.name = "bine",
	 .collective = COLLECTIVE_REDUCE_SCATTER,
	 .takes = NEEDS_COMMUTES,
	 .build = reduce_scatter_bine,
	 .about = "as recursive-halving, but with partners at distances of about a third, a sixth, ... of the "
		  "processes' number, to either side (Bine); linear if the order of operands matters"},
	{0},
};
