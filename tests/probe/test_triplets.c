#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdbool.h>
#include <stdlib.h>

#include "probe/triplets.h"

#define MOST 24

/* Every triplet once, and no process twice in a round. */
static void check(const struct triplet_rounds *rounds, size_t n)
{
	static bool seen[MOST][MOST][MOST];
	size_t all = 0;

	for (size_t a = 0; a < n; a++)
		for (size_t b = 0; b < n; b++)
			for (size_t c = 0; c < n; c++)
				seen[a][b][c] = false;
	for (size_t r = 0; r < rounds->n; r++) {
		bool busy[MOST] = {false};

		assert_true(rounds->first[r] < rounds->first[r + 1]);
		for (size_t i = rounds->first[r]; i < rounds->first[r + 1]; i++) {
			const int *t = rounds->triplets[i];

			assert_true(0 <= t[0] && t[0] < t[1] && t[1] < t[2] && (size_t)t[2] < n);
			assert_false(busy[t[0]] || busy[t[1]] || busy[t[2]] || seen[t[0]][t[1]][t[2]]);
			busy[t[0]] = busy[t[1]] = busy[t[2]] = seen[t[0]][t[1]][t[2]] = true;
			all++;
		}
	}
	assert_int_equal(all, triplets_count(n));
}

static void every_triplet_comes_once_and_no_process_twice_in_a_round(void **state)
{
	(void)state;
	for (size_t n = 3; n <= MOST; n++)
		for (int parallel = 0; parallel < 2; parallel++) {
			struct triplet_rounds rounds;

			assert_int_equal(triplet_rounds_all(&rounds, n, parallel, NULL), OK);
			check(&rounds, n);
			triplet_rounds_release(&rounds);
		}
}

/* At most n / 3 triplets fit a round. */
static void rounds_are_at_most_a_quarter_more_than_needed(void **state)
{
	(void)state;
	for (size_t n = 3; n <= MOST; n++) {
		struct triplet_rounds rounds;
		size_t least = (triplets_count(n) + n / 3 - 1) / (n / 3);

		assert_int_equal(triplet_rounds_all(&rounds, n, true, NULL), OK);
		assert_in_range(rounds.n, least, least + least / 4);
		triplet_rounds_release(&rounds);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_triplet_comes_once_and_no_process_twice_in_a_round),
		cmocka_unit_test(rounds_are_at_most_a_quarter_more_than_needed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
