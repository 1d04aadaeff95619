#include "algorithm/tree_bcast.h"

/* What says that a segment has been dealt with: one or two operations. */
struct done {
	size_t operation[2];
};

static const struct done nothing = {{NO_OPERATION, NO_OPERATION}};

static void after(struct rank_program *program, const struct done *done)
{
	rank_program_after(program, done->operation[0]);
	rank_program_after(program, done->operation[1]);
}

/* Sends a segment to all children, after the receive of it and after the segment before; first says that there is none
 * before. */
static struct done serve(struct step_builder *builder, const struct tree *tree, struct place data, uint64_t count,
			 size_t received, const struct done *before, bool first)
{
	struct rank_program *program = builder->program;
	int place = place_of(builder->call, builder->process), n = 0;
	size_t begin = program->n;
	struct done done = nothing;

	for (int child = tree_next_child(tree, place, -1); child >= 0; child = tree_next_child(tree, place, child)) {
		size_t sent = rank_program_send(program, process_at(builder->call, child), 0, data, count);

		rank_program_after(program, received);
		after(program, before);
		if (first && received == NO_OPERATION)
			builder_after(builder);
		done.operation[n++ % 2] = sent;
	}
	if (n > 2) {
		size_t all = rank_program_compute(program, 0);

		for (size_t i = begin; all != NO_OPERATION && i < all; i++)
			rank_program_after(program, i);
		done = (struct done){{all, NO_OPERATION}};
	}
	return done;
}

void tree_bcast(struct step_builder *builder, const struct tree *tree, struct place data, uint64_t count,
		uint64_t segment)
{
	struct rank_program *program = builder->program;
	int place = place_of(builder->call, builder->process), parent = tree_parent(tree, place);
	bool leaf = tree_next_child(tree, place, -1) < 0;
	struct done last = nothing, last_but_one = nothing;
	size_t received = NO_OPERATION;

	builder_step(builder);
	builder_enter(builder);
	for (uint64_t i = 0, n = segments(count, segment); i < n; i++) {
		uint64_t size = segment_count(count, segment, i);
		struct place at = place_at(data, i * segment);
		struct done now;

		if (parent >= 0) {
			size_t before = received;

			received = rank_program_receive(program, process_at(builder->call, parent), 0, at, size);
			after(program, &last_but_one);
			if (i < 2)
				builder_after(builder);
			if (leaf)
				rank_program_after_start(program, before);
		}
		now = leaf ? (struct done){{received, NO_OPERATION}}
			   : serve(builder, tree, at, size, received, &last, i == 0);
		last_but_one = last;
		last = now;
	}
}
