#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "schedule/goal.h"
#include "schedule/totals.h"

/* Process 0 sends 10 and 20 bytes and computes, process 1 receives: how often it was built is kept too. */
static enum status build(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct place begin = {BUFFER_SEND, 0}, end = {BUFFER_RECEIVE, 0};

	(*(int *const *)self)[process]++;
	for (uint64_t bytes = 10; bytes <= 20; bytes += 10) {
		if (process == 0)
			rank_program_send(program, 1, 0, begin, bytes);
		else
			rank_program_receive(program, 0, 0, end, bytes);
	}
	if (process == 0)
		rank_program_compute(program, 1000);
	return rank_program_status(program, err);
}

static void expect_totals(const struct schedule_totals *totals)
{
	assert_int_equal(totals->operations, 5);
	assert_int_equal(totals->messages, 2);
	assert_int_equal(totals->bytes, 30);
	assert_int_equal(totals->largest, 20);
}

static void what_a_schedule_has_is_counted(void **state)
{
	int built[2] = {0}, *place = built;
	const struct schedule schedule = {.processes = 2, .build = build, .self = &place};
	struct schedule_totals totals;

	(void)state;
	assert_int_equal(schedule_count(&schedule, &totals, NULL), OK);
	expect_totals(&totals);
	assert_int_equal(built[0], 1);
	assert_int_equal(built[1], 1);
}

static void a_schedule_that_is_written_is_counted_meanwhile_and_built_once(void **state)
{
	int built[2] = {0}, *place = built;
	const struct schedule schedule = {.processes = 2, .build = build, .self = &place};
	struct schedule_totals totals = {0};
	const struct schedule_counter counter = {&schedule, &totals};
	const struct schedule counted = schedule_counted(&counter);
	FILE *out = tmpfile();

	(void)state;
	assert_non_null(out);
	assert_int_equal(goal_write_binary(&counted, out, NULL), OK);
	expect_totals(&totals);
	assert_int_equal(built[0], 1);
	assert_int_equal(built[1], 1);
	fclose(out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_a_schedule_has_is_counted),
		cmocka_unit_test(a_schedule_that_is_written_is_counted_meanwhile_and_built_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
