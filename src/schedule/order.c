#include "schedule/order.h"

#include <stdlib.h>

static uint32_t *first_of(const struct lists *lists, size_t i)
{
	return (uint32_t *)(void *)((char *)lists->first + i * lists->stride);
}

struct lists part_lists(const struct part *part)
{
	return (struct lists){part->operations ? &part->operations->first : NULL, sizeof(*part->operations),
			      part->requirements, part->n_requirements};
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
 * part->n, or one that was met on the way. */
static size_t visit(const struct part *part, uint32_t from, uint32_t *sequence, size_t *behind, uint32_t *state)
{
	size_t top = part->n - 1;

	sequence[top] = from;
	state[from] = VISITING;
	while (top < part->n) {
		uint32_t i = sequence[top], followed = state[i] - VISITING;

		if (followed < part_requirement_count(part, i)) {
			uint32_t on = part->requirements[part->operations[i].first + followed].on;

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
	return part->n;
}

static bool goes_forward(const struct part *part)
{
	for (size_t i = 0, r = 0; i < part->n; i++) {
		for (size_t end = r + part_requirement_count(part, i); r < end; r++) {
			if (part->requirements[r].on >= i)
				return false;
		}
	}
	return true;
}

size_t part_topological_order(const struct part *part, uint32_t *sequence, uint32_t *room)
{
	size_t behind = 0, cycle = part->n;

	if (goes_forward(part)) {
		for (size_t i = 0; i < part->n; i++)
			sequence[i] = (uint32_t)i;
		return part->n;
	}
	for (size_t i = 0; i < part->n; i++)
		room[i] = NOT_SEEN;
	for (size_t i = 0; i < part->n && cycle == part->n; i++) {
		if (room[i] == NOT_SEEN)
			cycle = visit(part, (uint32_t)i, sequence, &behind, room);
	}
	return cycle;
}

size_t part_cycle(const struct part *part)
{
	uint32_t *room;
	size_t cycle;

	if (goes_forward(part))
		return part->n;
	room = calloc(2 * part->n, sizeof(*room));
	cycle = room ? part_topological_order(part, room, room + part->n) : SIZE_MAX;
	free(room);
	return cycle;
}
