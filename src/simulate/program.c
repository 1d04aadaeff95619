#include "simulate/program.h"

#include "schedule/order.h"

#include <stdbool.h>
#include <stdlib.h>

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

/* Which lane each CPU and port of a rank program has, *lanes being zero; returns how many lanes, 0 for one of each. */
static uint32_t number_lanes(const struct rank_program *part, struct lane_numbers *lanes)
{
	bool cpu[LANES] = {false}, nic[LANES] = {false}, any = false;
	uint32_t cpus, nics;

	for (size_t i = 0; i < part->n; i++) {
		const struct operation *op = &part->operations[i];

		if (op->cpu == 0 && op->nic == 0)
			continue;
		cpu[op->cpu] = true;
		nic[op->nic] = true;
		any = true;
	}
	if (!any)
		return 0;
	cpus = number(cpu, lanes->cpu);
	nics = number(nic, lanes->nic);
	return (cpus > nics ? cpus : nics) + 1;
}

static size_t room_for(size_t n, size_t n_requirements, uint32_t lanes)
{
	size_t dependents = (n_requirements + 1) / 2 * 2 * sizeof(struct requirement);
	size_t more = lanes > 0 ? lanes * sizeof(struct lane) + n * sizeof(double) : 0;

	return sizeof(struct program) + n * sizeof(struct step) + dependents + more;
}

static uint32_t lay_out(const struct rank_program *part, uint32_t lanes, struct arena *arena)
{
	uint32_t place = arena_take(arena, room_for(part->n, part->n_requirements, lanes));
	struct program *program = arena_at(arena, place);

	if (!place)
		return 0;
	*program = (struct program){.n = (uint32_t)part->n,
				    .left = (uint32_t)part->n,
				    .n_dependents = (uint32_t)part->n_requirements,
				    .n_lanes = lanes};
	for (uint32_t l = 0; l < lanes; l++)
		program_lanes(program)[l] = (struct lane){0};
	for (size_t i = 0; lanes > 0 && i < part->n; i++)
		program_earliest(program)[i] = 0;
	return place;
}

/* From what each operation requires to what requires each operation. */
static void reverse_requirements(struct program *program, const struct rank_program *part)
{
	struct lists required = rank_program_lists(part),
		     dependents = {&program->steps->first, sizeof(*program->steps), program_dependents(program), 0};

	lists_reverse(part->n, &required, &dependents);
}

enum status program_new(const struct rank_program *part, int process, int processes, struct arena *arena,
			uint32_t *made, struct error *err)
{
	struct lane_numbers lanes = {{0}, {0}};
	struct program *program;
	uint32_t place;

	for (size_t i = 0; i < part->n; i++) {
		enum status status = check_operation(part, i, process, processes, err);

		if (status != OK)
			return status;
	}
	place = lay_out(part, number_lanes(part, &lanes), arena);
	if (!place)
		return error_memory(err, "the operations of a process");
	program = arena_at(arena, place);
	for (size_t i = 0; i < part->n; i++) {
		const struct operation *op = &part->operations[i];

		program->steps[i] = (struct step){
			.count = op->count,
			.peer = op->peer,
			.tag = op->tag,
			.waits = (uint32_t)rank_program_requirement_count(part, i),
			.kind = op->kind,
			.cpu = lanes.cpu[op->cpu],
			.nic = lanes.nic[op->nic],
			.blocking = op->blocking,
		};
	}
	reverse_requirements(program, part);
	*made = place;
	return OK;
}

uint32_t program_new_stream(int threads, struct arena *arena)
{
	const struct rank_program none = {.n = 0};
	uint32_t place = lay_out(&none, threads > 1 ? (uint32_t)threads : 0, arena);
	struct program *program = arena_at(arena, place);

	if (place) {
		program->stream = 1;
		program->left = (uint32_t)threads;
	}
	return place;
}

void program_free(struct arena *arena, uint32_t place)
{
	const struct program *program = arena_at(arena, place);

	arena_give(arena, place, room_for(program->n, program->n_dependents, program->n_lanes));
}
