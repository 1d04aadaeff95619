#include "algorithm/classes.h"

#include "algorithm/blocks.h"
#include "algorithm/levels.h"

static struct place own_block(const struct call *call, int process)
{
	return (struct place){BUFFER_RECEIVE, block_offset(call, process)};
}

static void keep_own(struct step_builder *builder)
{
	if (!builder->call->in_place)
		builder_copy(builder, input(builder->call, builder->process),
			     own_block(builder->call, builder->process), block_count(builder->call, builder->process));
}

static void linear(const struct call *call, int process, struct rank_program *program, bool blocking)
{
	struct step_builder builder = builder_begin(call, process, program);

	if (process != call->root) {
		if (block_count(call, process) > 0)
			builder_send(&builder, call->root, input(call, process), block_count(call, process));
		return;
	}
	for (int turn = 0; turn < call->processes; turn++) {
		int peer = process_at_turn(call, turn);

		if (peer == process)
			keep_own(&builder);
		else if (block_count(call, peer) > 0)
			builder_receive(&builder, peer, own_block(call, peer), block_count(call, peer));
		if (blocking)
			builder_step(&builder);
	}
}

static void gather_linear(const struct call *call, int process, struct rank_program *program)
{
	linear(call, process, program, true);
}

static void gather_linear_nonblocking(const struct call *call, int process, struct rank_program *program)
{
	linear(call, process, program, false);
}

/* How much of a block comes before the root turns to the next process. */
static uint64_t first_segment(const struct call *call, int process)
{
	return segment_count(block_count(call, process), call->segment, 0);
}

/* What the root's next turn waits for. */
struct turn {
	size_t done[2];
};

static void after_turn(struct rank_program *program, const struct turn *turn)
{
	rank_program_after(program, turn->done[0]);
	rank_program_after(program, turn->done[1]);
}

/* The tag of the rest of a block: both messages of a process have their receives posted at a time, and SMPI may match
 * two of one tag, a short and a long one, in the wrong order. */
enum { REST = 1 };

/* The root's turn with one process; no later turn waits for the rest of the block, which is a message even if empty. */
static struct turn synchronised_turn(const struct call *call, struct rank_program *program, int peer,
				     const struct turn *before)
{
	uint64_t first = first_segment(call, peer), count = block_count(call, peer);
	struct place to = own_block(call, peer);
	struct turn turn;

	turn.done[0] = rank_program_receive(program, peer, 0, to, first);
	after_turn(program, before);
	turn.done[1] = rank_program_send(program, peer, 0, to, 0);
	after_turn(program, before);
	rank_program_receive(program, peer, REST, place_at(to, first), count - first);
	rank_program_after(program, turn.done[1]);
	rank_program_after_start(program, turn.done[0]);
	return turn;
}

static void synchronised_root(struct step_builder *builder)
{
	struct turn turn = {{NO_OPERATION, NO_OPERATION}};

	for (int i = 0; i < builder->processes; i++) {
		int peer = process_at_turn(builder->call, i);

		if (peer == builder->process)
			keep_own(builder);
		else if (block_count(builder->call, peer) > 0)
			turn = synchronised_turn(builder->call, builder->program, peer, &turn);
	}
}

static void gather_linear_synchronised(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	uint64_t first = first_segment(call, process), count = block_count(call, process);
	size_t rest;

	if (process == call->root) {
		synchronised_root(&builder);
	} else if (count > 0) {
		builder_receive(&builder, call->root, (struct place){BUFFER_SCRATCH, 0}, 0);
		builder_step(&builder);
		builder_send(&builder, call->root, input(call, process), first);
		builder_step(&builder);
		rest = builder_send(&builder, call->root, place_at(input(call, process), first), count - first);
		program->operations[rest].tag = REST;
	}
}

/* Whether a block comes without being asked for. */
static bool is_short(const struct call *call, int process)
{
	return block_count(call, process) <= call->segment;
}

/* A block in parts, all of one step. */
static void send_or_receive_parts(struct step_builder *builder, int peer, struct place at, uint64_t count, bool receive)
{
	uint64_t length = part_length(builder->call, count), n = segments(count, length);

	for (uint64_t i = 0; i < n; i++) {
		uint64_t part = segment_count(count, length, i);

		if (receive)
			builder_receive(builder, peer, at, part);
		else
			builder_send(builder, peer, at, part);
		at = place_at(at, part);
	}
}

/* Short blocks are received at any time, of the others one after the other. */
static void in_turn_root(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);

	keep_own(&builder);
	for (int turn = 0; turn < call->processes; turn++) {
		int peer = process_at_turn(call, turn);

		if (peer != process && block_count(call, peer) > 0 && is_short(call, peer))
			rank_program_receive(program, peer, 0, own_block(call, peer), block_count(call, peer));
	}
	builder = builder_begin(call, process, program);
	for (int turn = 0; turn < call->processes; turn++) {
		int peer = process_at_turn(call, turn);

		if (peer == process || is_short(call, peer))
			continue;
		builder_step(&builder);
		send_or_receive_parts(&builder, peer, own_block(call, peer), block_count(call, peer), true);
		builder_send(&builder, peer, own_block(call, peer), 0);
	}
}

static void gather_linear_in_turn(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);

	if (process == call->root) {
		in_turn_root(call, process, program);
		return;
	}
	if (block_count(call, process) == 0)
		return;
	if (!is_short(call, process)) {
		builder_receive(&builder, call->root, (struct place){BUFFER_SCRATCH, 0}, 0);
		builder_step(&builder);
	}
	send_or_receive_parts(&builder, call->root, input(call, process), block_count(call, process), false);
}

/* The root receives a block part by part, and tells its process when each next one may come. */
static void receive_credited(struct rank_program *program, const struct call *call, int peer)
{
	uint64_t count = block_count(call, peer), length = part_length(call, count), n = segments(count, length);
	struct place at = own_block(call, peer);
	size_t before = NO_OPERATION;

	for (uint64_t i = 0; i < n; i++) {
		uint64_t part = segment_count(count, length, i);
		size_t receive = rank_program_receive(program, peer, 0, at, part);

		rank_program_after(program, before);
		if (i > 0) {
			rank_program_send(program, peer, 0, at, 0);
			rank_program_after(program, before);
		}
		before = receive;
		at = place_at(at, part);
	}
}

static void credited_root(struct step_builder *builder)
{
	for (int turn = 0; turn < builder->processes; turn++) {
		int peer = process_at_turn(builder->call, turn);

		if (peer == builder->process)
			keep_own(builder);
		else if (block_count(builder->call, peer) > 0)
			receive_credited(builder->program, builder->call, peer);
	}
}

static void gather_linear_credited(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	uint64_t count = block_count(call, process), length = part_length(call, count), n = segments(count, length);
	struct place at = input(call, process);

	if (process == call->root) {
		credited_root(&builder);
		return;
	}
	for (uint64_t i = 0; count > 0 && i < n; i++) {
		uint64_t part = segment_count(count, length, i);

		if (i > 0) {
			builder_receive(&builder, call->root, (struct place){BUFFER_SCRATCH, 0}, 0);
			builder_step(&builder);
		}
		builder_send(&builder, call->root, at, part);
		at = place_at(at, part);
	}
}

/* Appends a dissemination barrier. */
static void barrier(struct step_builder *builder)
{
	const struct place nothing = {BUFFER_SCRATCH, 0};
	int64_t n = builder->processes, own = builder->process;

	for (int64_t distance = 1; distance < n; distance *= 2)
		builder_exchange(builder, (int)((own + distance) % n), nothing, 0, (int)((own + n - distance) % n),
				 nothing, 0);
	builder_step(builder);
}

/* Builds LMO_Gather (O'Flynn 2009, 7.2): gathers of equal parts, each behind a barrier. */
static void gather_split(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	int parts = (int)split_parts(call);

	if (process == call->root)
		keep_own(&builder);
	for (int i = 0; i < parts; i++) {
		if (parts > 1)
			barrier(&builder);
		for (int turn = 0; turn < call->processes; turn++) {
			int peer = process_at_turn(call, turn);
			uint64_t count = block_count(call, peer), from = share_begin(count, parts, i),
				 n = share_count(count, parts, i);

			if (n > 0 && process == call->root && peer != process)
				builder_receive(&builder, peer, place_at(own_block(call, peer), from), n);
			else if (n > 0 && process == peer && peer != call->root)
				builder_send(&builder, call->root, place_at(input(call, process), from), n);
			builder_step(&builder);
		}
	}
}

/* Where the blocks of a process's subtree are collected, its own among them. */
static struct place collected(struct step_builder *builder, const struct tree *tree, int place)
{
	int end = tree_end(tree, place);
	struct place packed;

	if (place == 0 && blocks_are_packed(builder->call)) {
		keep_own(builder);
		return output();
	}
	if (place > 0 && end == place + 1)
		return input(builder->call, builder->process);
	packed = rank_program_scratch(builder->program, blocks_count(builder->call, place, end));
	if (place == 0)
		keep_own(builder);
	else
		builder_copy(builder, input(builder->call, builder->process), packed,
			     block_count(builder->call, builder->process));
	builder_step(builder);
	return packed;
}

static void tree_gather(const struct call *call, int process, struct rank_program *program, const struct tree *tree)
{
	struct step_builder builder = builder_begin(call, process, program);
	int place = place_of(call, process);
	struct place packed = collected(&builder, tree, place);
	uint64_t count = blocks_count(call, place, tree_end(tree, place));
	struct blocks_before before = {.begin = place};

	for (int child = tree_next_child(tree, place, -1); child >= 0; child = tree_next_child(tree, place, child)) {
		uint64_t part_of_it = blocks_count(call, child, tree_end(tree, child));

		if (part_of_it > 0)
			builder_receive(&builder, process_at(call, child),
					place_at(packed, blocks_before(call, &before, child)), part_of_it);
		builder_step(&builder);
	}
	if (place > 0 && count > 0)
		builder_send(&builder, process_at(call, tree_parent(tree, place)), packed, count);
	else if (place == 0 && packed.buffer == BUFFER_SCRATCH)
		blocks_unpack(&builder, packed, output());
}

static void gather_binomial(const struct call *call, int process, struct rank_program *program)
{
	tree_gather(call, process, program, &(struct tree){.shape = SHAPE_IN_ORDER, .n = call->processes});
}

static void gather_bine(const struct call *call, int process, struct rank_program *program)
{
	struct call bine = *call;

	bine.bine = true;
	tree_gather(&bine, process, program, &(struct tree){.shape = SHAPE_IN_ORDER, .n = call->processes});
}

static void gather_k_ary(const struct call *call, int process, struct rank_program *program)
{
	tree_gather(call, process, program,
		    &(struct tree){.shape = SHAPE_K_ARY, .n = call->processes, .fanout = call->fanout});
}

static void gather_chain(const struct call *call, int process, struct rank_program *program)
{
	tree_gather(call, process, program,
		    &(struct tree){.shape = SHAPE_CHAIN, .n = call->processes, .fanout = call->fanout});
}

static void gather_two_level(const struct call *call, int process, struct rank_program *program)
{
	levels_build(call, process, program, SHAPE_TWO_LEVEL, tree_gather);
}

#define ROWS(...) EQUAL_AND_COUNTED(COLLECTIVE_GATHER, COLLECTIVE_GATHERV, __VA_ARGS__)

const struct algorithm_class gather_classes[] = {
	ROWS("linear", TAKES_ORDER | ROOT_WITH_EACH, 0, "the root receives each process's block, one after the other",
	     "Open MPI 1", "Open MPI", gather_linear),
	ROWS("linear-nonblocking", TAKES_ORDER | ROOT_WITH_EACH, 0, "the root receives all blocks at once", NULL,
	     "MPICH linear", gather_linear_nonblocking),
	ROWS("linear-synchronised", TAKES_ORDER | ROOT_WITH_EACH | TAKES_SEGMENT, 0,
	     "the root tells each process in turn to send, waits for a first segment, and receives the rest meanwhile",
	     "Open MPI 3", NULL, gather_linear_synchronised),
	ROWS("linear-in-turn", TAKES_ORDER | ROOT_WITH_EACH | TAKES_SEGMENT, 0,
	     "blocks of a segment at most come at once; the root tells each other process in turn to send, in "
	     "segments, "
	     "65536 of a block at most",
	     NULL, NULL, gather_linear_in_turn),
	ROWS("linear-credited", TAKES_ORDER | ROOT_WITH_EACH | TAKES_SEGMENT, 0,
	     "all send a first segment at once; the root tells each process that a segment came, and it sends the next "
	     "one; 65536 of a block at most",
	     NULL, NULL, gather_linear_credited),
	ROWS("split", TAKES_ORDER | TAKES_SEGMENT, 0,
	     "linear gathers of equal parts of the blocks, a segment of each at most, behind a barrier each, 65536 of "
	     "a "
	     "block at most (LMO_Gather)",
	     NULL, NULL, gather_split),
	ROWS("binomial", TAKES_ORDER, 0, "blocks go up a binomial tree, the nearest child's first",
	     "Open MPI 2, MPICH binomial", NULL, gather_binomial),
	ROWS("k-ary", TAKES_ORDER | TAKES_FANOUT, 2,
	     "each collects equal shares of the blocks from its children, fanout of them", NULL, NULL, gather_k_ary),
	ROWS("chain", TAKES_ORDER | TAKES_FANOUT, 1,
	     "each puts its block before what it received and passes all on, along fanout chains", NULL, NULL,
	     gather_chain),
	ROWS("two-level", TAKES_ORDER | TAKES_GROUP, 0,
	     "leaders of groups collect their group's blocks, the root what leaders have, then its own group's", NULL,
	     NULL, gather_two_level),
	ROWS("bine", 0, 0,
	     "blocks go up a binomial tree laid around a circle, each subtree to either side of its root (Bine)", NULL,
	     NULL, gather_bine),
	{0},
};
