#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "stats/change.h"
#include "stats/quantile.h"

#define SEEDS 100
#define MOST 500
#define THRESHOLD 0.1

static double noisy(double level, double noise, double outliers, struct random *random)
{
	double timing = level * (1 + noise * random_exponential(random));
	return random_uniform(random) < outliers ? 5 * timing : timing;
}

static void fill_steady(double *x, size_t n, double noise, double outliers, uint64_t seed)
{
	struct random random;
	random_init(&random, seed);
	for (size_t i = 0; i < n; i++)
		x[i] = noisy(0.2e-6, noise, outliers, &random);
}

/* A share of the timings, at random places, is of the upper level. Returns how many. */
static size_t fill_regimes(double *x, size_t n, double share, double outliers, uint64_t seed)
{
	struct random random;
	size_t order[MOST], n_upper = (size_t)((double)n * share + 0.5);
	random_init(&random, seed);
	for (size_t i = 0; i < n; i++)
		order[i] = i;
	random_shuffle(&random, order, n);
	for (size_t i = 0; i < n; i++)
		x[order[i]] = noisy(i < n_upper ? 0.39e-6 : 0.14e-6, 0.05, outliers, &random);
	return n_upper;
}

static void two_regimes_are_found_with_their_levels_and_shares(void **state)
{
	static const struct {
		size_t n;
		double share;
	} cases[] = {{20, 0.3}, {50, 0.3}, {50, 0.7}, {100, 0.15}, {100, 0.85}, {100, 0.5}, {500, 0.3}};
	(void)state;
	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
		for (uint64_t seed = 1; seed <= SEEDS; seed++) {
			double x[MOST];
			size_t n = cases[c].n, n_upper = fill_regimes(x, n, cases[c].share, 0, seed);
			struct change change = change_find(x, n, THRESHOLD);
			assert_true(change.regimes);
			/* The levels do not overlap, so the classes are exact; the median of 1 + 0.05 e is 1.035, and 7
			 * % is five standard errors of the smallest class. */
			assert_true(fabs(change.share[1] - (double)n_upper / (double)n) < 1e-12);
			assert_true(fabs(change.share[0] + change.share[1] - 1) < 1e-12);
			assert_true(fabs(change.level[0] / (0.14e-6 * 1.035) - 1) < 0.07);
			assert_true(fabs(change.level[1] / (0.39e-6 * 1.035) - 1) < 0.07);
		}
	}
}

static void outliers_do_not_hide_two_regimes(void **state)
{
	(void)state;
	size_t found = 0;
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		double x[MOST];
		fill_regimes(x, 100, 0.3, 0.02, seed);
		struct change change = change_find(x, 100, THRESHOLD);
		/* An outlier of the lower level lands above the upper one: six timings more or less. */
		found += change.regimes && fabs(change.share[1] - 0.3) < 0.065;
	}
	assert_true(found >= 97);
}

static void a_twentieth_of_enormous_outliers_does_not_draw_the_split(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		double x[MOST];
		size_t n_upper = fill_regimes(x, 100, 0.3, 0, seed), moved = 0;
		for (size_t i = 0; i < 100 && moved < 5; i++) {
			if (x[i] < 0.3e-6)
				continue;
			x[i] *= 1000;
			moved++;
		}
		struct change change = change_find(x, 100, THRESHOLD);
		assert_true(change.regimes);
		assert_true(fabs(change.share[1] - (double)n_upper / 100) < 1e-12);
	}
}

static void one_noisy_regime_is_not_called_two(void **state)
{
	static const size_t sizes[] = {10, 12, 15, 20, 30, 50, 100, 500};
	static const struct {
		double noise, outliers;
	} cases[] = {{0.05, 0}, {0.05, 0.02}, {0.2, 0}, {1, 0}};
	(void)state;
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
		for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
			size_t called = 0;
			for (uint64_t seed = 1; seed <= SEEDS; seed++) {
				double x[MOST];
				fill_steady(x, sizes[s], cases[c].noise, cases[c].outliers, seed);
				struct change change = change_find(x, sizes[s], THRESHOLD);
				called += change.regimes;
				if (!change.regimes) {
					assert_true(change.level[0] == quantile_median(x, sizes[s]) &&
						    change.level[1] == change.level[0]);
					assert_true(change.share[0] == 1 && change.share[1] == 0);
				}
			}
			if (called > 3)
				fail_msg("%zu of %d runs of %zu timings with noise %g", called, SEEDS, sizes[s],
					 cases[c].noise);
		}
	}
}

static void levels_closer_than_the_threshold_or_too_rare_are_no_regimes(void **state)
{
	static const struct {
		double upper;
		size_t n_upper;
		bool regimes;
	} cases[] = {{1.08, 20, false}, {1.12, 20, true}, {2, 4, false}, {2, 6, true},
		     {2, 34, true},     {2, 36, false},   {2, 0, false}};
	(void)state;
	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
		double x[40];
		for (size_t i = 0; i < 40; i++)
			x[i] = (i < cases[c].n_upper ? cases[c].upper : 1) * (1 + 1e-4 * (double)(i % 7));
		assert_int_equal(change_find(x, 40, THRESHOLD).regimes, cases[c].regimes);
	}
}

static void a_step_of_a_fifth_is_drift_with_the_medians_of_the_halves(void **state)
{
	static const size_t sizes[] = {60, 100, 500};
	(void)state;
	for (size_t s = 0; s < 3; s++) {
		for (uint64_t seed = 1; seed <= SEEDS; seed++) {
			double x[MOST];
			size_t n = sizes[s];
			fill_steady(x, n, 0.05, 0.02, seed);
			for (size_t i = n / 2; i < n; i++)
				x[i] *= seed % 2 ? 1.2 : 1 / 1.2;
			struct change change = change_find(x, n, THRESHOLD);
			assert_true(change.median[0] == quantile_median(x, n / 2));
			assert_true(change.median[1] == quantile_median(x + n / 2, n - n / 2));
			assert_true(change.p == change_rank_sum(x, n / 2, x + n / 2, n - n / 2));
			assert_true(change.drift);
		}
	}
}

static void a_steady_rise_by_a_fifth_is_drift_at_a_threshold_of_a_twentieth(void **state)
{
	(void)state;
	size_t found = 0;
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		double x[MOST];
		fill_steady(x, 100, 0.05, 0.02, seed);
		for (size_t i = 0; i < 100; i++)
			x[i] *= 1 + 0.2 * (double)i / 99;
		found += change_find(x, 100, 0.05).drift;
	}
	assert_true(found >= 97);
}

static void stationary_noise_is_no_drift(void **state)
{
	static const size_t sizes[] = {10, 20, 50, 100, 500};
	static const double noises[] = {0.05, 0.2, 1};
	(void)state;
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
		for (size_t k = 0; k < 3; k++) {
			size_t called = 0;
			for (uint64_t seed = 1; seed <= SEEDS; seed++) {
				double x[MOST];
				fill_steady(x, sizes[s], noises[k], 0.02, seed);
				called += change_find(x, sizes[s], THRESHOLD).drift;
			}
			/* The test alone errs in 1 of 100. */
			if (called > 3)
				fail_msg("%zu of %d runs of %zu timings with noise %g", called, SEEDS, sizes[s],
					 noises[k]);
		}
	}
}

static void a_significant_change_below_the_threshold_is_no_drift(void **state)
{
	(void)state;
	double x[100];
	for (size_t i = 0; i < 100; i++)
		x[i] = (i < 50 ? 1 : 1.05) + 1e-4 * (double)(i % 10);
	struct change change = change_find(x, 100, THRESHOLD);
	assert_true(change.p < 1e-10);
	assert_false(change.drift);
	assert_true(change_find(x, 100, 0.03).drift);
}

static void fewer_than_ten_timings_tell_neither(void **state)
{
	(void)state;
	const double x[] = {1, 1, 1, 1, 1, 2, 2, 2, 2, 2};
	for (size_t n = 0; n < 10; n++) {
		struct change change = change_find(x, n, THRESHOLD);
		assert_false(change.regimes);
		assert_false(change.drift);
	}
	assert_true(change_find(x, 10, THRESHOLD).regimes);
	assert_true(change_find(x, 10, THRESHOLD).drift);
	assert_true(isnan(change_find(x, 0, THRESHOLD).level[0]));
	assert_true(change_find(x, 1, THRESHOLD).level[0] == 1);
}

static void timings_that_are_not_positive_numbers_are_left_out(void **state)
{
	(void)state;
	double clean[60], dirty[64];
	struct random random;
	random_init(&random, 4);
	for (size_t i = 0; i < 60; i++)
		clean[i] = noisy(i % 3 ? 0.14 : 0.39, 0.05, 0, &random);
	dirty[0] = NAN;
	memcpy(dirty + 1, clean, 30 * sizeof *clean);
	dirty[31] = -1;
	dirty[32] = INFINITY;
	memcpy(dirty + 33, clean + 30, 30 * sizeof *clean);
	dirty[63] = 0;
	struct change expected = change_find(clean, 60, THRESHOLD), got = change_find(dirty, 64, THRESHOLD);
	assert_true(expected.regimes && got.regimes);
	assert_true(got.level[0] == expected.level[0] && got.level[1] == expected.level[1] &&
		    got.share[0] == expected.share[0]);
	assert_true(got.median[0] == expected.median[0] && got.median[1] == expected.median[1] && got.p == expected.p);
}

/* The p-value from the definition: U by comparing all pairs, the variance with the ties counted one value at a time. */
static double rank_sum_by_pairs(const double *a, size_t n_a, const double *b, size_t n_b)
{
	double u = 0, ties = 0, n = (double)(n_a + n_b);
	for (size_t i = 0; i < n_a; i++) {
		for (size_t j = 0; j < n_b; j++)
			u += a[i] > b[j] ? 1 : a[i] < b[j] ? 0 : 0.5;
	}
	for (size_t i = 0; i < n_a + n_b; i++) {
		double t = 0, value = i < n_a ? a[i] : b[i - n_a];
		for (size_t j = 0; j < n_a + n_b; j++)
			t += (j < n_a ? a[j] : b[j - n_a]) == value;
		ties += t * t - 1;
	}
	double pairs = (double)n_a * (double)n_b;
	double deviation = sqrt(pairs / 12 * (n + 1 - ties / (n * (n - 1))));
	return erfc(fmax(0, fabs(u - pairs / 2) - 0.5) / deviation / sqrt(2));
}

static void the_rank_sum_follows_its_definition_with_and_without_ties(void **state)
{
	(void)state;
	struct random random;
	random_init(&random, 8);
	for (size_t c = 0; c < 200; c++) {
		double a[30], b[30];
		size_t n_a = 1 + random_below(&random, 30), n_b = 1 + random_below(&random, 30),
		       values = c % 2 ? 7 : 100000;
		for (size_t i = 0; i < n_a; i++)
			a[i] = (double)random_below(&random, values);
		for (size_t i = 0; i < n_b; i++)
			b[i] = (double)(random_below(&random, values) + values / 4);
		/* Leave the case that has no variance to the next test. */
		a[0] = -1;
		double p = change_rank_sum(a, n_a, b, n_b);
		assert_true(fabs(p - rank_sum_by_pairs(a, n_a, b, n_b)) < 1e-12);
		assert_true(fabs(p - change_rank_sum(b, n_b, a, n_a)) < 1e-12);
	}
}

static void samples_that_cannot_differ_have_a_p_value_of_one(void **state)
{
	(void)state;
	const double x[] = {3, 3, 3, 3};
	assert_true(change_rank_sum(x, 4, x, 3) == 1);
	assert_true(change_rank_sum(x, 1, x, 1) == 1);
	assert_true(change_rank_sum(x, 4, x, 0) == 1);
	assert_true(change_rank_sum(x, 0, x, 4) == 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_regimes_are_found_with_their_levels_and_shares),
		cmocka_unit_test(outliers_do_not_hide_two_regimes),
		cmocka_unit_test(a_twentieth_of_enormous_outliers_does_not_draw_the_split),
		cmocka_unit_test(one_noisy_regime_is_not_called_two),
		cmocka_unit_test(levels_closer_than_the_threshold_or_too_rare_are_no_regimes),
		cmocka_unit_test(a_step_of_a_fifth_is_drift_with_the_medians_of_the_halves),
		cmocka_unit_test(a_steady_rise_by_a_fifth_is_drift_at_a_threshold_of_a_twentieth),
		cmocka_unit_test(stationary_noise_is_no_drift),
		cmocka_unit_test(a_significant_change_below_the_threshold_is_no_drift),
		cmocka_unit_test(fewer_than_ten_timings_tell_neither),
		cmocka_unit_test(timings_that_are_not_positive_numbers_are_left_out),
		cmocka_unit_test(the_rank_sum_follows_its_definition_with_and_without_ties),
		cmocka_unit_test(samples_that_cannot_differ_have_a_p_value_of_one),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
