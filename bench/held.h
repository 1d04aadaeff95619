#ifndef SONDE_BENCH_HELD_H
#define SONDE_BENCH_HELD_H

#include "base/memory.h"
#include "schedule/schedule.h"

#include <stdlib.h>
#include <string.h>

/* A schedule of messages and computations all in memory, no larger than it must be. Zero-initialise it. */
struct held_operation {
	uint64_t count;
	int32_t peer, tag;
	uint32_t first;
	uint8_t kind;
};

struct held {
	int processes;
	size_t *operation_first, *requirement_first; /* of each process, and behind the last */
	struct held_operation *operations;
	struct requirement *requirements;
	size_t operation_first_capacity, requirement_first_capacity, operation_capacity, requirement_capacity;
};

/* Makes room for need elements: whether there is. */
static inline int held_grow(void *array, size_t *capacity, size_t need, size_t width)
{
	void *old, *grown;

	memcpy(&old, array, sizeof(old));
	grown = memory_grow(old, capacity, need, width);
	if (grown)
		memcpy(array, &grown, sizeof(grown));
	return grown != NULL;
}

/* Adds the part of the next process: whether memory sufficed. */
static inline int held_add(struct held *held, const struct rank_program *program)
{
	size_t p = (size_t)held->processes, n = p > 0 ? held->operation_first[p] : 0,
	       r = p > 0 ? held->requirement_first[p] : 0;

	if (!held_grow(&held->operation_first, &held->operation_first_capacity, p + 2, sizeof(size_t)) ||
	    !held_grow(&held->requirement_first, &held->requirement_first_capacity, p + 2, sizeof(size_t)) ||
	    !held_grow(&held->operations, &held->operation_capacity, n + program->n + 1, sizeof(*held->operations)) ||
	    !held_grow(&held->requirements, &held->requirement_capacity, r + program->n_requirements + 1,
		       sizeof(*held->requirements)))
		return 0;
	for (size_t i = 0; i < program->n; i++) {
		const struct operation *op = &program->operations[i];

		held->operations[n + i] = (struct held_operation){
			.count = op->count, .peer = op->peer, .tag = op->tag, .first = op->first, .kind = op->kind};
	}
	if (program->n_requirements > 0)
		memcpy(held->requirements + r, program->requirements,
		       program->n_requirements * sizeof(*program->requirements));
	held->operation_first[p] = n;
	held->requirement_first[p] = r;
	held->operation_first[p + 1] = n + program->n;
	held->requirement_first[p + 1] = r + program->n_requirements;
	held->processes++;
	return 1;
}

static inline enum status held_build(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct held *held = self;
	size_t begin = held->operation_first[process], n = held->operation_first[process + 1] - begin;
	size_t required = held->requirement_first[process],
	       n_required = held->requirement_first[process + 1] - required;

	if (!held_grow(&program->operations, &program->capacity, n + 1, sizeof(*program->operations)) ||
	    !held_grow(&program->requirements, &program->requirement_capacity, n_required + 1,
		       sizeof(*program->requirements)))
		return error_memory(err, "a process's part of the schedule");
	for (size_t i = 0; i < n; i++) {
		const struct held_operation *op = &held->operations[begin + i];

		program->operations[i] = (struct operation){.count = op->count,
							    .peer = op->peer,
							    .tag = op->tag,
							    .first = op->first,
							    .kind = op->kind,
							    .from = BUFFER_RECEIVE,
							    .to = BUFFER_RECEIVE};
	}
	if (n_required > 0)
		memcpy(program->requirements, held->requirements + required,
		       n_required * sizeof(*program->requirements));
	program->n = n;
	program->n_requirements = n_required;
	return OK;
}

/* held must outlive the schedule. */
static inline struct schedule held_schedule(const struct held *held)
{
	return (struct schedule){.processes = held->processes, .build = held_build, .self = held};
}

static inline void held_release(struct held *held)
{
	free(held->operation_first);
	free(held->requirement_first);
	free(held->operations);
	free(held->requirements);
	*held = (struct held){0};
}

#endif
