#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "base/random.h"
#include "stats/correlation.h"

enum { SEEDS = 400, LENGTH = 400 };

/* Normal values about 10, each a part of the one before plus news; the variance of their mean is (1 + part) / (1 -
 * part) times that of independent ones. */
static void fill(double part, uint64_t seed, double *x)
{
	struct random random;
	double value = 0;

	random_init(&random, seed);
	for (size_t i = 0; i < LENGTH + 50; i++) {
		value = part * value + sqrt(1 - part * part) * random_normal(&random);
		if (i >= 50)
			x[i - 50] = 10 + value;
	}
}

static void the_variance_is_as_much_larger_as_theory_says(void **state)
{
	static const double parts[] = {0, 0.5, 0.8};
	(void)state;
	for (size_t c = 0; c < sizeof(parts) / sizeof(parts[0]); c++) {
		double theory = (1 + parts[c]) / (1 - parts[c]), sum = 0, x[LENGTH];

		for (uint64_t seed = 1; seed <= SEEDS; seed++) {
			fill(parts[c], seed, x);
			sum += correlation_inflation(x, LENGTH) / SEEDS;
		}
		printf("correlation %.1f: inflation %.2f on average, %.2f in theory\n", parts[c], sum, theory);
		/* the largest over several lengths of batches is a little too large, batches of at most a tenth of the
		 * values a little too small */
		assert_true(sum > 0.7 * theory && sum < 1.4 * theory);
	}
}

static void intervals_of_correlated_timings_cover(void **state)
{
	static const enum statistic statistics[] = {STATISTIC_MEAN, STATISTIC_MEDIAN};
	(void)state;
	for (size_t c = 0; c < 2; c++) {
		int with = 0, without = 0;
		double x[LENGTH];

		for (uint64_t seed = 1; seed <= SEEDS; seed++) {
			struct estimate naive, wide;

			fill(0.7, seed, x);
			naive = statistic_estimate(statistics[c], x, LENGTH, 0.95, 0);
			wide = correlation_estimate(statistics[c], x, LENGTH, 0.95, 0);
			without += naive.low <= 10 && 10 <= naive.high;
			with += wide.low <= 10 && 10 <= wide.high;
		}
		printf("%s, correlation 0.7: 95 %% intervals cover in %.1f %% of seeds, without regard for it in %.1f "
		       "%%\n",
		       statistic_name(statistics[c]), 100.0 * with / SEEDS, 100.0 * without / SEEDS);
		assert_true(with >= 0.9 * SEEDS);
		assert_true(without < 0.8 * SEEDS);
	}
}

/* Timings that have nothing to do with each other must not pay for the test: 2000 seeds, of which 93 to 97 % are to be
 * covered; positive noise of 5 %, 2 % of timings five times as long. */
static void intervals_of_independent_timings_cover_in_93_to_97_percent(void **state)
{
	static const size_t sizes[] = {20, 24, 40, 60, 200};
	const double truth = 10 * (1 - 0.05 * log(1 - 0.5 / 0.98));
	(void)state;
	for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
		enum { MANY = 2000 };
		int covered = 0;

		for (uint64_t seed = 1; seed <= MANY; seed++) {
			struct random random;
			struct estimate median;
			double x[LENGTH];

			random_init(&random, seed);
			for (size_t i = 0; i < sizes[s]; i++)
				x[i] = 10 * (1 + 0.05 * random_exponential(&random)) *
				       (random_uniform(&random) < 0.02 ? 5 : 1);
			median = correlation_estimate(STATISTIC_MEDIAN, x, sizes[s], 0.95, 0);
			covered += median.low <= truth && truth <= median.high;
		}
		printf("median of %zu independent timings: covered in %.1f %% of %d seeds\n", sizes[s],
		       100.0 * covered / MANY, MANY);
		assert_in_range(covered, 0.93 * MANY, 0.97 * MANY);
	}
}

static void few_or_equal_values_are_taken_as_independent(void **state)
{
	double same[40];
	(void)state;
	for (size_t i = 0; i < 40; i++)
		same[i] = 3;
	assert_true(correlation_inflation(same, 40) == 1);
	assert_true(correlation_inflation(same, 19) == 1);
	assert_true(correlation_inflation(same, 0) == 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_variance_is_as_much_larger_as_theory_says),
		cmocka_unit_test(intervals_of_correlated_timings_cover),
		cmocka_unit_test(intervals_of_independent_timings_cover_in_93_to_97_percent),
		cmocka_unit_test(few_or_equal_values_are_taken_as_independent),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
