#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

#include "base/random.h"
#include "stats/stopping.h"

static const double evenly[] = {98, 99, 100, 101, 102};

static struct stopping rule(enum statistic statistic, double error)
{
	return (struct stopping){.least = 3, .most = 50, .error = error, .confidence = 0.95, .statistic = statistic};
}

static void the_error_is_the_intervals_width_over_the_value(void **state)
{
	(void)state;
	struct stopping mean = rule(STATISTIC_MEAN, 0.01), min = rule(STATISTIC_MIN, 0.01);
	/* Mean 100, s = sqrt(2.5), t = 2.776445105 with 4 degrees of freedom. 1e-9: the rounding of a difference of
	 * numbers near 100. */
	assert_true(fabs(stopping_error(&mean, evenly, 5) - 2.7764451051977987 * sqrt(0.5) / 100) < 1e-9);
	/* Spacings of 1 times n - i + 1 = 4, 3, 2, 1: s = 10/20; F(2, 8) has its 95 % quantile at 4 (0.05^(-1/4) - 1).
	 */
	assert_true(fabs(stopping_error(&min, evenly, 5) - 0.5 * 4 * (pow(0.05, -0.25) - 1) / 98) < 1e-9);
}

static void an_error_that_cannot_be_known_is_infinite(void **state)
{
	(void)state;
	const double around_zero[] = {-1, 0, 1};
	const double zeros[] = {0, 0, 0};
	for (int s = STATISTIC_MIN; s <= STATISTIC_MEDIAN; s++) {
		struct stopping any = rule((enum statistic)s, 0.01);
		assert_true(isinf(stopping_error(&any, evenly, 0)));
		assert_true(isinf(stopping_error(&any, evenly, 1)));
		assert_true(stopping_error(&any, zeros, 3) == 0);
	}
	struct stopping mean = rule(STATISTIC_MEAN, 0.01), median = rule(STATISTIC_MEDIAN, 0.01);
	assert_true(isinf(stopping_error(&mean, around_zero, 3)));
	assert_true(isinf(stopping_error(&median, around_zero, 3)));
}

static void a_negative_value_has_the_error_of_its_mirror_image(void **state)
{
	(void)state;
	double mirrored[5];
	for (size_t i = 0; i < 5; i++)
		mirrored[i] = -evenly[i];
	for (int s = STATISTIC_MEAN; s <= STATISTIC_MEDIAN; s++) {
		struct stopping any = rule((enum statistic)s, 0.01);
		/* 1e-12: sums in another order. */
		assert_true(fabs(stopping_error(&any, mirrored, 5) - stopping_error(&any, evenly, 5)) < 1e-12);
	}
}

static void repetition_goes_on_from_least_to_most_until_precise(void **state)
{
	/* The error of the mean of the five is 0.0196. */
	static const struct {
		size_t least, most, n;
		double error;
		bool done;
	} cases[] = {
		{3, 50, 5, 0.03, true},  {3, 50, 5, 0.01, false}, {6, 50, 5, 0.03, false}, {5, 50, 5, 0.03, true},
		{3, 5, 5, 0.01, true},   {3, 4, 5, 0.01, true},   {9, 5, 5, 0.01, true},   {0, 50, 0, 0.03, false},
		{0, 50, 1, 0.03, false}, {0, 0, 0, 0.03, true},
	};
	(void)state;
	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
		struct stopping any = {.least = cases[c].least,
				       .most = cases[c].most,
				       .error = cases[c].error,
				       .confidence = 0.95,
				       .statistic = STATISTIC_MEAN};
		assert_int_equal(stopping_done(&any, evenly, cases[c].n), cases[c].done);
	}
}

static void equal_timings_stop_at_least(void **state)
{
	(void)state;
	const double x[] = {0.1, 0.1, 0.1, 0.1};
	for (int s = STATISTIC_MIN; s <= STATISTIC_MEDIAN; s++) {
		struct stopping any = rule((enum statistic)s, 0.001);
		assert_false(stopping_done(&any, x, 2));
		assert_true(stopping_done(&any, x, 3));
	}
}

static void noisier_timings_need_more_repetitions(void **state)
{
	static const double noises[] = {0.02, 0.2, 1};
	(void)state;
	for (int s = STATISTIC_MIN; s <= STATISTIC_MEDIAN; s++) {
		struct stopping any = {
			.least = 3, .most = 4000, .error = 0.05, .confidence = 0.95, .statistic = (enum statistic)s};
		size_t before = 0;
		for (size_t k = 0; k < 3; k++) {
			double x[4000];
			size_t n = 0;
			struct random random;
			random_init(&random, 9);
			while (!stopping_done(&any, x, n))
				x[n++] = 1 + noises[k] * random_exponential(&random);
			assert_true(n > before);
			assert_true(n < any.most);
			before = n;
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_error_is_the_intervals_width_over_the_value),
		cmocka_unit_test(an_error_that_cannot_be_known_is_infinite),
		cmocka_unit_test(a_negative_value_has_the_error_of_its_mirror_image),
		cmocka_unit_test(repetition_goes_on_from_least_to_most_until_precise),
		cmocka_unit_test(equal_timings_stop_at_least),
		cmocka_unit_test(noisier_timings_need_more_repetitions),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
