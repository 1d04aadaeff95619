#include "simulate/program.h"

#include "base/memory.h"
#include "schedule/order.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* CPUs and ports that an operation can name: their number has a byte. */
#define LANES 256

/* By the number that operations have. */
struct lane_numbers {
	uint8_t cpu[LANES], nic[LANES];
};

static enum status check_operation(const struct rank_program *part, size_t i, int process, int processes,
				   struct error *err)
{
	const struct operation *op = &part->operations[i];
	size_t n = rank_program_requirement_count(part, i);

	if (op->kind > OP_COMPUTE)
		return error_set(err, ERR_INPUT, "process %d, operation %zu: there is no operation of kind %d", process,
				 i, op->kind);
	if ((op->kind == OP_SEND || op->kind == OP_RECEIVE) &&
	    (op->peer >= processes || op->peer < (op->kind == OP_RECEIVE ? PEER_ANY : 0)))
		return error_set(err, ERR_INPUT, "process %d, operation %zu: there is no process %d, only 0 to %d",
				 process, i, op->peer, processes - 1);
	for (size_t r = 0; r < n; r++) {
		if (part->requirements[op->first + r].on >= part->n)
			return error_set(err, ERR_INPUT,
					 "process %d, operation %zu waits for operation %u, which is not there",
					 process, i, (unsigned)part->requirements[op->first + r].on);
	}
	return OK;
}

/* Numbers without gaps for those in use, in their order; 0 stays 0. Returns the largest. */
static uint32_t number(const bool *used, uint8_t *numbers)
{
	uint32_t n = 0;

	for (size_t i = 1; i < LANES; i++) {
		if (used[i])
			numbers[i] = (uint8_t)++n;
	}
	return n;
}

/* Whether a rank program has more than one CPU or port: most have not, and need no numbers. */
static bool has_lanes(const struct rank_program *part)
{
	for (size_t i = 0; i < part->n; i++) {
		if (part->operations[i].cpu > 0 || part->operations[i].nic > 0)
			return true;
	}
	return false;
}

/* Which lane each CPU and port of a rank program has; returns how many lanes. */
static uint32_t number_lanes(const struct rank_program *part, struct lane_numbers *lanes)
{
	bool cpu[LANES] = {false}, nic[LANES] = {false};
	uint32_t cpus, nics;

	*lanes = (struct lane_numbers){{0}, {0}};
	for (size_t i = 0; i < part->n; i++) {
		cpu[part->operations[i].cpu] = true;
		nic[part->operations[i].nic] = true;
	}
	cpus = number(cpu, lanes->cpu);
	nics = number(nic, lanes->nic);
	return (cpus > nics ? cpus : nics) + 1;
}

static size_t room_for(size_t n, size_t n_far, uint32_t lanes)
{
	size_t far = (n_far + 1) / 2 * 2 * sizeof(struct requirement);
	size_t more = lanes > 0 ? lanes * sizeof(struct lane) + n * sizeof(double) : 0;

	return sizeof(struct program) + n * sizeof(struct step) + far + more;
}

static uint32_t lay_out(size_t n, size_t n_far, uint32_t lanes, struct arena *arena)
{
	uint32_t place = arena_take(arena, room_for(n, n_far, lanes));
	struct program *program = arena_at(arena, place);

	if (!place)
		return 0;
	*program = (struct program){.n = (uint32_t)n, .n_far = (uint32_t)n_far, .n_lanes = lanes};
	for (uint32_t l = 0; l < lanes; l++)
		program_lanes(program)[l] = (struct lane){0};
	for (size_t i = 0; lanes > 0 && i < n; i++)
		program_earliest(program)[i] = 0;
	return place;
}

/* From what each operation requires to what requires each operation; false without memory. */
static bool reverse_requirements(struct program_scratch *scratch, const struct rank_program *part)
{
	uint32_t *first = memory_grow(scratch->first, &scratch->capacity, part->n + 1, sizeof(*first));
	struct requirement *dependents = memory_grow(scratch->dependents, &scratch->dependent_capacity,
						     part->n_requirements + 1, sizeof(*dependents));
	struct lists required = rank_program_lists(part), reversed = {first, sizeof(*first), dependents, 0};

	scratch->first = first ? first : scratch->first;
	scratch->dependents = dependents ? dependents : scratch->dependents;
	if (!first || !dependents)
		return false;
	lists_reverse(part->n, &required, &reversed);
	first[part->n] = (uint32_t)part->n_requirements;
	return true;
}

/* Whether the dependents of one of n operations have room in its step. */
static bool are_near(const struct program_scratch *scratch, size_t i, size_t n)
{
	uint32_t begin = scratch->first[i], end = scratch->first[i + 1];

	if (end - begin > NEAR_DEPENDENTS)
		return false;
	for (uint32_t d = begin; d < end && n > INT16_MAX; d++) {
		int64_t behind = (int64_t)scratch->dependents[d].on - (int64_t)i;

		if (behind < INT16_MIN || behind > INT16_MAX)
			return false;
	}
	return true;
}

/* Places of the lists of far dependents. */
static size_t count_far(const struct program_scratch *scratch, size_t n)
{
	size_t far = 0;

	for (size_t i = 0; i < n; i++)
		far += are_near(scratch, i, n) ? 0 : 1 + scratch->first[i + 1] - scratch->first[i];
	return far;
}

/* The dependents of a step go into it, or to *far places behind the steps. */
static void put_dependents(const struct program_scratch *scratch, struct program *program, size_t i, uint32_t *far)
{
	const struct requirement *dependents = &scratch->dependents[scratch->first[i]];
	uint32_t n = scratch->first[i + 1] - scratch->first[i];
	struct step *step = &program->steps[i];
	struct requirement *list = program_far(program) + *far;

	if (are_near(scratch, i, program->n)) {
		step->n_near = (uint8_t)n;
		for (uint32_t d = 0; d < n; d++) {
			step->near[d] = (int16_t)((int64_t)dependents[d].on - (int64_t)i);
			step->starts |= (uint8_t)(dependents[d].start << d);
		}
		return;
	}
	step->n_near = FAR_DEPENDENTS;
	step->first = *far;
	list[0] = (struct requirement){.on = n & INT32_MAX};
	memcpy(list + 1, dependents, n * sizeof(*list));
	*far += n + 1;
}

static void put_steps(const struct rank_program *part, const struct lane_numbers *lanes,
		      const struct program_scratch *scratch, struct program *program)
{
	uint32_t far = 0;

	for (size_t i = 0; i < part->n; i++) {
		const struct operation *op = &part->operations[i];

		program->steps[i] = (struct step){
			.count = op->count,
			.peer = op->peer,
			.tag = op->tag,
			.waits = (uint32_t)rank_program_requirement_count(part, i),
			.kind = op->kind,
			.cpu = program->n_lanes > 0 ? lanes->cpu[op->cpu] : 0,
			.nic = program->n_lanes > 0 ? lanes->nic[op->nic] : 0,
			.blocking = op->blocking,
		};
		put_dependents(scratch, program, i, &far);
	}
}

enum status program_new(const struct rank_program *part, int process, int processes, struct program_scratch *scratch,
			struct arena *arena, uint32_t *made, struct error *err)
{
	struct lane_numbers lanes;
	uint32_t place = 0;

	for (size_t i = 0; i < part->n; i++) {
		enum status status = check_operation(part, i, process, processes, err);

		if (status != OK)
			return status;
	}
	if (reverse_requirements(scratch, part))
		place = lay_out(part->n, count_far(scratch, part->n), has_lanes(part) ? number_lanes(part, &lanes) : 0,
				arena);
	if (!place)
		return error_memory(err, "the operations of a process");
	put_steps(part, &lanes, scratch, arena_at(arena, place));
	*made = place;
	return OK;
}

void program_scratch_release(struct program_scratch *scratch)
{
	free(scratch->first);
	free(scratch->dependents);
	*scratch = (struct program_scratch){0};
}

uint32_t program_new_stream(int threads, struct arena *arena)
{
	return lay_out(0, 0, threads > 1 ? (uint32_t)threads : 0, arena);
}

void program_free(struct arena *arena, uint32_t place)
{
	const struct program *program = arena_at(arena, place);

	arena_give(arena, place, room_for(program->n, program->n_far, program->n_lanes));
}
