#include "schedule/order.h"

#include <stdlib.h>

static uint32_t *first_of(const struct lists *lists, size_t i)
{
	return (uint32_t *)(void *)((char *)lists->first + i * lists->stride);
}

struct lists rank_program_lists(const struct rank_program *program)
{
	return (struct lists){program->operations ? &program->operations->first : NULL, sizeof(*program->operations),
			      program->requirements, program->n_requirements};
}

void lists_reverse(size_t operations, const struct lists *from, struct lists *to)
{
	uint32_t sum = 0;

	to->n = from->n;
	for (size_t i = 0; i < operations; i++)
		*first_of(to, i) = 0;
	for (size_t e = 0; e < from->n; e++)
		++*first_of(to, from->entries[e].on);
	for (size_t i = 0; i < operations; i++) {
		sum += *first_of(to, i);
		*first_of(to, i) = sum;
	}
	/* From the back, so that each list is filled down to its beginning. */
	for (size_t i = operations, end = from->n; i-- > 0;) {
		for (size_t begin = *first_of(from, i); end > begin; end--) {
			const struct requirement *entry = &from->entries[end - 1];

			to->entries[--*first_of(to, entry->on)] =
				(struct requirement){.on = (uint32_t)i & INT32_MAX, .start = entry->start};
		}
	}
}

/* Where an operation is in the walk along what it waits for; between the two: how many of its requirements have been
 * followed, and one. */
enum { NOT_SEEN = 0, VISITING = 1 };
#define DONE UINT32_MAX

/* Walks from an operation. Those that are behind are at the front of sequence, those on the way at its back. Returns
 * program->n, or one that was met on the way. */
static size_t visit(const struct rank_program *program, uint32_t from, uint32_t *sequence, size_t *behind,
		    uint32_t *state)
{
	size_t top = program->n - 1;

	sequence[top] = from;
	state[from] = VISITING;
	while (top < program->n) {
		uint32_t i = sequence[top], followed = state[i] - VISITING;

		if (followed < rank_program_requirement_count(program, i)) {
			uint32_t on = program->requirements[program->operations[i].first + followed].on;

			state[i]++;
			if (state[on] == NOT_SEEN) {
				state[on] = VISITING;
				sequence[--top] = on;
			} else if (state[on] != DONE) {
				return on;
			}
		} else {
			state[i] = DONE;
			top++;
			sequence[(*behind)++] = i;
		}
	}
	return program->n;
}

static bool goes_forward(const struct rank_program *program)
{
	for (size_t i = 0, r = 0; i < program->n; i++) {
		for (size_t end = r + rank_program_requirement_count(program, i); r < end; r++) {
			if (program->requirements[r].on >= i)
				return false;
		}
	}
	return true;
}

size_t rank_program_topological_order(const struct rank_program *program, uint32_t *sequence, uint32_t *room)
{
	size_t behind = 0, cycle = program->n;

	if (goes_forward(program)) {
		for (size_t i = 0; i < program->n; i++)
			sequence[i] = (uint32_t)i;
		return program->n;
	}
	for (size_t i = 0; i < program->n; i++)
		room[i] = NOT_SEEN;
	for (size_t i = 0; i < program->n && cycle == program->n; i++) {
		if (room[i] == NOT_SEEN)
			cycle = visit(program, (uint32_t)i, sequence, &behind, room);
	}
	return cycle;
}

size_t rank_program_cycle(const struct rank_program *program)
{
	uint32_t *room;
	size_t cycle;

	if (goes_forward(program))
		return program->n;
	room = calloc(2 * program->n, sizeof(*room));
	cycle = room ? rank_program_topological_order(program, room, room + program->n) : SIZE_MAX;
	free(room);
	return cycle;
}
