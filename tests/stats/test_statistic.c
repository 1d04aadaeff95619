#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "base/random.h"
#include "stats/quantile.h"
#include "stats/statistic.h"

#define MANY 400

/* Relative, of numbers that come out of a dozen operations and one quantile function. */
#define CLOSE 1e-9

static void assert_close(double got, double expected)
{
	if (!(fabs(got - expected) <= CLOSE * fmax(fabs(expected), 1e-3)))
		fail_msg("%.17g instead of %.17g", got, expected);
}

static void fill_exponential(double *x, size_t n, struct random *random)
{
	for (size_t i = 0; i < n; i++)
		x[i] = 1 + 0.1 * random_exponential(random);
}

static void names_follow_the_enum_and_end_with_null(void **state)
{
	(void)state;
	assert_string_equal(statistic_name(STATISTIC_MIN), "min");
	assert_string_equal(statistic_name(STATISTIC_MEAN), "mean");
	assert_string_equal(statistic_name(STATISTIC_MEDIAN), "median");
	assert_string_equal(statistic_names[STATISTIC_MEAN], "mean");
	assert_null(statistic_names[STATISTIC_MEDIAN + 1]);
}

static void the_mean_has_students_interval(void **state)
{
	(void)state;
	/* Mean 3, variance 2.5; the 97.5 % quantile of t with 4 degrees of freedom is 2.776445105 in every table. */
	const double x[] = {5, 1, 4, 2, 3};
	struct estimate estimate = statistic_estimate(STATISTIC_MEAN, x, 5, 0.95, 0);
	assert_close(estimate.value, 3);
	assert_close(estimate.high, 3 + 2.7764451051977987 * sqrt(0.5));
	assert_close(estimate.low, 3 - 2.7764451051977987 * sqrt(0.5));
}

/* Hall's transformation, of the ends of the interval: 2.0930240544 is the 97.5 % quantile of t with 19 degrees of
 * freedom. The squares of 1 to 20 have a skewness of 0.60; without any the interval is Student's. */
static void the_mean_of_skewed_timings_has_halls_interval(void **state)
{
	enum { N = 20 };
	const double t = 2.0930240544;
	double x[N], mean = 143.5, second = 0, third = 0, a, deviation;
	struct estimate skewed, even;

	(void)state;
	for (int i = 0; i < N; i++) {
		x[i] = (i + 1) * (i + 1);
		second += pow(x[i] - mean, 2) / N;
		third += pow(x[i] - mean, 3) / N;
	}
	deviation = sqrt(second * N / (N - 1));
	a = third / pow(second, 1.5) * sqrt(N * (N - 1.0)) / (N - 2) / (3 * sqrt(N));
	assert_true(a > 0.01);
	skewed = statistic_estimate(STATISTIC_MEAN, x, N, 0.95, 0);
	for (int end = -1; end <= 1; end += 2) {
		double off = sqrt(N) * (mean - (end < 0 ? skewed.low : skewed.high)) / deviation;

		assert_true(fabs(off + a * off * off + a * a * pow(off, 3) / 3 + a / 2 + end * t) < 1e-8);
	}
	assert_true(skewed.high - mean > mean - skewed.low);
	for (int i = 0; i < N; i++)
		x[i] = i;
	even = statistic_estimate(STATISTIC_MEAN, x, N, 0.95, 0);
	assert_true(fabs(even.high - 9.5 - t * sqrt(35.0 / N)) < 1e-8 && fabs(even.low + even.high - 19) < 1e-8);
}

static void the_medians_interval_lies_between_the_ranks_of_the_sign_test_and_the_next_ones(void **state)
{
	/* Ranks l for 95 % and 99 % from tables of the sign test (critical value l - 1, two-sided); 0: no such pair. */
	static const struct {
		size_t n, rank95, rank99;
	} cases[] = {{6, 1, 0},  {7, 1, 0},  {8, 1, 1},  {9, 2, 1},    {10, 2, 1},   {12, 3, 2},
		     {15, 4, 3}, {20, 6, 4}, {25, 8, 6}, {50, 18, 16}, {100, 40, 37}};
	(void)state;
	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
		double x[100];
		size_t n = cases[c].n;
		for (size_t i = 0; i < n; i++)
			x[i] = (double)(n - i);
		struct estimate narrow = statistic_estimate(STATISTIC_MEDIAN, x, n, 0.95, 0);
		struct estimate wide = statistic_estimate(STATISTIC_MEDIAN, x, n, 0.99, 0);
		assert_true(narrow.value == (double)(n + 1) / 2);
		assert_true(narrow.low >= (double)cases[c].rank95 && narrow.low < (double)cases[c].rank95 + 1);
		assert_close(narrow.low + narrow.high, (double)(n + 1));
		if (cases[c].rank99 > 0) {
			assert_true(wide.low >= (double)cases[c].rank99 && wide.low < (double)cases[c].rank99 + 1);
			assert_close(wide.low + wide.high, (double)(n + 1));
		} else {
			assert_true(wide.low <= 1 && wide.high >= (double)n);
		}
	}
}

static void the_medians_interval_is_hettmansperger_and_sheathers(void **state)
{
	/* Ten timings: the ranks 2 and 9 cover 1 - 2 (1 + 10) / 1024, 3 and 8 cover 1 - 2 (1 + 10 + 45) / 1024; their
	 * rule goes by (10 - 2) I / (2 + (10 - 4) I) from rank 2 towards 3. */
	const double x[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
	const double outer = 1 - 22. / 1024, inner = 1 - 112. / 1024, i = (outer - 0.95) / (outer - inner);
	struct estimate estimate = statistic_estimate(STATISTIC_MEDIAN, x, 10, 0.95, 0);
	(void)state;
	assert_true(fabs(estimate.low - (2 + 8 * i / (2 + 6 * i))) < 1e-9);
	assert_true(fabs(estimate.high - (11 - estimate.low)) < 1e-9);
}

static void a_median_of_too_few_timings_has_the_wider_of_extremes_and_students_interval(void **state)
{
	(void)state;
	/* The 97.5 % quantile of t with one degree of freedom is 12.70620474; s = |5 - 3| / sqrt(2). */
	const double two[] = {5, 3};
	struct estimate estimate = statistic_estimate(STATISTIC_MEDIAN, two, 2, 0.95, 0);
	assert_true(estimate.value == 4);
	assert_close(estimate.low, 4 - 12.706204736174698);
	assert_close(estimate.high, 4 + 12.706204736174698);
	/* At a low confidence Student's interval is the narrower: the extremes stay inside. */
	estimate = statistic_estimate(STATISTIC_MEDIAN, two, 2, 0.5, 0);
	assert_true(estimate.low <= 3 && estimate.high >= 5);
}

/* The header's formula, written as it stands there, with GSL's quantile where the implementation has a closed form. */
static double min_low(const double *sorted, size_t n, double confidence)
{
	size_t k = (size_t)fmin((double)n, fmax(5, 1 + ceil(sqrt((double)n))));
	double s = 0;
	for (size_t i = 2; i <= k; i++)
		s += (double)(n - i + 1) * (sorted[i - 1] - sorted[i - 2]) / ((double)(k - 1) * (double)n);
	return fmax(0, sorted[0] - gsl_cdf_fdist_Pinv(confidence, 2, 2 * (double)(k - 1)) * s);
}

static void the_minimums_interval_is_that_of_normalised_spacings(void **state)
{
	static const size_t sizes[] = {2, 3, 4, 5, 6, 10, 17, 26, 100, MANY};
	static const double confidences[] = {0.5, 0.9, 0.95, 0.99, 0.999};
	(void)state;
	struct random random;
	random_init(&random, 3);
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
		for (size_t c = 0; c < sizeof confidences / sizeof *confidences; c++) {
			double x[MANY], sorted[MANY];
			fill_exponential(x, sizes[s], &random);
			memcpy(sorted, x, sizes[s] * sizeof *x);
			quantile_sort(sorted, sizes[s]);
			struct estimate estimate = statistic_estimate(STATISTIC_MIN, x, sizes[s], confidences[c], 0);
			assert_true(estimate.value == sorted[0] && estimate.high == sorted[0]);
			assert_close(estimate.low, min_low(sorted, sizes[s], confidences[c]));
		}
	}
}

/* Two timings, or one that is far longer than all others, leave room for anything between 0 and the least; differences
 * of times may be below 0. */
static void a_minimum_of_times_lies_between_0_and_the_least(void **state)
{
	static const double timings[][5] = {{1, 2}, {1, 1.0001, 15000, 15000, 15000}, {3, 3.5, 45000}, {0, 1, 2}};
	static const size_t n[] = {2, 5, 3, 3};
	const double differences[] = {-1, 1, 2};
	struct random random;
	(void)state;
	random_init(&random, 5);
	for (size_t i = 0; i < sizeof n / sizeof *n; i++) {
		struct estimate estimate = statistic_estimate(STATISTIC_MIN, timings[i], n[i], 0.999, 0);
		assert_true(estimate.low == 0 && estimate.high == timings[i][0]);
		for (size_t d = 0; d < 10000; d++) {
			double drawn = statistic_draw(STATISTIC_MIN, timings[i], n[i], &random);
			assert_true(drawn >= 0 && drawn <= timings[i][0]);
		}
	}
	assert_true(statistic_estimate(STATISTIC_MIN, differences, 3, 0.95, 0).low < -1);
}

static void outliers_do_not_move_the_interval_of_a_minimum_or_a_median(void **state)
{
	(void)state;
	double x[100];
	for (size_t i = 0; i < 100; i++)
		x[i] = 1 + (double)i / 100;
	for (int s = STATISTIC_MIN; s <= STATISTIC_MEDIAN; s += STATISTIC_MEDIAN - STATISTIC_MIN) {
		x[99] = 1.99;
		struct estimate quiet = statistic_estimate((enum statistic)s, x, 100, 0.95, 0);
		x[99] = 1e6;
		struct estimate disturbed = statistic_estimate((enum statistic)s, x, 100, 0.95, 0);
		assert_true(quiet.value == disturbed.value && quiet.low == disturbed.low &&
			    quiet.high == disturbed.high);
	}
}

static void one_timing_tells_nothing_of_its_precision(void **state)
{
	(void)state;
	const double x[] = {2.5};
	struct random random;
	random_init(&random, 1);
	for (int s = STATISTIC_MIN; s <= STATISTIC_MEDIAN; s++) {
		struct estimate estimate = statistic_estimate((enum statistic)s, x, 1, 0.95, 0);
		assert_true(estimate.value == 2.5);
		assert_true(isinf(estimate.low) && estimate.low < 0);
		assert_true(s == STATISTIC_MIN ? estimate.high == 2.5 : isinf(estimate.high) && estimate.high > 0);
		assert_true(statistic_draw((enum statistic)s, x, 1, &random) == 2.5);
	}
}

static void equal_timings_have_the_width_of_the_resolution(void **state)
{
	(void)state;
	/* 0.1 has no exact binary form: a mean that rounds would show. */
	double x[37];
	for (size_t i = 0; i < 37; i++)
		x[i] = 0.1;
	struct random random;
	random_init(&random, 1);
	for (int s = STATISTIC_MIN; s <= STATISTIC_MEDIAN; s++) {
		for (size_t n = 2; n <= 37; n++) {
			struct estimate bare = statistic_estimate((enum statistic)s, x, n, 0.95, 0);
			struct estimate floored = statistic_estimate((enum statistic)s, x, n, 0.95, 0.02);
			assert_true(bare.value == 0.1 && bare.low == 0.1 && bare.high == 0.1);
			assert_true(floored.value == 0.1);
			assert_close(floored.low, 0.09);
			assert_close(floored.high, 0.11);
			assert_true(statistic_draw((enum statistic)s, x, n, &random) == 0.1);
		}
	}
}

static void a_resolution_finer_than_the_interval_changes_nothing(void **state)
{
	(void)state;
	const double x[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
	for (int s = STATISTIC_MEAN; s <= STATISTIC_MEDIAN; s++) {
		struct estimate bare = statistic_estimate((enum statistic)s, x, 10, 0.95, 0);
		struct estimate fine = statistic_estimate((enum statistic)s, x, 10, 0.95, 0.1);
		assert_true(bare.low == fine.low && bare.high == fine.high);
	}
}

static void a_draw_depends_on_the_seed_only(void **state)
{
	(void)state;
	const double sorted[] = {1, 2, 4, 8, 16, 32, 64};
	for (int s = STATISTIC_MIN; s <= STATISTIC_MEDIAN; s++) {
		struct random a, b;
		random_init(&a, 42);
		random_init(&b, 42);
		double first = statistic_draw((enum statistic)s, sorted, 7, &a);
		assert_true(first == statistic_draw((enum statistic)s, sorted, 7, &b));
		assert_true(first != statistic_draw((enum statistic)s, sorted, 7, &a));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_follow_the_enum_and_end_with_null),
		cmocka_unit_test(the_mean_has_students_interval),
		cmocka_unit_test(the_mean_of_skewed_timings_has_halls_interval),
		cmocka_unit_test(the_medians_interval_lies_between_the_ranks_of_the_sign_test_and_the_next_ones),
		cmocka_unit_test(the_medians_interval_is_hettmansperger_and_sheathers),
		cmocka_unit_test(a_median_of_too_few_timings_has_the_wider_of_extremes_and_students_interval),
		cmocka_unit_test(the_minimums_interval_is_that_of_normalised_spacings),
		cmocka_unit_test(a_minimum_of_times_lies_between_0_and_the_least),
		cmocka_unit_test(outliers_do_not_move_the_interval_of_a_minimum_or_a_median),
		cmocka_unit_test(one_timing_tells_nothing_of_its_precision),
		cmocka_unit_test(equal_timings_have_the_width_of_the_resolution),
		cmocka_unit_test(a_resolution_finer_than_the_interval_changes_nothing),
		cmocka_unit_test(a_draw_depends_on_the_seed_only),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
