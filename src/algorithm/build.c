#include "algorithm/build.h"

#include "algorithm/bine_tree.h"
#include "algorithm/grouping.h"

struct step_builder builder_begin(const struct call *call, int process, struct rank_program *program)
{
	return (struct step_builder){.call = call,
				     .program = program,
				     .process = process,
				     .processes = call->processes,
				     .previous = program->n,
				     .current = program->n};
}

void builder_step(struct step_builder *builder)
{
	if (builder->program->n == builder->current)
		return;
	builder->previous = builder->current;
	builder->current = builder->program->n;
}

/* Everything waiting for everything would make the square of their number: from three operations on, one in between
 * stands for all. */
static void join(struct step_builder *builder)
{
	size_t all = rank_program_compute(builder->program, 0);

	for (size_t i = builder->previous; i < builder->current; i++)
		rank_program_after(builder->program, i);
	builder->previous = all;
	builder->current = all + 1;
}

void builder_enter(struct step_builder *builder)
{
	if (builder->program->n == builder->current && builder->current - builder->previous > 2)
		join(builder);
}

void builder_after(struct step_builder *builder)
{
	for (size_t i = builder->previous; i < builder->current; i++)
		rank_program_after(builder->program, i);
}

size_t builder_send(struct step_builder *builder, int peer, struct place from, uint64_t count)
{
	size_t i;

	builder_enter(builder);
	i = rank_program_send(builder->program, peer, 0, from, count);
	builder_after(builder);
	return i;
}

size_t builder_receive(struct step_builder *builder, int peer, struct place to, uint64_t count)
{
	size_t i;

	builder_enter(builder);
	i = rank_program_receive(builder->program, peer, 0, to, count);
	builder_after(builder);
	return i;
}

size_t builder_copy(struct step_builder *builder, struct place from, struct place to, uint64_t count)
{
	size_t i;

	if (count == 0 || (from.buffer == to.buffer && from.offset == to.offset))
		return NO_OPERATION;
	builder_enter(builder);
	i = rank_program_copy(builder->program, from, to, count);
	builder_after(builder);
	return i;
}

size_t builder_reduce(struct step_builder *builder, struct place from, struct place to, uint64_t count)
{
	size_t i;

	builder_enter(builder);
	i = rank_program_reduce(builder->program, from, to, count);
	builder_after(builder);
	return i;
}

void builder_exchange(struct step_builder *builder, int to_peer, struct place from, uint64_t from_count, int from_peer,
		      struct place to, uint64_t to_count)
{
	builder_step(builder);
	builder_receive(builder, from_peer, to, to_count);
	builder_send(builder, to_peer, from, from_count);
}

struct place input(const struct call *call, int process)
{
	bool here = !collective_has_root(call->collective) || process == call->root;

	return (struct place){call->in_place && here ? BUFFER_RECEIVE : BUFFER_SEND, 0};
}

struct place output(void)
{
	return (struct place){BUFFER_RECEIVE, 0};
}

int process_at(const struct call *call, int place)
{
	int process;

	if (call->order)
		return call->order[place];
	if (call->falling)
		return call->processes - 1 - place;
	if (call->grouped > 0)
		return grouping_process(&(struct grouping){call->processes, call->root, call->grouped}, place);
	process = (call->bine ? bine_further(call->processes, place) : place) + call->root;
	return process < call->processes ? process : process - call->processes;
}

int place_of(const struct call *call, int process)
{
	int place = process - call->root;

	if (!call->order && call->falling)
		return call->processes - 1 - process;
	if (!call->order && call->grouped > 0)
		return grouping_place(&(struct grouping){call->processes, call->root, call->grouped}, process);
	if (!call->order) {
		place = place < 0 ? place + call->processes : place;
		return call->bine ? bine_place(call->processes, place) : place;
	}
	for (place = 0; call->order[place] != process; place++)
		;
	return place;
}

int process_at_turn(const struct call *call, int turn)
{
	return call->order ? call->order[turn] : turn;
}

uint64_t block_count(const struct call *call, int process)
{
	return call->counts ? call->counts[process] : call->count;
}

uint64_t block_offset(const struct call *call, int process)
{
	uint64_t offset = 0;

	if (call->displacements)
		return call->displacements[process];
	if (!call->counts)
		return call->count * (uint64_t)process;
	for (int i = 0; i < process; i++)
		offset += call->counts[i];
	return offset;
}

uint64_t share_begin(uint64_t count, int parts, int i)
{
	uint64_t larger = count % (uint64_t)parts, index = (uint64_t)i;

	return count / (uint64_t)parts * index + (index < larger ? index : larger);
}

uint64_t share_count(uint64_t count, int parts, int i)
{
	return count / (uint64_t)parts + ((uint64_t)i < count % (uint64_t)parts);
}

uint64_t segments(uint64_t count, uint64_t segment)
{
	return segment == 0 || segment >= count ? 1 : (count - 1) / segment + 1;
}

uint64_t segment_count(uint64_t count, uint64_t segment, uint64_t i)
{
	if (segment == 0 || segment >= count)
		return count;
	return count - i * segment < segment ? count - i * segment : segment;
}

uint64_t part_length(const struct call *call, uint64_t count)
{
	enum { PARTS_MOST = 65536 };

	return segments(count, call->segment) > PARTS_MOST ? (count - 1) / PARTS_MOST + 1 : call->segment;
}

uint64_t split_parts(const struct call *call)
{
	uint64_t most = call->counts ? 0 : call->count;

	for (int i = 0; call->counts && i < call->processes; i++)
		most = call->counts[i] > most ? call->counts[i] : most;
	return segments(most, part_length(call, most));
}
