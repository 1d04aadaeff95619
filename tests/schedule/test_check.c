#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "algorithm/contract.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* What can be wrong with one operation of a schedule that was right. */
enum change {
	PEER,        /* value more */
	TAG,         /* value more */
	SIZE,        /* value more */
	FROM_OFFSET, /* value more */
	TO_OFFSET,   /* value more */
	TO_BUFFER,   /* is value */
	FROM_BUFFER, /* is value */
	ORDER,       /* changes places with operation value, which keeps its requirements */
	UNORDERED,   /* its first requirement becomes one on operation value's start */
	CYCLE,       /* its first requirement becomes one on operation value */
	LOST,        /* does nothing any more */
	COPIED,      /* of a reduction: overwrites instead */
	REDUCED,     /* of a copy: reduces instead */
	TWICE,       /* operation value, which does nothing yet, becomes the same */
	SIDES,       /* of a reduction: operands change sides */
	KIND,        /* is value */
};

struct fault {
	const char *name, *algorithm;
	enum collective collective;
	int processes, process;
	size_t operation;
	enum change change;
	int64_t value;
	const char *text; /* what the error must have in it */
};

/* An algorithm's schedule with a fault planted. */
struct faulty {
	struct schedule right;
	const struct fault *fault;
};

static void swap_operations(struct operation *a, struct operation *b)
{
	struct operation held = *a;
	uint32_t first_a = a->first, first_b = b->first;

	*a = *b;
	*b = held;
	a->first = first_a;
	b->first = first_b;
}

/* A change of a number or a buffer. Returns whether it is one. */
static bool change_field(struct operation *o, enum change change, int64_t value)
{
	switch (change) {
	case PEER:
		o->peer += (int32_t)value;
		return true;
	case TAG:
		o->tag += (int32_t)value;
		return true;
	case SIZE:
		o->count += (uint64_t)value;
		return true;
	case FROM_OFFSET:
		o->from_offset += (uint64_t)value;
		return true;
	case TO_OFFSET:
		o->to_offset += (uint64_t)value;
		return true;
	case TO_BUFFER:
		o->to = (uint8_t)value;
		return true;
	case FROM_BUFFER:
		o->from = (uint8_t)value;
		return true;
	case KIND:
		o->kind = (uint8_t)value;
		return true;
	default:
		return false;
	}
}

static void swap_sides(struct operation *o)
{
	struct place from = {o->from, o->from_offset};

	o->from = o->to;
	o->from_offset = o->to_offset;
	o->to = (uint8_t)from.buffer;
	o->to_offset = from.offset;
}

static void plant(const struct fault *fault, struct rank_program *program)
{
	struct operation *o = &program->operations[fault->operation],
			 *other = &program->operations[fault->value > 0 ? fault->value : 0];
	uint32_t first = o->first;

	assert_true(fault->operation < program->n);
	if (change_field(o, fault->change, fault->value))
		return;
	switch (fault->change) {
	case ORDER:
		swap_operations(o, other);
		break;
	case UNORDERED:
	case CYCLE:
		assert_true(rank_program_requirement_count(program, fault->operation) > 0);
		program->requirements[first] = (struct requirement){.on = (uint32_t)fault->value & INT32_MAX,
								    .start = fault->change == UNORDERED};
		break;
	case LOST:
		*o = (struct operation){.kind = OP_COMPUTE, .first = first};
		break;
	case COPIED:
	case REDUCED:
		assert_int_equal(o->kind, fault->change == COPIED ? OP_REDUCE : OP_COPY);
		o->kind = fault->change == COPIED ? OP_COPY : OP_REDUCE;
		break;
	case TWICE:
		first = other->first;
		*other = *o;
		other->first = first;
		break;
	default:
		assert_int_equal(fault->change, SIDES);
		swap_sides(o);
	}
}

static enum status build(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct faulty *faulty = self;
	enum status status = faulty->right.build(faulty->right.self, process, program, err);

	if (status == OK && process == faulty->fault->process)
		plant(faulty->fault, program);
	return status;
}

static const struct fault faults[] = {
	{"a send to the wrong process", "binomial", COLLECTIVE_BCAST, 8, 0, 1, PEER, 1,
	 "process 0, operation 1, send of 24 elements to process 3: it is never received"},
	{"a send to a process that there is not", "linear", COLLECTIVE_BCAST, 8, 0, 6, PEER, 1,
	 "process 0, operation 6, send of 24 elements to process 8: there is no such process; they are 0 to 7"},
	{"a receive from the wrong process", "pairwise", COLLECTIVE_ALLTOALL, 4, 1, 2, PEER, -1,
	 "process 1, operation 4, receive of 24 elements from process 2: no message ever comes"},
	{"a send with another tag", "ring", COLLECTIVE_ALLGATHER, 5, 3, 2, TAG, 1,
	 "process 3, operation 2, send of 24 elements to process 4: it is never received"},
	{"a negative tag", "ring", COLLECTIVE_ALLGATHER, 5, 3, 2, TAG, -1,
	 "process 3, operation 2, send of 24 elements to process 4: its tag -1 is negative"},
	{"a message longer than its receive", "binomial", COLLECTIVE_SCATTER, 8, 4, 2, SIZE, 1,
	 "process 5, operation 0, receive of 24 elements from process 4: the message that it gets, operation 2 of "
	 "process 4, has 25 elements"},
	{"a message that is too short", "binomial", COLLECTIVE_SCATTER, 8, 4, 2, SIZE, -1,
	 "process 5, operation 0, receive of 24 elements from process 4: it is the last to write element 23 of the "
	 "receive buffer"},
	{"a receive beyond the end of the buffer", "linear-synchronised", COLLECTIVE_GATHER, 4, 0, 7, TO_OFFSET, 1,
	 "process 0, operation 7, receive of 24 elements from process 3: elements 73 to 96 of the receive buffer, "
	 "which has 96"},
	{"a receive one element off", "linear-synchronised", COLLECTIVE_GATHER, 4, 0, 4, TO_OFFSET, 1,
	 "process 0: no operation writes element 48 of the receive buffer; in the end it holds nothing and must hold "
	 "element 0 of process 2"},
	{"a send one element off", "binomial", COLLECTIVE_SCATTER, 8, 4, 3, FROM_OFFSET, -1,
	 "process 6, operation 1, copy of 24 elements: it is the last to write element 0 of the receive buffer"},
	{"a receive into the send buffer", "pairwise", COLLECTIVE_ALLTOALL, 4, 1, 2, TO_BUFFER, BUFFER_SEND,
	 "process 1, operation 2, receive of 24 elements from process 3: it writes into the send buffer"},
	{"a send out of a buffer that holds nothing yet", "binomial", COLLECTIVE_GATHER, 8, 4, 3, FROM_BUFFER,
	 BUFFER_RECEIVE,
	 "process 4, operation 3, send of 96 elements to process 0: elements 0 to 95 of the receive buffer, which has "
	 "0"},
	{"a send of what has not been written", "pairwise", COLLECTIVE_ALLTOALL, 4, 1, 1, FROM_BUFFER, BUFFER_RECEIVE,
	 "process 1, operation 1, send of 24 elements to process 2: element 48 of its buffer holds nothing yet"},
	{"a buffer there is not", "pairwise", COLLECTIVE_ALLTOALL, 4, 1, 1, FROM_BUFFER, 3,
	 "process 1, operation 1, send of 24 elements to process 2: there is no buffer 3"},
	{"two receives in the wrong order", "ring", COLLECTIVE_ALLGATHER, 5, 3, 1, ORDER, 3,
	 "process 3, operation 4, send of 24 elements to process 4: nothing orders it and operation 3, and both use "
	 "element 48 of the receive buffer"},
	{"two reduced blocks sent in the wrong order", "ring", COLLECTIVE_ALLREDUCE, 4, 1, 5, ORDER, 8,
	 "process 2, operation 7, reduction of 6 elements: element 18 is reduced with element 0"},
	{"a send that does not wait for what it passes on", "ring", COLLECTIVE_ALLGATHER, 5, 3, 4, UNORDERED, 1,
	 "process 3, operation 4, send of 24 elements to process 4: nothing orders it and operation 1, and both use "
	 "element 48 of the receive buffer"},
	{"a reduction that does not wait for its operand", "ring", COLLECTIVE_ALLREDUCE, 4, 1, 7, UNORDERED, 3,
	 "process 1, operation 7, reduction of 6 elements: nothing orders it and operation 3, and both use element 6 "
	 "of the scratch buffer"},
	{"a receive into what is still being reduced", "ring", COLLECTIVE_ALLREDUCE, 4, 1, 6, UNORDERED, 2,
	 "process 1, operation 6, receive of 6 elements from process 0: nothing orders it and operation 1, and both "
	 "use element 0 of the scratch buffer"},
	{"a cycle of requirements", "binomial", COLLECTIVE_GATHER, 8, 4, 1, CYCLE, 3,
	 "process 4, operation 1, receive of 24 elements from process 5: it waits for itself: its requirements go in a "
	 "cycle"},
	{"a requirement that there is not", "binomial", COLLECTIVE_GATHER, 8, 4, 1, CYCLE, 9,
	 "process 4, operation 1, receive of 24 elements from process 5: it waits for operation 9, and the last one is "
	 "3"},
	{"a deadlock: the root awaits what it has not asked for", "linear-synchronised", COLLECTIVE_GATHER, 4, 0, 5,
	 CYCLE, 4,
	 "process 0, operation 4, receive of 24 elements from process 2: a deadlock: it waits for an operation of the "
	 "other process that waits in turn, when eve"},
	{"a receive that became a computation", "ring", COLLECTIVE_ALLGATHER, 2, 1, 1, KIND, OP_COMPUTE,
	 "process 0, operation 2, send of 24 elements to process 1: it is never received"},
	{"a lost send", "dissemination", COLLECTIVE_BARRIER, 5, 2, 3, LOST, 0,
	 "process 4, operation 2, receive of 0 elements from process 2: no message ever comes"},
	{"a lost receive", "binomial", COLLECTIVE_BCAST, 8, 3, 0, LOST, 0,
	 "process 3, operation 1, send of 24 elements to process 7: element 0 of its buffer holds nothing yet"},
	{"a lost reduction", "ring", COLLECTIVE_ALLREDUCE, 4, 1, 7, LOST, 0,
	 "process 0, operation 12, receive of 6 elements from process 3: it is the last to write element 18 of the "
	 "receive buffer"},
	{"a lost copy", "binomial", COLLECTIVE_GATHER, 8, 0, 0, LOST, 0,
	 "process 0: no operation writes element 0 of the receive buffer; in the end it holds nothing and must hold "
	 "element 0 of process 0"},
	{"a reduction done twice", "ring", COLLECTIVE_ALLREDUCE, 4, 1, 4, TWICE, 10,
	 "process 1, operation 10, reduction of 6 elements: element 12 is reduced with element 0"},
	{"a copy in place of a reduction", "ring", COLLECTIVE_ALLREDUCE, 4, 1, 7, COPIED, 0,
	 "process 0, operation 12, receive of 6 elements from process 3: it is the last to write element 18 of the "
	 "receive buffer"},
	{"a reduction in place of a copy", "ring", COLLECTIVE_ALLREDUCE, 4, 1, 0, REDUCED, 0,
	 "process 1, operation 0, reduction of 24 elements: element 0 of its buffer holds nothing yet"},
	{"a reduction with other elements", "ring", COLLECTIVE_ALLREDUCE, 4, 1, 7, TO_OFFSET, -1,
	 "process 1, operation 7, reduction of 6 elements: element 18 is reduced with element 17"},
	{"operands on the wrong sides", "recursive-doubling", COLLECTIVE_ALLREDUCE, 6, 3, 5, SIDES, 0,
	 "process 3, operation 5, reduction of 24 elements: operands come in the wrong order: processes 2 to 3 on the "
	 "left, 0 to 1 on the right"},
	{"an operation of no kind", "ring", COLLECTIVE_ALLREDUCE, 4, 1, 0, KIND, 9,
	 "process 1, operation 0, computation of 24 ns: there is no operation of kind 9"},
};

static enum status check_with(const struct fault *fault, struct error *err)
{
	struct call call = {.collective = fault->collective,
			    .processes = fault->processes,
			    .count = 24,
			    .commutes = strcmp(fault->algorithm, "ring") == 0};
	struct algorithm_use use = {algorithm_find(fault->collective, fault->algorithm, NULL), &call};
	struct faulty faulty = {algorithm_schedule(&use), fault};
	struct schedule schedule = {.processes = call.processes, .build = build, .self = &faulty};
	struct contract contract = algorithm_contract(&call);
	struct check *check = check_new();
	enum status status;

	assert_non_null(use.algorithm);
	assert_int_equal(check_run(check, &faulty.right, &contract, err), OK);
	status = check_run(check, &schedule, &contract, err);
	check_free(check);
	return status;
}

static void each_fault_planted_into_an_algorithm_is_found_and_its_process_and_operation_named(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(faults); i++) {
		struct error err = {0};

		if (check_with(&faults[i], &err) != ERR_INPUT || !strstr(err.text, faults[i].text))
			fail_msg("%s: \"%s\" is not in \"%s\"", faults[i].name, faults[i].text, err.text);
	}
}

/* A builder that does not ask with rank_program_status whether all of its operations are there. */
static enum status build_without_memory(const void *self, int process, struct rank_program *program, struct error *err)
{
	(void)self;
	(void)process;
	(void)err;
	program->out_of_memory = true;
	return OK;
}

static void a_part_that_memory_did_not_suffice_for_is_not_checked_as_if_it_were_whole(void **state)
{
	const struct call call = {.collective = COLLECTIVE_BARRIER, .processes = 1, .commutes = true};
	const struct schedule schedule = {.processes = 1, .build = build_without_memory};
	const struct contract contract = algorithm_contract(&call);
	struct check *check = check_new();

	(void)state;
	assert_int_equal(check_run(check, &schedule, &contract, NULL), ERR_MEMORY);
	check_free(check);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_fault_planted_into_an_algorithm_is_found_and_its_process_and_operation_named),
		cmocka_unit_test(a_part_that_memory_did_not_suffice_for_is_not_checked_as_if_it_were_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
