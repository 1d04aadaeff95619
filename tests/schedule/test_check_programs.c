#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "schedule/check.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* Small programs of processes with four elements in either buffer. */
enum { ELEMENTS = 4 };

static const struct place mine = {BUFFER_SEND, 0}, result = {BUFFER_RECEIVE, 0};

static void head_to_head(int process, struct rank_program *part)
{
	size_t sent = rank_program_send(part, 1 - process, 0, mine, ELEMENTS);

	rank_program_receive(part, 1 - process, 0, result, ELEMENTS);
	rank_program_after(part, sent);
}

static void head_to_head_nonblocking(int process, struct rank_program *part)
{
	rank_program_send(part, 1 - process, 0, mine, ELEMENTS);
	rank_program_receive(part, 1 - process, 0, result, ELEMENTS);
}

static void waits_for_a_later_operation(int process, struct rank_program *part)
{
	rank_program_receive(part, 1 - process, 0, result, ELEMENTS);
	rank_program_after_start(part, 1);
	rank_program_send(part, 1 - process, 0, mine, ELEMENTS);
}

static void waits_for_itself_by_way_of_another(int process, struct rank_program *part)
{
	rank_program_receive(part, 1 - process, 0, result, ELEMENTS);
	rank_program_after(part, 1);
	rank_program_send(part, 1 - process, 0, mine, ELEMENTS);
	rank_program_after(part, 0);
}

/* The second of the two receives may start first: the first one waits for an operation that the second does not wait
 * for. */
static void receives_in_no_order(int process, struct rank_program *part)
{
	size_t first;

	if (process == 1) {
		first = rank_program_send(part, 0, 0, mine, 2);
		rank_program_send(part, 0, 0, place_at(mine, 2), 2);
		rank_program_after(part, first);
		return;
	}
	rank_program_compute(part, 1000);
	rank_program_receive(part, 1, 0, result, 2);
	rank_program_after(part, 0);
	rank_program_receive(part, 1, 0, place_at(result, 2), 2);
}

static void sends_in_no_order(int process, struct rank_program *part)
{
	if (process == 1) {
		rank_program_compute(part, 1000);
		rank_program_send(part, 0, 0, mine, 2);
		rank_program_after(part, 0);
		rank_program_send(part, 0, 0, place_at(mine, 2), 2);
		return;
	}
	rank_program_receive(part, 1, 0, result, 2);
	rank_program_receive(part, 1, 0, place_at(result, 2), 2);
}

static void tags_in_place_of_order(int process, struct rank_program *part)
{
	if (process == 1) {
		rank_program_compute(part, 1000);
		rank_program_send(part, 0, 5, mine, 2);
		rank_program_after(part, 0);
		rank_program_send(part, 0, 6, place_at(mine, 2), 2);
		return;
	}
	rank_program_receive(part, 1, 6, place_at(result, 2), 2);
	rank_program_receive(part, 1, 5, result, 2);
}

static void any_process_and_any_tag(int process, struct rank_program *part)
{
	if (process == 0)
		rank_program_receive(part, PEER_ANY, TAG_ANY, result, ELEMENTS);
	else
		rank_program_send(part, 0, 7, mine, ELEMENTS);
}

static void written_while_it_is_sent(int process, struct rank_program *part)
{
	size_t sent;

	if (process == 1) {
		rank_program_receive(part, 0, 0, result, ELEMENTS);
		return;
	}
	rank_program_copy(part, mine, result, ELEMENTS);
	sent = rank_program_send(part, 1, 0, result, ELEMENTS);
	rank_program_after(part, 0);
	rank_program_copy(part, mine, result, ELEMENTS);
	rank_program_after_start(part, sent);
}

static void copies_onto_itself(int process, struct rank_program *part)
{
	(void)process;
	rank_program_copy(part, mine, result, ELEMENTS);
	rank_program_copy(part, result, place_at(result, 1), 2);
	rank_program_after(part, 0);
}

/* Process 0 reduces what the others send, those of the list in its order; the result goes nowhere but to it. */
static void reduce_in_order(struct rank_program *part, int process, const int *order, size_t n)
{
	struct place arrived = {BUFFER_SCRATCH, 0};
	size_t last;

	if (process > 0) {
		for (size_t i = 0; i < n; i++)
			if (order[i] == process)
				rank_program_send(part, 0, 0, mine, ELEMENTS);
		return;
	}
	rank_program_scratch(part, ELEMENTS);
	last = rank_program_copy(part, mine, result, ELEMENTS);
	for (size_t i = 0; i < n; i++) {
		rank_program_receive(part, order[i], 0, arrived, ELEMENTS);
		rank_program_after(part, last);
		last = rank_program_reduce(part, arrived, result, ELEMENTS);
		rank_program_after(part, last - 1);
	}
}

static void reduces_one_twice(int process, struct rank_program *part)
{
	static const int order[] = {2, 3, 2};

	if (process == 2) {
		rank_program_send(part, 0, 0, mine, ELEMENTS);
		rank_program_send(part, 0, 0, mine, ELEMENTS);
		rank_program_after(part, 0);
	} else {
		reduce_in_order(part, process, order, 3);
	}
}

static void reduces_in_some_order(int process, struct rank_program *part)
{
	static const int order[] = {2, 1, 3};

	reduce_in_order(part, process, order, 3);
}

static void does_nothing(int process, struct rank_program *part)
{
	(void)process;
	(void)part;
}

/* What must come out. */
enum purpose { EXCHANGED, FROM_ONE, NOTHING_CERTAIN, REDUCED, REDUCED_IN_ORDER, SYNCHRONISED };

struct program {
	const char *name;
	int processes;
	void (*build)(int process, struct rank_program *part);
	enum purpose purpose;
	const char *text; /* what the error must have in it; NULL: all is well */
};

static void describe(const void *self, int process, uint64_t *send_elements, uint64_t *receive_elements,
		     struct holdings *before, struct holdings *after)
{
	const struct program *program = self;
	enum purpose purpose = program->purpose;

	*send_elements = *receive_elements = ELEMENTS;
	holdings_add(before, (struct holding){BUFFER_SEND, 0, ELEMENTS, 0, process, process});
	if (purpose == EXCHANGED || (purpose == SYNCHRONISED && program->processes == 2))
		holdings_add(after, (struct holding){BUFFER_RECEIVE, 0, ELEMENTS, 0, 1 - process, 1 - process});
	if (purpose == FROM_ONE && process == 0)
		holdings_add(after, (struct holding){BUFFER_RECEIVE, 0, ELEMENTS, 0, 1, 1});
	if ((purpose == REDUCED || purpose == REDUCED_IN_ORDER) && process == 0)
		holdings_add(after, (struct holding){BUFFER_RECEIVE, 0, ELEMENTS, 0, 0, program->processes - 1});
}

static enum status build(const void *self, int process, struct rank_program *part, struct error *err)
{
	const struct program *program = self;

	program->build(process, part);
	return rank_program_status(part, err);
}

static const struct program programs[] = {
	{"sends before receives", 2, head_to_head, EXCHANGED,
	 "process 0, operation 0, send of 4 elements to process 1: a deadlock"},
	{"sends and receives at once", 2, head_to_head_nonblocking, EXCHANGED, NULL},
	{"a requirement on a later operation's start", 2, waits_for_a_later_operation, EXCHANGED, NULL},
	{"requirements in a cycle", 2, waits_for_itself_by_way_of_another, EXCHANGED,
	 "process 0, operation 0, receive of 4 elements from process 1: it waits for itself"},
	{"two receives in no order", 2, receives_in_no_order, FROM_ONE,
	 "process 0, operation 2, receive of 2 elements from process 1: operation 1 matches the same messages"},
	{"two sends in no order", 2, sends_in_no_order, FROM_ONE,
	 "process 1, operation 2, send of 2 elements to process 0: operation 1 matches the same messages"},
	{"two messages with tags of their own", 2, tags_in_place_of_order, FROM_ONE, NULL},
	{"a receive of whatever comes", 2, any_process_and_any_tag, FROM_ONE, NULL},
	{"a receive of whatever comes, of three", 3, any_process_and_any_tag, NOTHING_CERTAIN,
	 "process 2, operation 0, send of 4 elements to process 0: it is never received"},
	{"a buffer written while it is sent", 2, written_while_it_is_sent, NOTHING_CERTAIN,
	 "process 0, operation 2, copy of 4 elements: nothing orders it and operation 1"},
	{"a copy onto itself", 1, copies_onto_itself, NOTHING_CERTAIN,
	 "process 0, operation 1, copy of 2 elements: it reads and writes element 1 of the receive buffer"},
	{"a contribution reduced twice", 4, reduces_one_twice, REDUCED,
	 "process 0, operation 6, reduction of 4 elements: the contribution of process 2 is reduced twice"},
	{"a reduction in any order", 4, reduces_in_some_order, REDUCED, NULL},
	{"a reduction in the wrong order", 4, reduces_in_some_order, REDUCED_IN_ORDER,
	 "process 0, operation 2, reduction of 4 elements: operands come in the wrong order"},
	{"a reduction that is none", 4, does_nothing, REDUCED,
	 "process 0: no operation writes element 0 of the receive buffer; in the end it holds nothing and must hold "
	 "element 0 reduced over"},
	{"a result where none is wanted", 2, head_to_head_nonblocking, NOTHING_CERTAIN,
	 "process 0, operation 1, receive of 4 elements from process 1: it is the last to write element 0"},
	{"a barrier that is one", 2, head_to_head_nonblocking, SYNCHRONISED, NULL},
	{"a barrier that is none", 3, does_nothing, SYNCHRONISED,
	 "process 0 does nothing, and may be finished before process 1 has begun"},
};

static enum status run(const struct program *program, struct error *err)
{
	struct check *check = check_new();
	struct schedule schedule = {.processes = program->processes, .build = build, .self = program};
	struct contract contract = {program->purpose != REDUCED_IN_ORDER, program->purpose == SYNCHRONISED, describe,
				    program};
	enum status status = check_run(check, &schedule, &contract, err);

	check_free(check);
	return status;
}

static void small_programs_pass_or_fail_as_the_standard_says(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(programs); i++) {
		const struct program *program = &programs[i];
		struct error err = {0};
		enum status status = run(program, &err);

		if (status != (program->text ? ERR_INPUT : OK) || (program->text && !strstr(err.text, program->text)))
			fail_msg("%s: \"%s\", not \"%s\"", program->name, err.text, program->text ? program->text : "");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(small_programs_pass_or_fail_as_the_standard_says),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
