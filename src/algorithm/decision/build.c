#include "algorithm/decision/decision.h"

#include "algorithm/decision/steps.h"

#include <stdlib.h>

/* Steps of a process one after the other: the operations of a step wait for all of the step before. */

/* Appends one operation of a step, in bytes, between the processes that stand behind its members. */
static void append(struct rank_program *program, const struct operation *operation, const struct decision_step *step,
		   uint64_t scratch)
{
	struct place from = {(enum buffer)operation->from, operation->from_offset * step->size};
	struct place to = {(enum buffer)operation->to, operation->to_offset * step->size};
	uint64_t bytes = operation->count * step->size;
	int peer = operation->peer;

	if (from.buffer == BUFFER_SCRATCH)
		from.offset += scratch;
	if (to.buffer == BUFFER_SCRATCH)
		to.offset += scratch;
	if (step->members && peer >= 0)
		peer = step->members[peer];
	switch ((enum operation_kind)operation->kind) {
	case OP_SEND:
		rank_program_send(program, peer, operation->tag, from, bytes);
		break;
	case OP_RECEIVE:
		rank_program_receive(program, peer, operation->tag, to, bytes);
		break;
	case OP_COPY:
		rank_program_copy(program, from, to, bytes);
		break;
	case OP_REDUCE:
		rank_program_reduce(program, from, to, bytes);
		break;
	case OP_COMPUTE:
		rank_program_compute(program, operation->count);
		break;
	}
}

/* An operation that ends when all from begin on have; NO_OPERATION if there are none. */
static size_t join(struct rank_program *program, size_t begin)
{
	size_t end = program->n, joined;

	if (begin == end)
		return NO_OPERATION;
	joined = rank_program_compute(program, 0);
	for (size_t i = begin; i < end; i++)
		rank_program_after(program, i);
	return joined;
}

/* Appends a step's operations, the first of which wait for before. */
static void append_step(struct rank_program *program, const struct rank_program *own, const struct decision_step *step,
			size_t before)
{
	uint64_t scratch = rank_program_scratch(program, own->scratch * step->size).offset;
	size_t begin = program->n;

	for (size_t i = 0; i < own->n && !program->out_of_memory; i++) {
		size_t n = rank_program_requirement_count(own, i);
		const struct requirement *requirement = n > 0 ? &own->requirements[own->operations[i].first] : NULL;

		append(program, &own->operations[i], step, scratch);
		if (n == 0)
			rank_program_after(program, before);
		for (size_t k = 0; k < n; k++)
			if (requirement[k].start)
				rank_program_after_start(program, begin + requirement[k].on);
			else
				rank_program_after(program, begin + requirement[k].on);
	}
}

/* The process at each place, NULL on allocation failure. */
static int *swapped(const struct decision_step *step)
{
	int *order = malloc((size_t)step->processes * sizeof(*order));

	for (int i = 0; order && i < step->processes; i++)
		order[i] = i == 0 ? step->root : i == step->root ? 0 : i;
	return order;
}

static enum status build_step(const struct decision_case *what, const struct decision_step *step,
			      struct rank_program *own, struct error *err)
{
	enum collective collective = step->algorithm->collective;
	bool sized = decision_sizes_known(what, collective);
	uint64_t *equal = NULL;
	int *order = NULL;
	struct call call = {
		.collective = collective,
		.processes = step->processes,
		.root = collective_has_root(collective) ? step->root : 0,
		.count = sized ? 1 : step->count,
		.commutes = what->commutes,
		.in_place = what->in_place && collective == COLLECTIVE_ALLTOALL,
		.segment = step->segment / (step->size ? step->size : 1),
		.fanout = step->fanout,
	};
	struct algorithm_use use = {step->algorithm, &call};
	struct schedule schedule = algorithm_schedule(&use);
	enum status status = OK;

	if (collective_has_counts(collective)) {
		equal = malloc((size_t)step->processes * sizeof(*equal));
		if (!equal)
			return error_memory(err, "the blocks of a step");
		for (int i = 0; i < step->processes; i++)
			equal[i] = step->count;
		call.counts = what->counts ? what->counts : equal;
	}
	if (step->swaps) {
		call.order = order = swapped(step);
		if (!order)
			status = error_memory(err, "the order of a step");
	}
	if (status == OK)
		status = schedule.build(schedule.self, step->process, own, err);
	if (status == OK && sized && !own->out_of_memory)
		decision_size(what, step, own);
	free(equal);
	free(order);
	return status;
}

enum status decision_build_found(const struct decision_case *what, const struct decision *found,
				 struct rank_program *program, struct error *err)
{
	struct rank_program own = {0};
	size_t before = NO_OPERATION, begin = program->n;
	enum status status = OK;

	for (int i = 0; status == OK && i < found->n; i++) {
		rank_program_clear(&own);
		status = build_step(what, &found->step[i], &own, err);
		if (status == OK)
			append_step(program, &own, &found->step[i], before);
		if (i + 1 < found->n) {
			size_t joined = join(program, begin);

			before = joined == NO_OPERATION ? before : joined;
			begin = program->n;
		}
	}
	rank_program_release(&own);
	return status == OK ? rank_program_status(program, err) : status;
}

enum status decision_build(const struct decision_case *what, int process, struct rank_program *program,
			   struct error *err)
{
	struct decision found;
	enum status status = decision_find(what, process, &found, err);

	if (status == OK)
		status = decision_build_found(what, &found, program, err);
	decision_release(&found);
	return status;
}
