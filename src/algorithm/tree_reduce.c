#include "algorithm/tree_reduce.h"

/* What an inner node of the tree has on its way: a message from each child for each segment, one after the other. */
struct stream {
	struct place own, sum; /* sum may be own, or hold a copy of it */
	bool summed;           /* own is in sum already */
	struct place arrived[2];
	size_t done, done_before; /* the ends of the last message's turn and of the one before; nothing waits for the
				     next message's receive but its reduction */
	size_t turns;
};

/* One message: its receive is posted when the turn before the last has ended. The first goes right to where it is
 * reduced into, if nothing is there. */
static void take_message(struct step_builder *builder, struct stream *stream, int child, uint64_t offset,
			 uint64_t count, bool first)
{
	struct rank_program *program = builder->program;
	bool separate = !first || stream->summed;
	struct place sum = place_at(stream->sum, offset), at = separate ? stream->arrived[stream->turns % 2] : sum;
	size_t received = rank_program_receive(program, process_at(builder->call, child), 0, at, count), reduced;

	rank_program_after(program, stream->done_before);
	if (stream->turns < 2)
		builder_after(builder);
	reduced = rank_program_reduce(program, separate ? at : place_at(stream->own, offset), sum, count);
	rank_program_after(program, received);
	rank_program_after(program, stream->done);
	stream->done_before = stream->done;
	stream->done = reduced;
	stream->turns++;
}

static void reduce_inner(struct step_builder *builder, const struct tree *tree, struct place own, struct place result,
			 uint64_t count, uint64_t segment, bool keep_order)
{
	struct rank_program *program = builder->program;
	int place = place_of(builder->call, builder->process), parent = tree_parent(tree, place);
	uint64_t largest = segment_count(count, segment, 0);
	struct stream stream = {.own = own, .done = NO_OPERATION, .done_before = NO_OPERATION};

	stream.sum = parent < 0 ? result : rank_program_scratch(program, count);
	stream.summed = keep_order || (own.buffer == stream.sum.buffer && own.offset == stream.sum.offset);
	stream.arrived[0] = rank_program_scratch(program, largest);
	stream.arrived[1] = rank_program_scratch(program, largest);
	if (keep_order) {
		builder_copy(builder, own, stream.sum, count);
		builder_step(builder);
	}
	for (uint64_t i = 0, n = segments(count, segment); i < n; i++) {
		uint64_t offset = i * segment, size = segment_count(count, segment, i);
		int first = tree_next_child(tree, place, -1);

		for (int child = first; child >= 0; child = tree_next_child(tree, place, child))
			take_message(builder, &stream, child, offset, size, child == first);
		if (parent >= 0) {
			size_t sent = rank_program_send(program, process_at(builder->call, parent), 0,
							place_at(stream.sum, offset), size);

			rank_program_after(program, stream.done);
			stream.done = sent;
		}
	}
	builder->previous = program->n - 1; /* the end of the last turn comes after all else */
	builder->current = program->n;
}

void tree_reduce(struct step_builder *builder, const struct tree *tree, struct place own, struct place result,
		 uint64_t count, uint64_t segment, bool keep_order)
{
	int place = place_of(builder->call, builder->process), parent = tree_parent(tree, place);

	builder_step(builder);
	builder_enter(builder);
	if (tree_next_child(tree, place, -1) >= 0) {
		reduce_inner(builder, tree, own, result, count, segment, keep_order);
	} else if (parent < 0) {
		builder_copy(builder, own, result, count);
	} else {
		for (uint64_t i = 0, n = segments(count, segment); i < n; i++) {
			builder_send(builder, process_at(builder->call, parent), place_at(own, i * segment),
				     segment_count(count, segment, i));
			builder_step(builder);
		}
	}
}

/* Which process the root turns to at turn 0, 1, ... */
static int source(const struct step_builder *builder, int turn)
{
	return builder->call->order && builder->call->commutes ? builder->call->order[turn]
							       : builder->processes - 1 - turn;
}

void linear_reduce(struct step_builder *builder, int root, struct place own, struct place result, uint64_t count)
{
	struct place arrived, kept = own;

	builder_step(builder);
	if (builder->process != root) {
		builder_send(builder, root, own, count);
		return;
	}
	arrived = rank_program_scratch(builder->program, builder->processes > 1 ? count : 0);
	if (own.buffer == result.buffer && own.offset == result.offset && source(builder, 0) != root) {
		kept = rank_program_scratch(builder->program, count);
		builder_copy(builder, own, kept, count);
		builder_step(builder);
	}
	for (int turn = 0; turn < builder->processes; turn++) {
		int peer = source(builder, turn);
		struct place from = peer == root ? kept : turn == 0 ? result : arrived;

		if (peer != root)
			builder_receive(builder, peer, from, count);
		builder_step(builder);
		if (turn > 0)
			builder_reduce(builder, from, result, count);
		else if (peer == root)
			builder_copy(builder, own, result, count);
		builder_step(builder);
	}
}
