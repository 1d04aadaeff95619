#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "probe/triplets.h"

#define MOST 24

/* All one-to-two experiments among n processes, of equal length; returns how many. */
static size_t list_all(struct triplet *list, int n)
{
	size_t count = 0;

	for (int from = 0; from < n; from++)
		for (int a = 0; a < n; a++)
			for (int b = a + 1; b < n; b++)
				if (a != from && b != from)
					list[count++] = (struct triplet){from, {a, b}, 1e-3};
	return count;
}

/* Every one once, and no process twice in a round. */
static void check(const struct triplet_rounds *rounds, size_t n, size_t count)
{
	static bool seen[MOST][MOST][MOST];
	size_t all = 0;

	memset(seen, 0, sizeof(seen));
	for (size_t r = 0; r < rounds->n; r++) {
		bool busy[MOST] = {false};

		assert_true(rounds->first[r] < rounds->first[r + 1]);
		for (size_t i = rounds->first[r]; i < rounds->first[r + 1]; i++) {
			const struct triplet *t = &rounds->triplets[i];

			assert_true(0 <= t->from && (size_t)t->from < n && 0 <= t->to[0] && t->to[0] < t->to[1] &&
				    (size_t)t->to[1] < n);
			assert_false(busy[t->from] || busy[t->to[0]] || busy[t->to[1]] ||
				     seen[t->from][t->to[0]][t->to[1]]);
			busy[t->from] = busy[t->to[0]] = busy[t->to[1]] = seen[t->from][t->to[0]][t->to[1]] = true;
			all++;
		}
	}
	assert_int_equal(all, count);
}

static void every_triplet_comes_once_and_no_process_twice_in_a_round(void **state)
{
	static struct triplet list[MOST * MOST * MOST];

	(void)state;
	for (size_t n = 3; n <= MOST; n++)
		for (int parallel = 0; parallel < 2; parallel++) {
			struct triplet_rounds rounds;
			size_t count = list_all(list, (int)n);

			assert_int_equal(count, n * (n - 1) * (n - 2) / 2);
			assert_int_equal(triplet_rounds_of(&rounds, list, count, n, parallel, NULL), OK);
			check(&rounds, n, count);
			triplet_rounds_release(&rounds);
		}
}

/* At most n / 3 triplets fit a round. */
static void rounds_are_at_most_a_quarter_more_than_needed(void **state)
{
	static struct triplet list[MOST * MOST * MOST];

	(void)state;
	for (size_t n = 3; n <= MOST; n++) {
		struct triplet_rounds rounds;
		size_t count = list_all(list, (int)n), least = (count + n / 3 - 1) / (n / 3);

		assert_int_equal(triplet_rounds_of(&rounds, list, count, n, true, NULL), OK);
		assert_in_range(rounds.n, least, least + least / 4);
		triplet_rounds_release(&rounds);
	}
}

/* By hand: process 0 has the most to do, so one of its two comes first in each round; the long one of 4, 5 and 6 goes
 * beside the long one only, and nothing waits for it. */
static void those_that_take_longer_are_not_put_beside_shorter_ones(void **state)
{
	static const struct triplet list[] = {{0, {1, 2}, 1e-3}, {0, {3, 7}, 5e-3}, {4, {5, 6}, 5e-3}};
	struct triplet_rounds rounds;

	(void)state;
	assert_int_equal(triplet_rounds_of(&rounds, list, 3, 8, true, NULL), OK);
	assert_int_equal(rounds.n, 2);
	for (size_t r = 0; r < 2; r++) {
		const struct triplet *begin = &rounds.triplets[rounds.first[r]];
		size_t count = rounds.first[r + 1] - rounds.first[r];

		assert_int_equal(begin->from, 0);
		assert_int_equal(count, begin->to[0] == 3 ? 2 : 1);
	}
	triplet_rounds_release(&rounds);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_triplet_comes_once_and_no_process_twice_in_a_round),
		cmocka_unit_test(rounds_are_at_most_a_quarter_more_than_needed),
		cmocka_unit_test(those_that_take_longer_are_not_put_beside_shorter_ones),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
