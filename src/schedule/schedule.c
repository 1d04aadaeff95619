#include "schedule/schedule.h"

#include "base/memory.h"

#include <stdlib.h>

static size_t append(struct part *part, struct operation operation)
{
	struct operation *grown = part->out_of_memory || part->n >= INT32_MAX
					  ? NULL
					  : memory_grow(part->operations, &part->capacity, part->n + 1, sizeof(*grown));

	if (!grown) {
		part->out_of_memory = true;
		return NO_OPERATION;
	}
	part->operations = grown;
	operation.first = (uint32_t)part->n_requirements;
	part->operations[part->n] = operation;
	return part->n++;
}

size_t part_send(struct part *part, int peer, int tag, struct place from, uint64_t count)
{
	return append(part, (struct operation){.kind = OP_SEND,
					       .peer = peer,
					       .tag = tag,
					       .from = (uint8_t)from.buffer,
					       .from_offset = from.offset,
					       .count = count});
}

size_t part_receive(struct part *part, int peer, int tag, struct place to, uint64_t count)
{
	return append(part, (struct operation){.kind = OP_RECEIVE,
					       .peer = peer,
					       .tag = tag,
					       .to = (uint8_t)to.buffer,
					       .to_offset = to.offset,
					       .count = count});
}

size_t part_copy(struct part *part, struct place from, struct place to, uint64_t count)
{
	return append(part, (struct operation){.kind = OP_COPY,
					       .from = (uint8_t)from.buffer,
					       .from_offset = from.offset,
					       .to = (uint8_t)to.buffer,
					       .to_offset = to.offset,
					       .count = count});
}

size_t part_reduce(struct part *part, struct place from, struct place to, uint64_t count)
{
	return append(part, (struct operation){.kind = OP_REDUCE,
					       .from = (uint8_t)from.buffer,
					       .from_offset = from.offset,
					       .to = (uint8_t)to.buffer,
					       .to_offset = to.offset,
					       .count = count});
}

size_t part_compute(struct part *part, uint64_t nanoseconds)
{
	return append(part, (struct operation){.kind = OP_COMPUTE, .count = nanoseconds});
}

static void require(struct part *part, size_t on, bool start)
{
	struct requirement *grown;

	if (on == NO_OPERATION || part->out_of_memory)
		return;
	grown = on > INT32_MAX || part->n_requirements >= UINT32_MAX
			? NULL
			: memory_grow(part->requirements, &part->requirement_capacity, part->n_requirements + 1,
				      sizeof(*grown));
	if (!grown) {
		part->out_of_memory = true;
		return;
	}
	part->requirements = grown;
	part->requirements[part->n_requirements++] =
		(struct requirement){.on = (uint32_t)on & INT32_MAX, .start = start};
}

void part_after(struct part *part, size_t on)
{
	require(part, on, false);
}

void part_after_start(struct part *part, size_t on)
{
	require(part, on, true);
}

struct place part_scratch(struct part *part, uint64_t elements)
{
	struct place place = {BUFFER_SCRATCH, part->scratch};

	part->scratch += elements;
	return place;
}

struct place place_at(struct place place, uint64_t elements)
{
	place.offset += elements;
	return place;
}

size_t part_requirement_count(const struct part *part, size_t i)
{
	size_t end = i + 1 < part->n ? part->operations[i + 1].first : part->n_requirements;

	return end - part->operations[i].first;
}

enum status part_status(const struct part *part, struct error *err)
{
	return part->out_of_memory ? error_memory(err, "a process's part of the schedule") : OK;
}

void part_clear(struct part *part)
{
	part->n = 0;
	part->n_requirements = 0;
	part->scratch = 0;
	part->out_of_memory = false;
}

void part_release(struct part *part)
{
	free(part->operations);
	free(part->requirements);
	*part = (struct part){0};
}
