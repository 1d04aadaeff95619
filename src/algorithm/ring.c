#include "algorithm/ring.h"

static int wrapped(const struct step_builder *builder, int block)
{
	block %= builder->processes;
	return block < 0 ? block + builder->processes : block;
}

struct place share_place(const struct step_builder *builder, const struct shares *shares, int block)
{
	return place_at(shares->data, share_begin(shares->count, builder->processes, wrapped(builder, block)));
}

uint64_t share_size(const struct step_builder *builder, const struct shares *shares, int block)
{
	return share_count(shares->count, builder->processes, wrapped(builder, block));
}

void ring_allgather(struct step_builder *builder, const struct shares *shares, int shift)
{
	int next = wrapped(builder, builder->process + 1), before = wrapped(builder, builder->process - 1);

	for (int i = 0; i < builder->processes - 1; i++) {
		int out = builder->process + shift - i, in = out - 1;

		builder_exchange(builder, next, share_place(builder, shares, out), share_size(builder, shares, out),
				 before, share_place(builder, shares, in), share_size(builder, shares, in));
	}
	builder_step(builder);
}

/* A part of a block. */
struct stretch {
	struct place place;
	uint64_t count;
};

static struct stretch stretch_of(const struct step_builder *builder, const struct shares *shares, int block, int phase,
				 int phases)
{
	uint64_t size = share_size(builder, shares, block);

	return (struct stretch){place_at(share_place(builder, shares, block), share_begin(size, phases, phase)),
				share_count(size, phases, phase)};
}

void ring_reduce(struct step_builder *builder, const struct shares *shares, int shift, int phase, int phases)
{
	struct rank_program *program = builder->program;
	int next = wrapped(builder, builder->process + 1), before = wrapped(builder, builder->process - 1),
	    first = builder->process + shift;
	uint64_t largest = stretch_of(builder, shares, 0, 0, phases).count;
	struct place arrived[2] = {rank_program_scratch(program, largest), rank_program_scratch(program, largest)};
	struct stretch block = stretch_of(builder, shares, first, phase, phases);
	size_t received, sent;

	if (builder->processes == 1)
		return;
	builder_step(builder);
	received = builder_receive(builder, before, arrived[0],
				   stretch_of(builder, shares, first - 1, phase, phases).count);
	sent = builder_send(builder, next, block.place, block.count);
	for (int i = 1; i < builder->processes; i++) {
		bool more = i < builder->processes - 1;
		size_t coming = NO_OPERATION, reduced;

		block = stretch_of(builder, shares, first - i, phase, phases);
		if (more) {
			coming = rank_program_receive(program, before, 0, arrived[i % 2],
						      stretch_of(builder, shares, first - i - 1, phase, phases).count);
			rank_program_after(program, sent);
		}
		reduced = rank_program_reduce(program, arrived[(i - 1) % 2], block.place, block.count);
		rank_program_after(program, received);
		rank_program_after(program, sent);
		received = coming;
		if (more) {
			sent = rank_program_send(program, next, 0, block.place, block.count);
			rank_program_after(program, reduced);
		}
	}
	builder->previous = program->n - 1; /* the last reduction comes after all others */
	builder->current = program->n;
}
