#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "base/random.h"
#include "stats/launches.h"

enum { LAUNCHES = 5, TRIALS = 4000 };

static void fill(struct random *random, double *seconds, size_t n, double usual, double deviation)
{
	for (size_t i = 0; i < n; i++)
		seconds[i] = usual * exp(deviation * random_normal(random));
}

/* Of 4000 trials 95 % have a standard error of 0.34 %: four of them. */
static void intervals_hold_the_true_ratio_as_often_as_they_promise(void **state)
{
	const uint64_t seed = 20261122;
	struct random random;
	size_t held = 0, alarms = 0;

	(void)state;
	printf("seed %llu\n", (unsigned long long)seed);
	random_init(&random, seed);
	for (int i = 0; i < TRIALS; i++) {
		double a[LAUNCHES], b[3];
		struct launch_spread spread;
		struct launch_ratio found;

		fill(&random, a, LAUNCHES, 10e-6, 0.04);
		fill(&random, b, 3, 10.5e-6, 0.04);
		spread = launches_pool(launches_spread(a, LAUNCHES), launches_spread(b, 3));
		assert_true(spread.freedom == 6);
		found = launches_ratio(a, LAUNCHES, b, 3, &spread, 1.05, 0.95);
		held += found.ratio.low <= 1.05 && 1.05 <= found.ratio.high;
		alarms += found.p < 0.025;
		assert_true((found.p < 0.025) == (found.ratio.low > 1.05));
	}
	assert_true(fabs((double)held / TRIALS - 0.95) < 0.0136);
	assert_true(fabs((double)alarms / TRIALS - 0.025) < 0.0098);
}

static void what_is_known_of_the_spread_is_pooled_by_its_freedom(void **state)
{
	const double two[] = {1, 2.718281828459045}, one[] = {3};
	struct launch_spread spread = launches_spread(two, 2), none = launches_spread(one, 1);

	(void)state;
	assert_true(fabs(spread.deviation - sqrt(0.5)) < 1e-12 && spread.freedom == 1);
	assert_true(isnan(none.deviation) && none.freedom == 0);
	assert_true(launches_pool(none, spread).deviation == spread.deviation);
	assert_true(launches_pool(spread, none).freedom == 1);
	none = launches_pool(spread, (struct launch_spread){0, 3});
	assert_true(fabs(none.deviation - sqrt(0.125)) < 1e-12 && none.freedom == 4);
}

static void equal_launches_are_told_apart_by_any_difference_and_no_rounding(void **state)
{
	const double a[] = {1e-6, 1e-6}, b[] = {1.06e-6};
	const struct launch_spread none = {0, 1};

	(void)state;
	assert_true(launches_ratio(a, 2, b, 1, &none, 1.05, 0.95).ratio.low > 1.05);
	assert_true(launches_ratio(a, 2, a, 1, &none, 1, 0.95).p > 0.4);
	assert_true(fabs(launches_ratio(a, 2, b, 1, &none, 1.05, 0.95).ratio.value - 1.06) < 1e-9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(intervals_hold_the_true_ratio_as_often_as_they_promise),
		cmocka_unit_test(what_is_known_of_the_spread_is_pooled_by_its_freedom),
		cmocka_unit_test(equal_launches_are_told_apart_by_any_difference_and_no_rounding),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
