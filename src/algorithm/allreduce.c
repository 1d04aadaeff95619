#include "algorithm/classes.h"

#include "algorithm/bine.h"
#include "algorithm/halving.h"
#include "algorithm/ring.h"
#include "algorithm/tree_bcast.h"
#include "algorithm/tree_reduce.h"

static void swap(struct place *a, struct place *b)
{
	struct place held = *a;

	*a = *b;
	*b = held;
}

/* The partner of a number in step 0, 1, ... of a butterfly over a power of two. */
typedef int (*butterfly)(int power, int number, int step);

static int partner_at_power(int power, int number, int step)
{
	(void)power;
	return number ^ 1 << step;
}

static void double_up(struct step_builder *builder, const struct fold *fold, butterfly partner, struct place *mine,
		      struct place *theirs)
{
	uint64_t count = builder->call->count;
	int number = fold_number(fold, builder->process);

	for (int step = 0; 1 << step < fold->power; step++) {
		int peer = fold_process(fold, partner(fold->power, number, step));

		builder_exchange(builder, peer, *mine, count, peer, *theirs, count);
		builder_step(builder);
		if (builder->process < peer) {
			builder_reduce(builder, *mine, *theirs, count);
			swap(mine, theirs);
		} else {
			builder_reduce(builder, *theirs, *mine, count);
		}
		builder_step(builder);
	}
}

/* A process that stands back gives its contribution to the next one and gets the result from it. Returns whether this
 * is one. */
static bool stood_back(struct step_builder *builder, const struct fold *fold, struct place mine)
{
	uint64_t count = builder->call->count;

	if (fold_number(fold, builder->process) >= 0)
		return false;
	builder_send(builder, builder->process + 1, mine, count);
	builder_step(builder);
	builder_receive(builder, builder->process + 1, output(), count);
	return true;
}

/* What comes from the one before that stood back is reduced. */
static void take_over(struct step_builder *builder, const struct fold *fold, struct place mine, struct place theirs)
{
	if (builder->process >= 2 * fold->extra)
		return;
	builder_receive(builder, builder->process - 1, theirs, builder->call->count);
	builder_step(builder);
	builder_reduce(builder, theirs, mine, builder->call->count);
	builder_step(builder);
}

static void doubling(const struct call *call, int process, struct rank_program *program, butterfly partner)
{
	struct step_builder builder = builder_begin(call, process, program);
	struct fold fold = fold_of(call->processes);
	struct place mine = rank_program_scratch(program, call->count), theirs = output();

	builder_copy(&builder, input(call, process), mine, call->count);
	builder_step(&builder);
	if (stood_back(&builder, &fold, mine))
		return;
	take_over(&builder, &fold, mine, theirs);
	double_up(&builder, &fold, partner, &mine, &theirs);
	if (process < 2 * fold.extra)
		builder_send(&builder, process - 1, mine, call->count);
	builder_copy(&builder, mine, output(), call->count);
}

/* Operands stay in order of rank throughout. */
static void allreduce_recursive_doubling(const struct call *call, int process, struct rank_program *program)
{
	doubling(call, process, program, partner_at_power);
}

static void allreduce_bine(const struct call *call, int process, struct rank_program *program)
{
	doubling(call, process, program, call->commutes ? bine_partner : partner_at_power);
}

static void allreduce_bine_rabenseifner(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	struct bine_parts parts = {fold_of(call->processes), false, output(), call->count};

	if (!call->commutes || call->count < (uint64_t)parts.fold.power) {
		allreduce_bine(call, process, program);
		return;
	}
	builder_copy(&builder, input(call, process), output(), call->count);
	builder_step(&builder);
	if (stood_back(&builder, &parts.fold, output()))
		return;
	if (process < 2 * parts.fold.extra)
		take_over(&builder, &parts.fold, output(), rank_program_scratch(program, call->count));
	bine_reduce_scatter(&builder, &parts, fold_number(&parts.fold, process));
	bine_allgather(&builder, &parts, fold_number(&parts.fold, process));
	if (process < 2 * parts.fold.extra)
		builder_send(&builder, process - 1, output(), call->count);
}

static void allreduce_ring(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	struct shares shares = {output(), call->count};

	if (!call->commutes || call->count < (uint64_t)call->processes) {
		allreduce_recursive_doubling(call, process, program);
		return;
	}
	builder_copy(&builder, input(call, process), output(), call->count);
	ring_reduce(&builder, &shares, 0, 0, 1);
	ring_allgather(&builder, &shares, 1);
}

/* How many parts each block is reduced in, so that messages are not longer than the segment by much; blocks are the
 * larger ones. */
static int phases(const struct call *call)
{
	uint64_t n = call->count / ((uint64_t)call->processes * call->segment);

	n += call->count % ((uint64_t)call->processes * call->segment) >= (uint64_t)call->processes;
	return (int)n;
}

static void allreduce_segmented_ring(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	struct shares shares = {output(), call->count};

	if (!call->commutes || call->segment == 0 || call->count / call->segment < (uint64_t)call->processes) {
		allreduce_ring(call, process, program);
		return;
	}
	builder_copy(&builder, input(call, process), output(), call->count);
	for (int phase = 0, n = phases(call); phase < n; phase++)
		ring_reduce(&builder, &shares, 0, phase, n);
	ring_allgather(&builder, &shares, 1);
}

static void allreduce_linear(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);

	linear_reduce(&builder, 0, input(call, process), output(), call->count);
	tree_bcast(&builder, &(struct tree){.shape = SHAPE_LINEAR, .n = call->processes}, output(), call->count, 0);
}

static void rabenseifner(const struct call *call, int process, struct rank_program *program, enum halving_fold fold)
{
	struct step_builder builder = builder_begin(call, process, program);
	struct halving halving = {.fold = fold};

	builder_copy(&builder, input(call, process), output(), call->count);
	halving_reduce(&builder, &halving, output(), call->count);
	halving_allgather(&builder, &halving, call->count);
}

static void allreduce_rabenseifner(const struct call *call, int process, struct rank_program *program)
{
	if (call->commutes && call->count >= (uint64_t)power_below(call->processes))
		rabenseifner(call, process, program, FOLD_HALVES);
	else
		allreduce_linear(call, process, program);
}

static void allreduce_rabenseifner_mpich(const struct call *call, int process, struct rank_program *program)
{
	if (call->commutes && call->count >= (uint64_t)power_below(call->processes))
		rabenseifner(call, process, program, FOLD_EVEN);
	else
		allreduce_recursive_doubling(call, process, program);
}

/* A reduction up to process 0 and a broadcast down from it. */
static void up_and_down(const struct call *call, int process, struct rank_program *program, const struct tree *up,
			const struct tree *down)
{
	struct step_builder builder = builder_begin(call, process, program);

	if (!call->commutes) {
		allreduce_linear(call, process, program);
		return;
	}
	tree_reduce(&builder, up, input(call, process), output(), call->count, call->segment, false);
	tree_bcast(&builder, down, output(), call->count, call->segment);
}

static void allreduce_binomial(const struct call *call, int process, struct rank_program *program)
{
	struct tree up = {.shape = SHAPE_IN_ORDER, .n = call->processes},
		    down = {.shape = SHAPE_LOW_BIT, .n = call->processes};

	up_and_down(call, process, program, &up, &down);
}

static void allreduce_binary(const struct call *call, int process, struct rank_program *program)
{
	struct tree tree = {.shape = SHAPE_LAYERS, .n = call->processes, .fanout = 2};

	up_and_down(call, process, program, &tree, &tree);
}

static void allreduce_pipeline(const struct call *call, int process, struct rank_program *program)
{
	struct tree tree = {.shape = SHAPE_CHAIN, .n = call->processes, .fanout = 1};

	up_and_down(call, process, program, &tree, &tree);
}

#define TREE (TAKES_SEGMENT | NEEDS_COMMUTES)

const struct algorithm_class allreduce_classes[] = {
	{.name = "linear",
	 .collective = COLLECTIVE_ALLREDUCE,
	 .build = allreduce_linear,
	 .about = "reduce linear to process 0 and bcast linear from it",
	 .libraries = "Open MPI 1"},
	{.name = "binomial",
	 .collective = COLLECTIVE_ALLREDUCE,
	 .takes = TREE,
	 .build = allreduce_binomial,
	 .about = "reduce binomial and bcast binomial; linear if the order of operands matters",
	 .libraries = "Open MPI 2"},
	{.name = "binary",
	 .collective = COLLECTIVE_ALLREDUCE,
	 .takes = TREE,
	 .build = allreduce_binary,
	 .about = "reduce binary and bcast binary; linear if the order of operands matters",
	 .libraries = "Open MPI 2"},
	{.name = "pipeline",
	 .collective = COLLECTIVE_ALLREDUCE,
	 .takes = TREE,
	 .build = allreduce_pipeline,
	 .about = "reduce pipeline and bcast pipeline; linear if the order of operands matters",
	 .libraries = "Open MPI 2"},
	{.name = "recursive-doubling",
	 .collective = COLLECTIVE_ALLREDUCE,
	 .build = allreduce_recursive_doubling,
	 .about = "pairs at distance 1, 2, 4, ... exchange and reduce; processes beyond a power of two fold in first",
	 .libraries = "Open MPI 3, MPICH recursive_doubling"},
	{.name = "ring",
	 .collective = COLLECTIVE_ALLREDUCE,
	 .takes = NEEDS_COMMUTES,
	 .build = allreduce_ring,
	 .about = "blocks are reduced around the ring, then gathered; recursive-doubling if elements are fewer than "
		  "processes or the order of operands matters",
	 .libraries = "Open MPI 4"},
	{.name = "segmented-ring",
	 .collective = COLLECTIVE_ALLREDUCE,
	 .takes = TAKES_SEGMENT | NEEDS_COMMUTES,
	 .build = allreduce_segmented_ring,
	 .about = "as ring, each block reduced in rounds of segments; ring without a segment or with less than one for "
		  "each process, or if the order matters",
	 .libraries = "Open MPI 5"},
	{.name = "rabenseifner",
	 .collective = COLLECTIVE_ALLREDUCE,
	 .takes = NEEDS_COMMUTES,
	 .build = allreduce_rabenseifner,
	 .about = "pairs at distance 1, 2, 4, ... halve vectors, then double them again; linear if elements are fewer "
		  "than the pairs' processes or the order matters",
	 .libraries = "Open MPI 6"},
	{.name = "rabenseifner-mpich",
	 .collective = COLLECTIVE_ALLREDUCE,
	 .takes = NEEDS_COMMUTES,
	 .build = allreduce_rabenseifner_mpich,
	 .about = "as rabenseifner, but processes beyond a power of two first send all to the next one, and what is "
		  "halved are equal shares; recursive-doubling if "
		  "elements are fewer than the pairs' processes or the order matters",
	 .libraries = "MPICH reduce_scatter_allgather"},
	{.name = "bine",
	 .collective = COLLECTIVE_ALLREDUCE,
	 .takes = NEEDS_COMMUTES,
	 .build = allreduce_bine,
	 .about = "as recursive-doubling, but pairs at distance 1, 1, 3, 5, 11, ... to either side (Bine); "
		  "recursive-doubling if the order of operands matters"},
	{.name = "bine-rabenseifner",
	 .collective = COLLECTIVE_ALLREDUCE,
	 .takes = NEEDS_COMMUTES,
	 .build = allreduce_bine_rabenseifner,
	 .about =
		 "reduce_scatter bine, then pairs at rising distances exchange what they have (Bine); bine if elements "
		 "are fewer than the pairs' processes"},
	{0},
};
