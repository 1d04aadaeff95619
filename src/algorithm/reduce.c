#include "algorithm/classes.h"

#include "algorithm/halving.h"
#include "algorithm/tree_reduce.h"

static void reduce_linear(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);

	linear_reduce(&builder, call->root, input(call, process), output(), call->count);
}

static void whole(const struct call *call, int process, struct rank_program *program, const struct tree *tree)
{
	struct step_builder builder = builder_begin(call, process, program);

	if (call->commutes)
		tree_reduce(&builder, tree, input(call, process), output(), call->count, call->segment, false);
	else
		reduce_linear(call, process, program);
}

static void reduce_chain(const struct call *call, int process, struct rank_program *program)
{
	whole(call, process, program,
	      &(struct tree){.shape = SHAPE_CHAIN, .n = call->processes, .fanout = call->fanout});
}

static void reduce_pipeline(const struct call *call, int process, struct rank_program *program)
{
	whole(call, process, program, &(struct tree){.shape = SHAPE_CHAIN, .n = call->processes, .fanout = 1});
}

static void reduce_binary(const struct call *call, int process, struct rank_program *program)
{
	whole(call, process, program, &(struct tree){.shape = SHAPE_LAYERS, .n = call->processes, .fanout = 2});
}

static void reduce_binomial(const struct call *call, int process, struct rank_program *program)
{
	whole(call, process, program, &(struct tree){.shape = SHAPE_IN_ORDER, .n = call->processes});
}

static void reduce_bine(const struct call *call, int process, struct rank_program *program)
{
	struct call bine = *call;

	bine.bine = true;
	whole(&bine, process, program, &(struct tree){.shape = SHAPE_IN_ORDER, .n = call->processes});
}

/*
 * The tree's root is the last process, with the others in falling order, so that operands from below come before a
 * process's own; the result goes on to the call's root.
 */
static void reduce_in_order_binary(const struct call *call, int process, struct rank_program *program)
{
	struct tree tree = {.shape = SHAPE_K_ARY, .n = call->processes, .fanout = 2};
	struct call falling = *call;
	int last = call->processes - 1;
	struct step_builder builder = builder_begin(&falling, process, program);
	struct place result = output();

	falling.falling = true;
	if (process == last && process != call->root)
		result = rank_program_scratch(program, call->count);
	tree_reduce(&builder, &tree, input(call, process), result, call->count, call->segment, true);
	builder_step(&builder);
	if (process == last && process != call->root)
		builder_send(&builder, call->root, result, call->count);
	else if (process != last && process == call->root)
		builder_receive(&builder, last, result, call->count);
}

static void rabenseifner(const struct call *call, int process, struct rank_program *program, enum halving_fold fold)
{
	struct step_builder builder = builder_begin(call, process, program);
	struct halving halving = {.fold = fold};
	struct place data = process == call->root ? output() : rank_program_scratch(program, call->count);

	builder_copy(&builder, input(call, process), data, call->count);
	halving_reduce(&builder, &halving, data, call->count);
	halving_gather(&builder, &halving, call->root, call->count);
}

static void reduce_rabenseifner(const struct call *call, int process, struct rank_program *program)
{
	if (call->commutes && call->count >= (uint64_t)power_below(call->processes))
		rabenseifner(call, process, program, FOLD_HALVES);
	else
		reduce_linear(call, process, program);
}

static void reduce_rabenseifner_mpich(const struct call *call, int process, struct rank_program *program)
{
	if (call->commutes && call->count >= (uint64_t)power_below(call->processes))
		rabenseifner(call, process, program, FOLD_ODD);
	else
		reduce_binomial(call, process, program);
}

#define TREE (TAKES_ORDER | TAKES_SEGMENT | NEEDS_COMMUTES)

const struct algorithm_class reduce_classes[] = {
	{.name = "linear",
	 .collective = COLLECTIVE_REDUCE,
	 .takes = TAKES_ORDER | ROOT_WITH_EACH,
	 .build = reduce_linear,
	 .about = "the root receives from one process after the other, the last rank first, and reduces",
	 .libraries = "Open MPI 1"},
	{.name = "chain",
	 .collective = COLLECTIVE_REDUCE,
	 .takes = TREE | TAKES_FANOUT,
	 .fanout = 4,
	 .least_fanout = 1,
	 .build = reduce_chain,
	 .about = "along fanout chains; linear if the order of operands matters",
	 .libraries = "Open MPI 2"},
	{.name = "pipeline",
	 .collective = COLLECTIVE_REDUCE,
	 .takes = TREE,
	 .build = reduce_pipeline,
	 .about = "along one chain of all processes; linear if the order of operands matters",
	 .libraries = "Open MPI 3"},
	{.name = "binary",
	 .collective = COLLECTIVE_REDUCE,
	 .takes = TREE,
	 .build = reduce_binary,
	 .about = "up a binary tree whose layers are filled one after the other; linear if the order of operands "
		  "matters",
	 .libraries = "Open MPI 4"},
	{.name = "binomial",
	 .collective = COLLECTIVE_REDUCE,
	 .takes = TREE,
	 .build = reduce_binomial,
	 .about = "up a binomial tree, the nearest child first; linear if the order of operands matters",
	 .libraries = "Open MPI 5, MPICH binomial where the operation commutes"},
	{.name = "in-order-binary",
	 .collective = COLLECTIVE_REDUCE,
	 .takes = TAKES_SEGMENT,
	 .build = reduce_in_order_binary,
	 .about = "up a binary tree to the last process that keeps the order of operands, then to the root",
	 .libraries = "Open MPI 6"},
	{.name = "rabenseifner",
	 .collective = COLLECTIVE_REDUCE,
	 .takes = NEEDS_COMMUTES,
	 .build = reduce_rabenseifner,
	 .about = "pairs at distance 1, 2, 4, ... halve vectors, then a gather; linear if elements are fewer than the "
		  "pairs' processes or the order matters",
	 .libraries = "Open MPI 7"},
	{.name = "rabenseifner-mpich",
	 .collective = COLLECTIVE_REDUCE,
	 .takes = NEEDS_COMMUTES,
	 .build = reduce_rabenseifner_mpich,
	 .about = "as rabenseifner, but processes beyond a power of two first send all to a neighbour, and what is "
		  "halved are equal shares; binomial if elements "
		  "are fewer than the pairs' processes, linear if the order matters",
	 .libraries = "MPICH reduce_scatter_gather"},
	{.name = "bine",
	 .collective = COLLECTIVE_REDUCE,
	 .takes = TAKES_SEGMENT | NEEDS_COMMUTES,
	 .build = reduce_bine,
	 .about = "up a binomial tree laid around a circle, each subtree to either side of its root (Bine); linear if "
		  "the order of operands matters"},
	{0},
};
