#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "base/random.h"
#include "stats/warmup.h"

enum { SEEDS = 300, SERIES = 8, LENGTH = 24 };

/* Times of 10 with positive noise of 5 %, the first `cold` of each series longer by the part excess; 2 % of all are
 * five times as long. */
static size_t found_in(size_t cold, double part, uint64_t seed, double *excess)
{
	double x[SERIES][LENGTH];
	struct timing_series series[SERIES];
	struct random random;

	random_init(&random, seed);
	for (size_t s = 0; s < SERIES; s++) {
		for (size_t i = 0; i < LENGTH; i++)
			x[s][i] = (double)(s + 1) * 10 * (1 + 0.05 * random_exponential(&random)) *
				  (i < cold ? 1 + part : 1) * (random_uniform(&random) < 0.02 ? 5 : 1);
		series[s] = (struct timing_series){x[s], LENGTH};
	}
	return warmup_find(series, SERIES, excess);
}

static void timings_that_are_not_yet_warm_are_found(void **state)
{
	static const struct {
		size_t cold;
		double part;
	} cases[] = {{1, 0.5}, {2, 0.3}, {4, 0.2}};
	(void)state;
	for (size_t c = 0; c < sizeof(cases) / sizeof(cases[0]); c++) {
		int right = 0;
		double excess = 0;

		for (uint64_t seed = 1; seed <= SEEDS; seed++)
			right += found_in(cases[c].cold, cases[c].part, seed, &excess) == cases[c].cold;
		printf("the first %zu slower by %.0f %%: found in %d of %d seeds\n", cases[c].cold, 100 * cases[c].part,
		       right, SEEDS);
		assert_true(right >= 0.9 * SEEDS); /* one more or less may by chance be as clear */
		assert_true(fabs(excess - cases[c].part) < 0.1);
	}
}

static void warm_timings_are_left_in(void **state)
{
	int found = 0;
	(void)state;
	for (uint64_t seed = 1; seed <= SEEDS; seed++)
		found += found_in(0, 0, seed, NULL) > 0;
	assert_true(found <= 0.01 * SEEDS); /* ten looks at 1e-4 each */
}

static void too_little_says_nothing(void **state)
{
	const double few[] = {9, 1, 1}, same[] = {1, 1, 1, 1, 1, 1, 1, 1};
	(void)state;
	assert_int_equal(warmup_find(NULL, 0, NULL), 0);
	assert_int_equal(warmup_find(&(struct timing_series){few, 3}, 1, NULL), 0);
	assert_int_equal(warmup_find(&(struct timing_series){same, 8}, 1, NULL), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(timings_that_are_not_yet_warm_are_found),
		cmocka_unit_test(warm_timings_are_left_in),
		cmocka_unit_test(too_little_says_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
