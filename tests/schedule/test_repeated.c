#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "schedule/repeated.h"

enum { OWN = 4 };

/* 0 sends, 1 receives when 0 has started, 2 sends on what came, 3 computes for itself. A second process does nothing.
 */
static enum status build(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct place buffer = {BUFFER_RECEIVE, 0};

	(void)self;
	if (process != 0)
		return OK;
	rank_program_send(program, 1, 7, buffer, 10);
	rank_program_receive(program, 1, 7, buffer, 10);
	rank_program_after_start(program, 0);
	rank_program_send(program, 2, 7, buffer, 10);
	rank_program_after(program, 1);
	rank_program_blocking(program);
	rank_program_compute(program, 5);
	program->scratch = 64;
	return rank_program_status(program, err);
}

static bool waits(const struct rank_program *program, size_t i, size_t on, bool start)
{
	for (size_t k = 0; k < rank_program_requirement_count(program, i); k++) {
		const struct requirement *r = &program->requirements[program->operations[i].first + k];

		if (r->on == on && r->start == start)
			return true;
	}
	return false;
}

static void each_time_begins_when_all_operations_of_the_last_are_done(void **state)
{
	const struct schedule once = {.processes = 2, .build = build};
	const struct schedule_repetition repetition = {&once, 3};
	const struct schedule repeated = schedule_repeated(&repetition);
	struct rank_program program = {0};

	(void)state;
	assert_int_equal(repeated.processes, 2);
	assert_int_equal(repeated.build(repeated.self, 0, &program, NULL), OK);
	assert_int_equal(program.n, 3 * OWN + 2);
	assert_int_equal(program.scratch, 64);
	for (size_t t = 0; t < 3; t++) {
		size_t begin = t * (OWN + 1), end = begin + OWN;

		assert_int_equal(program.operations[begin].kind, OP_SEND);
		assert_true(waits(&program, begin + 1, begin, true));
		assert_true(waits(&program, begin + 2, begin + 1, false));
		assert_true(program.operations[begin + 2].blocking);
		assert_int_equal(program.operations[begin + 3].count, 5);
		/* What waits for nothing waits for the time before. */
		for (size_t i = 0; i < OWN; i++)
			assert_true(t == 0 || (i != 0 && i != 3) || waits(&program, begin + i, begin - 1, false));
		assert_int_equal(rank_program_requirement_count(&program, begin), t > 0);
		if (t == 2)
			break;
		/* Behind it stands what waits for the operations that no other one waits for the end of. */
		assert_int_equal(program.operations[end].kind, OP_COMPUTE);
		assert_int_equal(program.operations[end].count, 0);
		assert_int_equal(rank_program_requirement_count(&program, end), 3);
		assert_true(waits(&program, end, begin, false) && waits(&program, end, begin + 2, false) &&
			    waits(&program, end, begin + 3, false));
	}
	rank_program_release(&program);
}

static void a_process_without_operations_stays_without(void **state)
{
	const struct schedule once = {.processes = 2, .build = build};
	const struct schedule_repetition repetition = {&once, 3};
	const struct schedule repeated = schedule_repeated(&repetition);
	struct rank_program program = {0};

	(void)state;
	assert_int_equal(repeated.build(repeated.self, 1, &program, NULL), OK);
	assert_int_equal(program.n, 0);
	rank_program_release(&program);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_time_begins_when_all_operations_of_the_last_are_done),
		cmocka_unit_test(a_process_without_operations_stays_without),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
