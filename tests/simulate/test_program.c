/* What the simulator holds of a process. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "simulate/program.h"

static void cpus_and_ports_in_use_are_numbered_without_gaps(void **state)
{
	static const struct {
		uint8_t cpu, nic, cpu_lane, nic_lane;
	} cases[] = {{0, 0, 0, 0}, {255, 0, 2, 0}, {3, 7, 1, 1}, {0, 200, 0, 3}, {255, 9, 2, 2}, {3, 0, 1, 0}};
	static const size_t n = sizeof(cases) / sizeof(cases[0]);
	struct place place = {BUFFER_RECEIVE, 0};
	struct rank_program part = {0};
	struct program_scratch scratch = {0};
	struct arena arena = {0};
	const struct program *program;
	uint32_t made = 0;

	(void)state;
	for (size_t i = 0; i < n; i++) {
		size_t send = rank_program_send(&part, 0, 0, place, 8);

		assert_int_not_equal(send, NO_OPERATION);
		part.operations[send].cpu = cases[i].cpu;
		part.operations[send].nic = cases[i].nic;
	}
	assert_int_equal(program_new(&part, 0, 1, &scratch, &arena, &made, NULL), OK);
	program = arena_at(&arena, made);
	/* Three ports beyond the first, two CPUs. */
	assert_int_equal(program->n_lanes, 4);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(program->steps[i].cpu, cases[i].cpu_lane);
		assert_int_equal(program->steps[i].nic, cases[i].nic_lane);
	}
	program_free(&arena, made);
	arena_release(&arena);
	program_scratch_release(&scratch);
	rank_program_release(&part);
}

static void a_process_that_names_none_has_no_lanes(void **state)
{
	struct rank_program part = {0};
	struct program_scratch scratch = {0};
	struct arena arena = {0};
	uint32_t made = 0;

	(void)state;
	assert_int_not_equal(rank_program_compute(&part, 1000), NO_OPERATION);
	assert_int_equal(program_new(&part, 0, 1, &scratch, &arena, &made, NULL), OK);
	assert_int_equal(((const struct program *)arena_at(&arena, made))->n_lanes, 0);
	program_free(&arena, made);
	arena_release(&arena);
	program_scratch_release(&scratch);
	rank_program_release(&part);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cpus_and_ports_in_use_are_numbered_without_gaps),
		cmocka_unit_test(a_process_that_names_none_has_no_lanes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
