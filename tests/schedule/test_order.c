#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "schedule/order.h"

enum { MOST = 40 };

/* Operations with random requirements: on any other, on themselves too, or on earlier ones only; some several times. */
static void fill(struct rank_program *program, struct random *random, size_t n, size_t requirements, bool forward)
{
	rank_program_clear(program);
	for (size_t i = 0; i < n; i++) {
		rank_program_compute(program, i);
		for (size_t r = random_below(random, requirements + 1); r > 0 && (i > 0 || !forward); r--) {
			size_t on = random_below(random, forward ? i : n);

			if (random_below(random, 2))
				rank_program_after(program, on);
			else
				rank_program_after_start(program, on);
		}
	}
	assert_int_equal(rank_program_status(program, NULL), OK);
}

/* By looking at all paths: whether operation a waits for b. */
static void find_paths(const struct rank_program *program, bool paths[MOST][MOST])
{
	memset(paths, 0, sizeof(bool[MOST][MOST]));
	for (size_t i = 0; i < program->n; i++)
		for (size_t r = program->operations[i].first, end = r + rank_program_requirement_count(program, i);
		     r < end; r++)
			paths[i][program->requirements[r].on] = true;
	for (size_t k = 0; k < program->n; k++)
		for (size_t i = 0; i < program->n; i++)
			for (size_t j = 0; j < program->n; j++)
				paths[i][j] = paths[i][j] || (paths[i][k] && paths[k][j]);
}

static size_t entries_like(const struct lists *lists, size_t begin, size_t end, size_t on, bool start)
{
	size_t n = 0;

	for (size_t e = begin; e < end; e++)
		n += lists->entries[e].on == on && lists->entries[e].start == start;
	return n;
}

static void turned_round_a_list_has_those_that_require_its_operation_in_order(void **state)
{
	struct random random;
	struct rank_program program = {0};

	(void)state;
	random_init(&random, 1);
	for (int run = 0; run < 500; run++) {
		struct {
			uint32_t other, first;
		} firsts[MOST + 1];
		struct requirement entries[MOST * 6];
		struct lists from, to = {&firsts[0].first, sizeof(firsts[0]), entries, 0};
		size_t n = 1 + random_below(&random, MOST);

		memset(firsts, 255, sizeof(firsts));
		fill(&program, &random, n, random_below(&random, 6), false);
		from = rank_program_lists(&program);
		lists_reverse(n, &from, &to);
		assert_int_equal(to.n, program.n_requirements);
		firsts[n].first = (uint32_t)to.n;
		assert_int_equal(firsts[0].first, 0);
		for (size_t i = 0; i < n; i++) {
			assert_int_equal(firsts[i].other, UINT32_MAX);
			for (size_t e = firsts[i].first + 1; e < firsts[i + 1].first; e++)
				assert_true(entries[e - 1].on <= entries[e].on);
			for (size_t j = 0; j < n; j++)
				for (int start = 0; start < 2; start++)
					assert_int_equal(
						entries_like(&to, firsts[i].first, firsts[i + 1].first, j, start),
						entries_like(&from, program.operations[j].first,
							     program.operations[j].first +
								     rank_program_requirement_count(&program, j),
							     i, start));
		}
	}
	rank_program_release(&program);
}

static void a_sequence_has_each_operation_once_and_after_what_it_waits_for_or_there_is_a_circle(void **state)
{
	struct random random;
	struct rank_program program = {0};
	size_t circles = 0, backward = 0;

	(void)state;
	random_init(&random, 2);
	for (int run = 0; run < 2000; run++) {
		bool paths[MOST][MOST];
		uint32_t sequence[MOST], room[MOST], at[MOST];
		size_t cycle, n = 1 + random_below(&random, MOST);
		bool any = false;

		fill(&program, &random, n, run % 4, run % 5 == 0);
		find_paths(&program, paths);
		for (size_t i = 0; i < n; i++)
			any = any || paths[i][i];
		cycle = rank_program_topological_order(&program, sequence, room);
		assert_int_equal(cycle, rank_program_cycle(&program));
		assert_true(any == (cycle < n));
		if (any) {
			assert_true(paths[cycle][cycle]);
			circles++;
			continue;
		}
		memset(at, 255, sizeof(at));
		for (size_t i = 0; i < n; i++)
			at[sequence[i]] = (uint32_t)i;
		for (size_t i = 0; i < n; i++) {
			assert_true(at[i] < n);
			backward += at[i] != i;
			for (size_t j = 0; j < n; j++)
				assert_true(!paths[i][j] || at[j] < at[i]);
		}
	}
	assert_true(circles > 200 && backward > 200);
	rank_program_release(&program);
}

/* A walk that goes as deep as there are operations must need no more than its room. */
static void a_long_chain_of_later_operations_is_put_in_order(void **state)
{
	enum { LONG = 200000 };
	struct rank_program program = {0};
	uint32_t *room = malloc(2 * LONG * sizeof(*room));

	(void)state;
	assert_non_null(room);
	for (size_t i = 0; i < LONG; i++) {
		rank_program_compute(&program, 1);
		rank_program_after(&program, i + 1 < LONG ? i + 1 : NO_OPERATION);
	}
	assert_int_equal(rank_program_topological_order(&program, room, room + LONG), LONG);
	for (size_t i = 0; i < LONG; i++)
		assert_int_equal(room[i], LONG - 1 - i);
	rank_program_after(&program, 0);
	assert_true(rank_program_cycle(&program) < LONG);
	free(room);
	rank_program_release(&program);
}

static void a_process_that_does_nothing_has_no_circle(void **state)
{
	struct rank_program program = {0};
	struct lists none = rank_program_lists(&program);

	(void)state;
	assert_int_equal(none.n, 0);
	assert_int_equal(rank_program_cycle(&program), 0);
	assert_int_equal(rank_program_topological_order(&program, NULL, NULL), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(turned_round_a_list_has_those_that_require_its_operation_in_order),
		cmocka_unit_test(a_sequence_has_each_operation_once_and_after_what_it_waits_for_or_there_is_a_circle),
		cmocka_unit_test(a_long_chain_of_later_operations_is_put_in_order),
		cmocka_unit_test(a_process_that_does_nothing_has_no_circle),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
