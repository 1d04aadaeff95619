#include "algorithm/decision/steps.h"

/*
 * Blocks that differ: a step is built of blocks of one element each, whose operations then get the elements that their
 * blocks have. Which blocks those are their places tell: in the result they are by process, and in Bruck's scratch from
 * the process's own on.
 */

bool decision_sizes_known(const struct decision_case *what, enum collective collective)
{
	if (what->operation == DECISION_ALLGATHERV)
		return what->counts != NULL &&
		       (collective == COLLECTIVE_ALLGATHER || collective == COLLECTIVE_ALLTOALL);
	return what->to != NULL && what->from != NULL && collective == COLLECTIVE_ALLTOALL;
}

/* The elements of n blocks from the first on, around the end. */
static uint64_t elements(const struct decision_case *what, const uint64_t *counts, uint64_t first, uint64_t n)
{
	uint64_t processes = (uint64_t)what->processes, sum = 0;

	for (uint64_t i = first; i < first + n; i++)
		sum += counts[i % processes];
	return sum;
}

/* A place of n blocks in an allgather becomes one of elements. Returns how many those are. */
static uint64_t gathered(const struct decision_case *what, int process, uint8_t buffer, uint64_t *offset, uint64_t n)
{
	uint64_t begin = buffer == BUFFER_RECEIVE ? 0 : (uint64_t)process, first = begin + *offset;

	*offset = buffer == BUFFER_SEND ? 0 : elements(what, what->counts, begin, *offset);
	return elements(what, what->counts, buffer == BUFFER_SEND ? begin : first, n);
}

static uint64_t gathered_by(const struct decision_case *what, int process, struct operation *op)
{
	uint64_t sent = op->kind == OP_RECEIVE ? 0 : gathered(what, process, op->from, &op->from_offset, op->count);

	return op->kind == OP_SEND ? sent : gathered(what, process, op->to, &op->to_offset, op->count);
}

/* Of an exchange between all each operation moves one block: that for its peer, or for the process itself. */
static uint64_t exchanged(const struct decision_case *what, int process, struct operation *op)
{
	bool gathers = what->operation == DECISION_ALLGATHERV;
	int other = op->peer >= 0 && op->kind != OP_COPY ? op->peer : process;

	op->from_offset = gathers ? 0 : elements(what, what->to, 0, (uint64_t)other);
	op->to_offset = elements(what, gathers ? what->counts : what->from, 0, (uint64_t)other);
	if (op->kind == OP_SEND)
		return gathers ? what->counts[process] : what->to[other];
	return gathers ? what->counts[other] : what->from[other];
}

/* Whether the library sends a block of no elements as any other. */
static bool sends_nothing(const struct decision_case *what)
{
	if (what->operation == DECISION_ALLGATHERV)
		return true;
	return what->library == LIBRARY_OPENMPI_4_1 && what->operation == DECISION_ALLTOALLV && !what->nonblocking;
}

void decision_size(const struct decision_case *what, const struct decision_step *step, struct rank_program *own)
{
	bool keeps = sends_nothing(what);

	for (size_t i = 0; i < own->n; i++) {
		struct operation *op = &own->operations[i];

		if (op->kind == OP_COMPUTE)
			continue;
		op->count = step->algorithm->collective == COLLECTIVE_ALLGATHER ? gathered_by(what, step->process, op)
										: exchanged(what, step->process, op);
		if (op->count == 0 && !keeps)
			op->kind = OP_COMPUTE;
	}
	if (own->scratch > 0)
		own->scratch = decision_total(what);
}
