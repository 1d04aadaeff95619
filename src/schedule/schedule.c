#include "schedule/schedule.h"

#include "base/memory.h"

#include <stdlib.h>

static size_t append(struct rank_program *program, struct operation operation)
{
	struct operation *grown =
		program->out_of_memory || program->n >= INT32_MAX
			? NULL
			: memory_grow(program->operations, &program->capacity, program->n + 1, sizeof(*grown));

	if (!grown) {
		program->out_of_memory = true;
		return NO_OPERATION;
	}
	program->operations = grown;
	operation.first = (uint32_t)program->n_requirements;
	program->operations[program->n] = operation;
	return program->n++;
}

size_t rank_program_send(struct rank_program *program, int peer, int tag, struct place from, uint64_t count)
{
	return append(program, (struct operation){.kind = OP_SEND,
						  .peer = peer,
						  .tag = tag,
						  .from = (uint8_t)from.buffer,
						  .from_offset = from.offset,
						  .count = count});
}

size_t rank_program_receive(struct rank_program *program, int peer, int tag, struct place to, uint64_t count)
{
	return append(program, (struct operation){.kind = OP_RECEIVE,
						  .peer = peer,
						  .tag = tag,
						  .to = (uint8_t)to.buffer,
						  .to_offset = to.offset,
						  .count = count});
}

size_t rank_program_copy(struct rank_program *program, struct place from, struct place to, uint64_t count)
{
	return append(program, (struct operation){.kind = OP_COPY,
						  .from = (uint8_t)from.buffer,
						  .from_offset = from.offset,
						  .to = (uint8_t)to.buffer,
						  .to_offset = to.offset,
						  .count = count});
}

size_t rank_program_reduce(struct rank_program *program, struct place from, struct place to, uint64_t count)
{
	return append(program, (struct operation){.kind = OP_REDUCE,
						  .from = (uint8_t)from.buffer,
						  .from_offset = from.offset,
						  .to = (uint8_t)to.buffer,
						  .to_offset = to.offset,
						  .count = count});
}

size_t rank_program_compute(struct rank_program *program, uint64_t nanoseconds)
{
	return append(program, (struct operation){.kind = OP_COMPUTE, .count = nanoseconds});
}

static void require(struct rank_program *program, size_t on, bool start)
{
	struct requirement *grown;

	if (on == NO_OPERATION || program->out_of_memory)
		return;
	grown = on > INT32_MAX || program->n_requirements >= UINT32_MAX
			? NULL
			: memory_grow(program->requirements, &program->requirement_capacity,
				      program->n_requirements + 1, sizeof(*grown));
	if (!grown) {
		program->out_of_memory = true;
		return;
	}
	program->requirements = grown;
	program->requirements[program->n_requirements++] =
		(struct requirement){.on = (uint32_t)on & INT32_MAX, .start = start};
}

void rank_program_after(struct rank_program *program, size_t on)
{
	require(program, on, false);
}

void rank_program_after_start(struct rank_program *program, size_t on)
{
	require(program, on, true);
}

void rank_program_append(struct rank_program *program, const struct rank_program *from, size_t i, size_t begin,
			 size_t behind)
{
	size_t n = rank_program_requirement_count(from, i);
	struct operation *op;

	rank_program_compute(program, 0);
	if (program->out_of_memory)
		return;
	op = &program->operations[program->n - 1];
	*op = from->operations[i];
	op->first = (uint32_t)program->n_requirements;
	if (n == 0)
		rank_program_after(program, behind);
	for (size_t k = 0; k < n; k++) {
		const struct requirement *r = &from->requirements[from->operations[i].first + k];

		if (r->start)
			rank_program_after_start(program, (size_t)r->on + begin);
		else
			rank_program_after(program, (size_t)r->on + begin);
	}
}

void rank_program_blocking(struct rank_program *program)
{
	if (!program->out_of_memory)
		program->operations[program->n - 1].blocking = true;
}

struct place rank_program_scratch(struct rank_program *program, uint64_t elements)
{
	struct place place = {BUFFER_SCRATCH, program->scratch};

	program->scratch += elements;
	return place;
}

struct place place_at(struct place place, uint64_t elements)
{
	place.offset += elements;
	return place;
}

enum status rank_program_status(const struct rank_program *program, struct error *err)
{
	return program->out_of_memory ? error_memory(err, "a process's program") : OK;
}

void rank_program_clear(struct rank_program *program)
{
	program->n = 0;
	program->n_requirements = 0;
	program->scratch = 0;
	program->out_of_memory = false;
}

void rank_program_release(struct rank_program *program)
{
	free(program->operations);
	free(program->requirements);
	*program = (struct rank_program){0};
}
