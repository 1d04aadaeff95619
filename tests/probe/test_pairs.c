#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "probe/pairs.h"

enum { MOST = 33 };

static void the_rounds_hold_every_pair_once_and_no_process_twice(void **state)
{
	(void)state;
	for (size_t processes = 2; processes <= MOST; processes++) {
		int met[MOST][MOST] = {{0}};

		for (size_t round = 0; round < pairs_rounds(processes); round++) {
			int pairs[MOST / 2 + 1][2], seen[MOST] = {0};
			size_t n = pairs_of_round(processes, round, pairs);

			assert_int_equal(n, processes / 2);
			for (size_t i = 0; i < n; i++) {
				assert_true(pairs[i][0] >= 0 && pairs[i][0] < pairs[i][1] &&
					    pairs[i][1] < (int)processes);
				assert_int_equal(seen[pairs[i][0]]++ + seen[pairs[i][1]]++, 0);
				assert_int_equal(met[pairs[i][0]][pairs[i][1]]++, 0);
			}
		}
		for (size_t a = 0; a < processes; a++)
			for (size_t b = a + 1; b < processes; b++)
				assert_int_equal(met[a][b], 1);
	}
	assert_int_equal(pairs_rounds(1), 0);
}

static void a_bisection_has_near_or_far_pairs(void **state)
{
	int pairs[MOST / 2 + 1][2];
	(void)state;

	for (size_t processes = 2; processes <= MOST; processes++) {
		assert_int_equal(pairs_of_neighbours(processes, pairs), processes / 2);
		for (size_t i = 0; i < processes / 2; i++)
			assert_true(pairs[i][0] == (int)(2 * i) && pairs[i][1] == (int)(2 * i + 1));
		assert_int_equal(pairs_far(processes, pairs), processes / 2);
		for (size_t i = 0; i < processes / 2; i++)
			assert_true(pairs[i][0] == (int)i && pairs[i][1] == (int)(i + processes / 2));
	}
}

static void given_pairs_are_read_or_refused(void **state)
{
	static const struct {
		const char *text;
		size_t n;
		const char *says;
	} cases[] = {
		{"0:3,1:2", 2, NULL},
		{"3:0", 1, NULL},
		{"", 0, "is expected"},
		{"0:4", 0, "processes of 0 to 3"},
		{"0:0", 0, "two different"},
		{"0:1,1:2", 0, "one pair only"},
		{"0-1", 0, "no list of pairs"},
		{"0:1;2:3", 0, "no list of pairs"},
		{"-1:2", 0, "no list of pairs"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct error err = {0};
		int pairs[2][2];
		size_t n;
		enum status status = pairs_parse(cases[i].text, 4, pairs, &n, &err);

		assert_int_equal(status, cases[i].says ? ERR_INPUT : OK);
		if (cases[i].says)
			assert_non_null(strstr(err.text, cases[i].says));
		else
			assert_int_equal(n, cases[i].n);
	}
}

/* Every pair once, no process twice in a round, one pair a round if not parallel. */
static void check_rounds(const struct pair_rounds *rounds, const int (*pairs)[2], size_t n, bool parallel)
{
	assert_int_equal(pair_rounds_count(rounds), n);
	for (size_t r = 0; r < rounds->n; r++) {
		size_t together = rounds->first[r + 1] - rounds->first[r];

		assert_true(together >= 1 && (parallel || together == 1));
		for (size_t i = rounds->first[r]; i < rounds->first[r + 1]; i++)
			for (size_t k = rounds->first[r]; k < i; k++)
				for (int end = 0; end < 4; end++)
					assert_int_not_equal(rounds->pairs[i][end / 2], rounds->pairs[k][end % 2]);
	}
	for (size_t i = 0; i < n; i++) {
		size_t found = 0;

		for (size_t k = 0; k < n; k++)
			found += rounds->pairs[k][0] == pairs[i][0] && rounds->pairs[k][1] == pairs[i][1];
		assert_int_equal(found, 1);
	}
}

static void any_pairs_are_put_into_rounds(void **state)
{
	static const int star[][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {2, 3}, {4, 5}};
	static const size_t rounds_of_star = 4; /* 3 would do */
	(void)state;
	for (int parallel = 0; parallel < 2; parallel++) {
		struct pair_rounds rounds;

		assert_int_equal(pair_rounds_of(&rounds, (int(*)[2])star, 6, 6, parallel, NULL), OK);
		check_rounds(&rounds, star, 6, parallel);
		assert_true(rounds.n <= (parallel ? rounds_of_star : 6));
		pair_rounds_release(&rounds);
	}
	for (size_t processes = 2; processes < 10; processes++)
		for (int parallel = 0; parallel < 2; parallel++) {
			int all[64][2];
			size_t n = 0;
			struct pair_rounds rounds;

			for (int i = 0; i < (int)processes; i++)
				for (int k = i + 1; k < (int)processes; k++)
					all[n][0] = i, all[n++][1] = k;
			assert_int_equal(pair_rounds_all(&rounds, processes, parallel, NULL), OK);
			check_rounds(&rounds, (const int(*)[2])all, n, parallel);
			pair_rounds_release(&rounds);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_rounds_hold_every_pair_once_and_no_process_twice),
		cmocka_unit_test(a_bisection_has_near_or_far_pairs),
		cmocka_unit_test(given_pairs_are_read_or_refused),
		cmocka_unit_test(any_pairs_are_put_into_rounds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
