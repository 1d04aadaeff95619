#include "algorithm/classes.h"

#include "algorithm/bcast_scatter.h"
#include "algorithm/levels.h"
#include "algorithm/tree_bcast.h"

static void whole(const struct call *call, int process, struct rank_program *program, const struct tree *tree)
{
	struct step_builder builder = builder_begin(call, process, program);

	tree_bcast(&builder, tree, output(), call->count, call->segment);
}

static void bcast_linear(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);

	if (process != call->root)
		builder_receive(&builder, call->root, output(), call->count);
	for (int turn = 0; process == call->root && turn < call->processes; turn++)
		if (process_at_turn(call, turn) != process)
			builder_send(&builder, process_at_turn(call, turn), output(), call->count);
}

static void bcast_chain(const struct call *call, int process, struct rank_program *program)
{
	whole(call, process, program,
	      &(struct tree){.shape = SHAPE_CHAIN, .n = call->processes, .fanout = call->fanout});
}

static void bcast_pipeline(const struct call *call, int process, struct rank_program *program)
{
	whole(call, process, program, &(struct tree){.shape = SHAPE_CHAIN, .n = call->processes, .fanout = 1});
}

static void bcast_binary(const struct call *call, int process, struct rank_program *program)
{
	whole(call, process, program, &(struct tree){.shape = SHAPE_LAYERS, .n = call->processes, .fanout = 2});
}

static void bcast_binomial(const struct call *call, int process, struct rank_program *program)
{
	whole(call, process, program, &(struct tree){.shape = SHAPE_LOW_BIT, .n = call->processes});
}

static void bcast_k_nomial(const struct call *call, int process, struct rank_program *program)
{
	whole(call, process, program,
	      &(struct tree){.shape = SHAPE_K_NOMIAL, .n = call->processes, .fanout = call->fanout});
}

static void bcast_bine(const struct call *call, int process, struct rank_program *program)
{
	struct call bine = *call;

	bine.bine = true;
	whole(&bine, process, program, &(struct tree){.shape = SHAPE_K_NOMIAL, .n = call->processes, .fanout = 2});
}

static void bcast_hierarchical(const struct call *call, int process, struct rank_program *program)
{
	levels_build(call, process, program, SHAPE_HIERARCHICAL, whole);
}

static void bcast_scatter_allgather(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);

	if (call->count < (uint64_t)call->processes)
		bcast_linear(call, process, program);
	else
		scatter_allgather(&builder);
}

static void bcast_scatter_ring(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);

	if (call->count < (uint64_t)call->processes)
		bcast_linear(call, process, program);
	else
		scatter_ring(&builder);
}

/* The halves of the message, and the tree; the left half goes down the subtree of odd places, the right half down that
 * of even ones. */
struct halves {
	struct tree tree;
	struct place data[2];
	uint64_t count[2];
};

static void split_root(struct step_builder *builder, const struct halves *halves)
{
	uint64_t segment = builder->call->segment, n = segments(halves->count[0], segment);

	for (uint64_t i = 0; i < n; i++)
		for (int half = 0; half < 2 && half + 1 < builder->processes; half++) {
			if (i >= segments(halves->count[half], segment))
				continue;
			builder_send(builder, process_at(builder->call, half + 1),
				     place_at(halves->data[half], i * segment),
				     segment_count(halves->count[half], segment, i));
			builder_step(builder);
		}
}

/* Of an even number of processes the last has no partner; the root stands in. */
static void swap_halves(struct step_builder *builder, const struct halves *halves, int place)
{
	int last = builder->processes - 1, own = place % 2 == 0, partner = place % 2 != 0 ? place + 1 : place - 1;

	builder_step(builder);
	if (place > 0 && partner <= last)
		builder_exchange(builder, process_at(builder->call, partner), halves->data[own], halves->count[own],
				 process_at(builder->call, partner), halves->data[!own], halves->count[!own]);
	else if (place > 0)
		builder_receive(builder, builder->call->root, halves->data[1], halves->count[1]);
	else if (last % 2 != 0)
		builder_send(builder, process_at(builder->call, last), halves->data[1], halves->count[1]);
}

static void bcast_split_binary(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	uint64_t left = call->count - call->count / 2;
	struct halves halves = {{.shape = SHAPE_LAYERS, .n = call->processes, .fanout = 2},
				{output(), place_at(output(), left)},
				{left, call->count / 2}};
	int place = place_of(call, process);

	if (call->count < 2 || call->segment > halves.count[1]) {
		bcast_pipeline(call, process, program);
		return;
	}
	if (place == 0)
		split_root(&builder, &halves);
	else
		tree_bcast(&builder, &halves.tree, halves.data[place % 2 == 0], halves.count[place % 2 == 0],
			   call->segment);
	swap_halves(&builder, &halves, place);
}

#define TREE (TAKES_ORDER | TAKES_SEGMENT)

const struct algorithm_class bcast_classes[] = {
	{.name = "linear",
	 .collective = COLLECTIVE_BCAST,
	 .takes = TAKES_ORDER | ROOT_WITH_EACH,
	 .build = bcast_linear,
	 .about = "the root sends to all at once",
	 .libraries = "Open MPI 1"},
	{.name = "chain",
	 .collective = COLLECTIVE_BCAST,
	 .takes = TREE | TAKES_FANOUT,
	 .fanout = 4,
	 .least_fanout = 1,
	 .build = bcast_chain,
	 .about = "along fanout chains of consecutive places",
	 .libraries = "Open MPI 2"},
	{.name = "pipeline",
	 .collective = COLLECTIVE_BCAST,
	 .takes = TREE,
	 .build = bcast_pipeline,
	 .about = "along one chain of all processes",
	 .libraries = "Open MPI 3"},
	{.name = "split-binary",
	 .collective = COLLECTIVE_BCAST,
	 .takes = TREE,
	 .build = bcast_split_binary,
	 .about = "halves down either side of a binary tree, then exchanged between the sides; pipeline if a half is "
		  "shorter than a segment",
	 .libraries = "Open MPI 4"},
	{.name = "binary",
	 .collective = COLLECTIVE_BCAST,
	 .takes = TREE,
	 .build = bcast_binary,
	 .about = "down a binary tree whose layers are filled one after the other",
	 .libraries = "Open MPI 5"},
	{.name = "binomial",
	 .collective = COLLECTIVE_BCAST,
	 .takes = TREE,
	 .build = bcast_binomial,
	 .about = "down a binomial tree, low bit first: 0 sends to 1, 2, 4",
	 .libraries = "Open MPI 6"},
	{.name = "k-nomial",
	 .collective = COLLECTIVE_BCAST,
	 .takes = TREE | TAKES_FANOUT,
	 .fanout = 4,
	 .least_fanout = 2,
	 .build = bcast_k_nomial,
	 .about = "down a tree of base fanout, high digit first; with 2, 0 sends to 4, 2, 1",
	 .libraries = "Open MPI 7; with fan-out 2 MPICH binomial"},
	{.name = "scatter-allgather",
	 .collective = COLLECTIVE_BCAST,
	 .takes = TAKES_ORDER,
	 .build = bcast_scatter_allgather,
	 .about = "a binomial scatter, then an allgather by recursive doubling; linear if there are fewer elements "
		  "than processes",
	 .libraries = "Open MPI 8, MPICH scatter_recursive_doubling_allgather"},
	{.name = "scatter-ring",
	 .collective = COLLECTIVE_BCAST,
	 .takes = TAKES_ORDER,
	 .build = bcast_scatter_ring,
	 .about = "a binomial scatter, then an allgather around a ring; linear if there are fewer elements than "
		  "processes",
	 .libraries = "Open MPI 9, MPICH scatter_ring_allgather"},
	{.name = "hierarchical",
	 .collective = COLLECTIVE_BCAST,
	 .takes = TREE | TAKES_GROUP,
	 .build = bcast_hierarchical,
	 .about = "the root sends to the leader of each other group, then binomial trees within groups (MagPIe)",
	 .libraries = NULL},
	{.name = "bine",
	 .collective = COLLECTIVE_BCAST,
	 .takes = TAKES_SEGMENT,
	 .build = bcast_bine,
	 .about = "down a binomial tree laid around a circle, each subtree to either side of its root (Bine)"},
	{0},
};
