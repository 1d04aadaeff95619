#include "algorithm/classes.h"

#include "algorithm/levels.h"
#include "algorithm/tree_bcast.h"

static void whole(const struct call *call, int process, struct part *part, const struct tree *tree)
{
	struct walk walk = walk_begin(call, process, part);

	tree_bcast(&walk, tree, output(), call->count, call->segment);
}

static void bcast_linear(const struct call *call, int process, struct part *part)
{
	struct walk walk = walk_begin(call, process, part);

	if (process != call->root)
		walk_receive(&walk, call->root, output(), call->count);
	for (int turn = 0; process == call->root && turn < call->processes; turn++)
		if (process_at_turn(call, turn) != process)
			walk_send(&walk, process_at_turn(call, turn), output(), call->count);
}

static void bcast_chain(const struct call *call, int process, struct part *part)
{
	whole(call, process, part, &(struct tree){.shape = SHAPE_CHAIN, .n = call->processes, .fanout = call->fanout});
}

static void bcast_pipeline(const struct call *call, int process, struct part *part)
{
	whole(call, process, part, &(struct tree){.shape = SHAPE_CHAIN, .n = call->processes, .fanout = 1});
}

static void bcast_binary(const struct call *call, int process, struct part *part)
{
	whole(call, process, part, &(struct tree){.shape = SHAPE_LAYERS, .n = call->processes, .fanout = 2});
}

static void bcast_binomial(const struct call *call, int process, struct part *part)
{
	whole(call, process, part, &(struct tree){.shape = SHAPE_LOW_BIT, .n = call->processes});
}

static void bcast_k_nomial(const struct call *call, int process, struct part *part)
{
	whole(call, process, part, &(struct tree){.shape = SHAPE_K_NOMIAL, .n = call->processes, .fanout = call->fanout});
}

static void bcast_hierarchical(const struct call *call, int process, struct part *part)
{
	struct levels levels;

	if (!levels_init(&levels, call, SHAPE_HIERARCHICAL, part))
		return;
	whole(&levels.call, process, part, &levels.tree);
	levels_release(&levels);
}

#define TREE (TAKES_ORDER | TAKES_SEGMENT)

const struct algorithm_class bcast_classes[] = {
	{.name = "linear", .collective = COLLECTIVE_BCAST, .takes = TAKES_ORDER, .build = bcast_linear,
		.about = "the root sends to all at once", .libraries = "Open MPI 1"},
	{.name = "chain", .collective = COLLECTIVE_BCAST, .takes = TREE | TAKES_FANOUT, .fanout = 4, .least_fanout = 1, .build = bcast_chain,
		.about = "along fanout chains of consecutive places", .libraries = "Open MPI 2"},
	{.name = "pipeline", .collective = COLLECTIVE_BCAST, .takes = TREE, .build = bcast_pipeline,
		.about = "along one chain of all processes", .libraries = "Open MPI 3"},
	{.name = "binary", .collective = COLLECTIVE_BCAST, .takes = TREE, .build = bcast_binary,
		.about = "down a binary tree whose layers are filled one after the other", .libraries = "Open MPI 5"},
	{.name = "binomial", .collective = COLLECTIVE_BCAST, .takes = TREE, .build = bcast_binomial,
		.about = "down a binomial tree, low bit first: 0 sends to 1, 2, 4", .libraries = "Open MPI 6"},
	{.name = "k-nomial", .collective = COLLECTIVE_BCAST, .takes = TREE | TAKES_FANOUT, .fanout = 4, .least_fanout = 2, .build = bcast_k_nomial,
		.about = "down a tree of base fanout, high digit first; with 2, 0 sends to 4, 2, 1", .libraries = "Open MPI 7; with fan-out 2 MPICH binomial"},
	{.name = "hierarchical", .collective = COLLECTIVE_BCAST, .takes = TREE | TAKES_GROUP, .build = bcast_hierarchical,
		.about = "the root sends to the leader of each other group, then binomial trees within groups (MagPIe)", .libraries = NULL},
	{0},
};
