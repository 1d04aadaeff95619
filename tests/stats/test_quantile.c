#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

#include "base/random.h"
#include "stats/quantile.h"

static void sorting_ascends_and_keeps_every_number(void **state)
{
	(void)state;
	struct random random;
	random_init(&random, 1);
	size_t order[1000];
	double x[1000];
	for (size_t i = 0; i < 1000; i++)
		order[i] = i;
	random_shuffle(&random, order, 1000);
	for (size_t i = 0; i < 1000; i++)
		x[i] = (double)order[i];
	quantile_sort(x, 1000);
	for (size_t i = 0; i < 1000; i++)
		assert_true(x[i] == (double)i);
	quantile_sort(x, 0);
	quantile_sort(x + 7, 1);
	assert_true(x[7] == 7);
}

/* In an order, random or not. */
static double number_in_order(int order, size_t i, size_t n, struct random *random)
{
	switch (order) {
	case 0:
		return (double)i;
	case 1:
		return (double)(n - i);
	case 2:
		return 3;
	case 3:
		return (double)(i < n / 2 ? i : n - i);
	case 4:
		return (double)random_below(random, 3);
	default:
		return random_normal(random);
	}
}

/* The ends of an interval are found without sorting. */
static void an_interval_ends_at_quantiles_whatever_the_order_of_the_draws(void **state)
{
	enum { MOST = 1000 };
	static const double confidences[] = {0.5, 0.9, 0.95, 0.99, 1};
	static double draws[MOST], sorted[MOST];
	struct random random;

	(void)state;
	random_init(&random, 2);
	for (size_t n = 1; n <= MOST; n += n < 60 ? 1 : n / 2)
		for (int i = 0; i < 6 * 5; i++) {
			double confidence = confidences[i % 5];
			struct estimate estimate;

			for (size_t k = 0; k < n; k++)
				draws[k] = sorted[k] = number_in_order(i / 5, k, n, &random);
			quantile_sort(sorted, n);
			estimate = quantile_interval(draws[n / 2], draws, n, confidence);
			assert_true(estimate.low ==
				    fmin(estimate.value, quantile_sorted(sorted, n, (1 - confidence) / 2)));
			assert_true(estimate.high ==
				    fmax(estimate.value, quantile_sorted(sorted, n, (1 + confidence) / 2)));
			quantile_sort(draws, n);
			assert_memory_equal(draws, sorted, n * sizeof(*draws));
		}
}

static void a_quantile_is_interpolated_between_neighbours(void **state)
{
	static const double sorted[] = {1, 2, 4, 8, 16};
	static const struct {
		double p, expected;
	} cases[] = {{0, 1}, {0.25, 2}, {0.5, 4}, {1, 16}, {0.125, 1.5}, {0.875, 12}};
	(void)state;
	/* All of these are exact in binary. */
	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
		assert_true(quantile_sorted(sorted, 5, cases[c].p) == cases[c].expected);
	assert_true(quantile_sorted(sorted, 1, 0) == 1);
	assert_true(quantile_sorted(sorted, 1, 0.3) == 1);
	assert_true(quantile_sorted(sorted, 1, 1) == 1);
}

static void a_median_leaves_its_data_in_their_order(void **state)
{
	(void)state;
	const double x[] = {9, 1, 5, 3};
	assert_true(quantile_median(x, 4) == 4);
	assert_true(quantile_median(x, 3) == 5);
	assert_true(quantile_median(x, 1) == 9);
	assert_true(x[0] == 9 && x[1] == 1 && x[2] == 5 && x[3] == 3);
	assert_true(isnan(quantile_median(x, 0)));
}

static void an_interval_holds_the_middle_of_the_draws(void **state)
{
	(void)state;
	double draws[101];
	for (size_t i = 0; i < 101; i++)
		draws[i] = (double)((i * 37) % 101);
	struct estimate estimate = quantile_interval(50, draws, 101, 0.9);
	assert_true(estimate.value == 50);
	/* 5 and 95, but for the rounding of (1 - 0.9)/2. */
	assert_true(fabs(estimate.low - 5) < 1e-12 && fabs(estimate.high - 95) < 1e-12);
}

static void an_interval_is_widened_to_its_value(void **state)
{
	static const struct {
		double value, low, high;
	} cases[] = {{-3, -3, 3}, {2.5, 2, 3}, {7, 2, 7}};
	(void)state;
	for (size_t c = 0; c < 3; c++) {
		double draws[] = {3, 2};
		struct estimate estimate = quantile_interval(cases[c].value, draws, 2, 1 - 1e-15);
		assert_true(fabs(estimate.low - cases[c].low) < 1e-12 && fabs(estimate.high - cases[c].high) < 1e-12);
	}
}

static void draws_that_are_not_finite_are_left_out(void **state)
{
	(void)state;
	double draws[] = {NAN, 3, INFINITY, 1, -INFINITY, NAN, 2};
	struct estimate estimate = quantile_interval(2, draws, 7, 0.5);
	assert_true(estimate.low == 1.5 && estimate.high == 2.5);
	assert_true(draws[0] == 1 && draws[1] == 2 && draws[2] == 3);
	for (size_t i = 3; i < 7; i++)
		assert_false(isfinite(draws[i]));
	double useless[] = {NAN, INFINITY};
	for (size_t n = 0; n <= 2; n++) {
		estimate = quantile_interval(2, useless, n, 0.5);
		assert_true(estimate.value == 2 && isinf(estimate.low) && estimate.low < 0 && isinf(estimate.high) &&
			    estimate.high > 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sorting_ascends_and_keeps_every_number),
		cmocka_unit_test(a_quantile_is_interpolated_between_neighbours),
		cmocka_unit_test(a_median_leaves_its_data_in_their_order),
		cmocka_unit_test(an_interval_holds_the_middle_of_the_draws),
		cmocka_unit_test(an_interval_ends_at_quantiles_whatever_the_order_of_the_draws),
		cmocka_unit_test(an_interval_is_widened_to_its_value),
		cmocka_unit_test(draws_that_are_not_finite_are_left_out),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
