#include "algorithm/classes.h"

#include "algorithm/blocks.h"
#include "algorithm/levels.h"

/* What the root keeps of its own, in its turn as in the libraries. */
static void keep_own(struct step_builder *builder)
{
	if (!builder->call->in_place)
		builder_copy(builder, (struct place){BUFFER_SEND, block_offset(builder->call, builder->process)},
			     output(), block_count(builder->call, builder->process));
}

static void linear(const struct call *call, int process, struct rank_program *program, bool blocking, bool ready)
{
	struct step_builder builder = builder_begin(call, process, program);

	if (process != call->root) {
		if (block_count(call, process) == 0)
			return;
		if (ready)
			builder_send(&builder, call->root, output(), 0);
		builder_step(&builder);
		builder_receive(&builder, call->root, output(), block_count(call, process));
		return;
	}
	for (int turn = 0; turn < call->processes; turn++) {
		int peer = process_at_turn(call, turn);

		if (peer == process) {
			keep_own(&builder);
		} else if (block_count(call, peer) > 0) {
			if (ready)
				builder_receive(&builder, peer, output(), 0);
			if (ready)
				builder_step(&builder);
			builder_send(&builder, peer, (struct place){BUFFER_SEND, block_offset(call, peer)},
				     block_count(call, peer));
		}
		if (blocking)
			builder_step(&builder);
	}
}

static void scatter_linear(const struct call *call, int process, struct rank_program *program)
{
	linear(call, process, program, true, false);
}

static void scatter_linear_nonblocking(const struct call *call, int process, struct rank_program *program)
{
	linear(call, process, program, false, false);
}

static void scatter_linear_synchronised(const struct call *call, int process, struct rank_program *program)
{
	linear(call, process, program, true, true);
}

/* Builds LMO_Scatter (O'Flynn 2009, 7.2): scatters of equal parts, one after the other. */
static void scatter_split(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	uint64_t parts = split_parts(call);

	if (process == call->root)
		keep_own(&builder);
	for (uint64_t i = 0; i < parts; i++)
		for (int turn = 0; turn < call->processes; turn++) {
			int peer = process_at_turn(call, turn);
			uint64_t count = block_count(call, peer), own = segments(count, part_length(call, count)),
				 from = i < own ? share_begin(count, (int)own, (int)i) : 0,
				 n = i < own ? share_count(count, (int)own, (int)i) : 0;

			if (n > 0 && process == call->root && peer != process)
				builder_send(&builder, peer,
					     (struct place){BUFFER_SEND, block_offset(call, peer) + from}, n);
			else if (n > 0 && process == peer && peer != call->root)
				builder_receive(&builder, call->root, place_at(output(), from), n);
			builder_step(&builder);
		}
}

/*
 * Where the blocks of a process's subtree lie packed once they are there: the root's are put in the order of places if
 * they are not. Others receive all at once.
 */
static struct place subtree(struct step_builder *builder, const struct tree *tree, int place)
{
	struct place packed = output();
	uint64_t count = blocks_count(builder->call, place, tree_end(tree, place));

	if (place == 0) {
		if (blocks_are_packed(builder->call))
			return (struct place){BUFFER_SEND, 0};
		packed = rank_program_scratch(builder->program, count);
		blocks_pack(builder, (struct place){BUFFER_SEND, 0}, packed);
	} else if (count > 0) {
		if (tree_end(tree, place) > place + 1)
			packed = rank_program_scratch(builder->program, count);
		builder_receive(builder, process_at(builder->call, tree_parent(tree, place)), packed, count);
	}
	builder_step(builder);
	return packed;
}

static void tree_scatter(const struct call *call, int process, struct rank_program *program, const struct tree *tree)
{
	struct step_builder builder = builder_begin(call, process, program);
	int place = place_of(call, process);
	struct place packed = subtree(&builder, tree, place);
	struct blocks_before before = {.begin = place};

	if (place == 0)
		keep_own(&builder);
	else
		builder_copy(&builder, packed, output(), block_count(call, process));
	for (int child = tree_next_child(tree, place, -1); child >= 0; child = tree_next_child(tree, place, child)) {
		uint64_t count = blocks_count(call, child, tree_end(tree, child));

		if (count > 0)
			builder_send(&builder, process_at(call, child),
				     place_at(packed, blocks_before(call, &before, child)), count);
		builder_step(&builder);
	}
}

static void scatter_binomial(const struct call *call, int process, struct rank_program *program)
{
	tree_scatter(call, process, program, &(struct tree){.shape = SHAPE_IN_ORDER, .n = call->processes});
}

static void scatter_binomial_mpich(const struct call *call, int process, struct rank_program *program)
{
	tree_scatter(call, process, program,
		     &(struct tree){.shape = SHAPE_K_NOMIAL, .n = call->processes, .fanout = 2});
}

static void scatter_bine(const struct call *call, int process, struct rank_program *program)
{
	struct call bine = *call;

	bine.bine = true;
	tree_scatter(&bine, process, program,
		     &(struct tree){.shape = SHAPE_K_NOMIAL, .n = call->processes, .fanout = 2});
}

static void scatter_k_ary(const struct call *call, int process, struct rank_program *program)
{
	tree_scatter(call, process, program,
		     &(struct tree){.shape = SHAPE_K_ARY, .n = call->processes, .fanout = call->fanout});
}

static void scatter_chain(const struct call *call, int process, struct rank_program *program)
{
	tree_scatter(call, process, program,
		     &(struct tree){.shape = SHAPE_CHAIN, .n = call->processes, .fanout = call->fanout});
}

static void scatter_two_level(const struct call *call, int process, struct rank_program *program)
{
	levels_build(call, process, program, SHAPE_TWO_LEVEL, tree_scatter);
}

#define ROWS(...) EQUAL_AND_COUNTED(COLLECTIVE_SCATTER, COLLECTIVE_SCATTERV, __VA_ARGS__)

const struct algorithm_class scatter_classes[] = {
	ROWS("linear", TAKES_ORDER | ROOT_WITH_EACH, 0, "the root sends each process its block, one after the other",
	     "Open MPI 1", "Open MPI", scatter_linear),
	ROWS("linear-nonblocking", TAKES_ORDER | ROOT_WITH_EACH, 0, "the root sends all blocks at once", "Open MPI 3",
	     "MPICH linear", scatter_linear_nonblocking),
	ROWS("linear-synchronised", TAKES_ORDER | ROOT_WITH_EACH, 0,
	     "each process tells the root by an empty message that it is ready, then the root sends its block", NULL,
	     NULL, scatter_linear_synchronised),
	ROWS("split", TAKES_ORDER | TAKES_SEGMENT | ROOT_WITH_EACH, 0,
	     "linear scatters of equal parts of the blocks, a segment of each at most, 65536 of a block at most "
	     "(LMO_Scatter)",
	     NULL, NULL, scatter_split),
	ROWS("binomial", TAKES_ORDER, 0, "halves of the blocks go down a binomial tree, the nearest child first", NULL,
	     NULL, scatter_binomial),
	{.name = "binomial-mpich",
	 .collective = COLLECTIVE_SCATTER,
	 .takes = TAKES_ORDER,
	 .least_fanout = 1,
	 .build = scatter_binomial_mpich,
	 .about = "halves of the blocks go down a binomial tree, the farthest child first",
	 .libraries = "Open MPI 2, MPICH binomial"},
	ROWS("k-ary", TAKES_ORDER | TAKES_FANOUT, 2,
	     "each passes equal shares of the blocks on to its children, fanout of them", NULL, NULL, scatter_k_ary),
	ROWS("chain", TAKES_ORDER | TAKES_FANOUT, 1, "each keeps its block and passes the rest on, along fanout chains",
	     NULL, NULL, scatter_chain),
	ROWS("two-level", TAKES_ORDER | TAKES_GROUP, 0,
	     "the root sends the leader of each other group its group's blocks, then the leaders send them out", NULL,
	     NULL, scatter_two_level),
	ROWS("bine", 0, 0,
	     "halves of the blocks go down a binomial tree laid around a circle, each subtree to either side of its "
	     "root "
	     "(Bine)",
	     NULL, NULL, scatter_bine),
	{0},
};
