#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdbool.h>

#include "base/random.h"
#include "stats/quantile.h"
#include "stats/statistic.h"

#define DATA_SETS 4000
#define DRAWS 20000
#define MOST_TIMINGS 200

/* Simulated timings around 10, by how they are disturbed, with the true value of what is estimated. */
struct source {
	const char *name;
	double (*timing)(struct random *random);
	double truth;
};

static double exponential(struct random *random)
{
	return 10 + 0.5 * random_exponential(random);
}

/* One timing in fifty takes five times as long. */
static double exponential_with_outliers(struct random *random)
{
	double timing = exponential(random);
	return random_uniform(random) < 0.02 ? 5 * timing : timing;
}

static double half_normal(struct random *random)
{
	return 10 + 0.5 * fabs(random_normal(random));
}

static double normal(struct random *random)
{
	return 10 + random_normal(random);
}

static double lognormal(struct random *random)
{
	return 9 + exp(random_normal(random));
}

static double uniform(struct random *random)
{
	return 9.5 + random_uniform(random);
}

static void fill(double *x, size_t n, const struct source *source, struct random *random)
{
	for (size_t i = 0; i < n; i++)
		x[i] = source->timing(random);
}

static double coverage(enum statistic statistic, const struct source *source, size_t n, double confidence)
{
	struct random random;
	random_init(&random, 1000 * n + (size_t)(1000 * confidence));
	size_t covered = 0;
	for (size_t t = 0; t < DATA_SETS; t++) {
		double x[MOST_TIMINGS];
		fill(x, n, source, &random);
		struct estimate estimate = statistic_estimate(statistic, x, n, confidence, 0);
		assert_true(estimate.low <= estimate.value && estimate.value <= estimate.high);
		covered += estimate.low <= source->truth && source->truth <= estimate.high;
	}
	return (double)covered / DATA_SETS;
}

/* Three standard deviations of a share of count trials: a right implementation leaves it with one seed in 370. */
static double tolerance(double share, size_t count)
{
	return 3 * sqrt(share * (1 - share) / (double)count);
}

/* Coverage at least confidence - slack; where exact is set also not more, so that an interval that is far too wide is
 * seen. */
static void check_coverage(enum statistic statistic, const struct source *source, size_t n, double slack, bool exact)
{
	static const double confidences[] = {0.8, 0.95, 0.99};
	for (size_t c = 0; c < sizeof confidences / sizeof *confidences; c++) {
		double nominal = confidences[c], seen = coverage(statistic, source, n, nominal);
		double allowed = tolerance(nominal, DATA_SETS);
		if (seen < nominal - slack - allowed || (exact && seen > nominal + allowed))
			fail_msg("%s of %zu %s timings: %.4f instead of %g", statistic_name(statistic), n, source->name,
				 seen, nominal);
	}
}

static void the_minimums_interval_covers_the_end_point_under_exponential_perturbations(void **state)
{
	static const size_t sizes[] = {2, 3, 5, 10, 30, 100, 200};
	static const struct source source = {"exponential", exponential, 10};
	(void)state;
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
		check_coverage(STATISTIC_MIN, &source, sizes[s], 0, true);
}

static void the_minimums_interval_covers_the_end_point_in_spite_of_outliers(void **state)
{
	static const size_t sizes[] = {5, 10, 30, 100, 200};
	static const struct source source = {"disturbed exponential", exponential_with_outliers, 10};
	(void)state;
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
		check_coverage(STATISTIC_MIN, &source, sizes[s], 0, false);
}

static void the_minimums_interval_nearly_covers_the_end_point_of_other_densities_that_are_positive_there(void **state)
{
	/* Asymptotically right only: the density falls within the lowest k. Slack 0.03 at 100 and 200 timings. */
	static const struct source sources[] = {{"half-normal", half_normal, 10}, {"uniform", uniform, 9.5}};
	(void)state;
	for (size_t s = 0; s < 2; s++) {
		check_coverage(STATISTIC_MIN, &sources[s], 100, 0.03, false);
		check_coverage(STATISTIC_MIN, &sources[s], 200, 0.03, false);
	}
}

static void the_means_interval_covers_the_mean_of_normal_timings(void **state)
{
	static const size_t sizes[] = {2, 3, 5, 10, 30, 100};
	static const struct source source = {"normal", normal, 10};
	(void)state;
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
		check_coverage(STATISTIC_MEAN, &source, sizes[s], 0, true);
}

static void the_means_interval_nearly_covers_the_mean_of_skewed_timings(void **state)
{
	/* Student's covers 92 % where 95 % are meant, of 20. */
	static const size_t sizes[] = {20, 30, 100};
	static const struct source source = {"exponential", exponential, 10.5};
	(void)state;
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
		check_coverage(STATISTIC_MEAN, &source, sizes[s], 0.012, false);
}

static void the_medians_interval_covers_the_median_whatever_the_distribution(void **state)
{
	/* From 8 timings on, 99 % is within reach of the order statistics, and no assumption is left. */
	static const size_t sizes[] = {8, 10, 15, 30, 100, 200};
	const struct source sources[] = {{"lognormal", lognormal, 10},
					 {"exponential", exponential, 10 + 0.5 * log(2)},
					 {"uniform", uniform, 10},
					 {"normal", normal, 10}};
	(void)state;
	for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
		for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
			check_coverage(STATISTIC_MEDIAN, &sources[i], sizes[s], 0, false);
	}
}

static void the_medians_interval_of_very_few_timings_is_nearly_right(void **state)
{
	/* Student's part is exact for normal timings only: a slack of 0.03 elsewhere, as the header says. */
	const struct source sources[] = {{"normal", normal, 10},
					 {"lognormal", lognormal, 10},
					 {"exponential", exponential, 10 + 0.5 * log(2)},
					 {"uniform", uniform, 10}};
	(void)state;
	for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
		for (size_t n = 2; n < 8; n++) {
			double seen = coverage(STATISTIC_MEDIAN, &sources[i], n, 0.95);
			if (seen < 0.95 - (i > 0 ? 0.03 : 0) - tolerance(0.95, DATA_SETS))
				fail_msg("median of %zu %s timings: %.4f instead of 0.95", n, sources[i].name, seen);
		}
	}
}

static void fill_draws(enum statistic statistic, const double *sorted, size_t n, double *draws)
{
	struct random random;
	random_init(&random, 77 + n);
	for (size_t d = 0; d < DRAWS; d++)
		draws[d] = statistic_draw(statistic, sorted, n, &random);
}

static double share_below(const double *draws, double limit)
{
	size_t below = 0;
	for (size_t d = 0; d < DRAWS; d++)
		below += draws[d] < limit;
	return (double)below / DRAWS;
}

static void assert_share(double seen, double expected, const char *what, size_t n)
{
	if (fabs(seen - expected) > tolerance(expected, DRAWS))
		fail_msg("%s, %zu timings: a share of %.4f instead of %.4f", what, n, seen, expected);
}

static void draws_of_mean_and_minimum_leave_their_intervals_as_often_as_they_should(void **state)
{
	static const size_t sizes[] = {2, 5, 20, 100};
	static const struct source source = {"exponential", exponential, 10};
	static double draws[DRAWS];
	(void)state;
	struct random random;
	random_init(&random, 5);
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
		double x[MOST_TIMINGS];
		size_t n = sizes[s];
		fill(x, n, &source, &random);
		quantile_sort(x, n);
		struct estimate mean = statistic_estimate(STATISTIC_MEAN, x, n, 0.9, 0);
		fill_draws(STATISTIC_MEAN, x, n, draws);
		assert_share(share_below(draws, mean.low), 0.05, "mean, below", n);
		if (n < 20) /* of more the skewness counts, and their mean is rather too low */
			assert_share(share_below(draws, mean.value), 0.5, "mean, middle", n);
		else
			assert_true(share_below(draws, mean.value) < 0.5);
		assert_share(share_below(draws, mean.high), 0.95, "mean, above", n);
		struct estimate min = statistic_estimate(STATISTIC_MIN, x, n, 0.9, 0);
		fill_draws(STATISTIC_MIN, x, n, draws);
		assert_share(share_below(draws, min.low), 0.1, "min, below", n);
		struct estimate half = statistic_estimate(STATISTIC_MIN, x, n, 0.5, 0);
		assert_share(share_below(draws, half.low), 0.5, "min, middle", n);
		assert_share(share_below(draws, nextafter(min.high, INFINITY)), 1, "min, above", n);
	}
}

static void draws_of_a_median_leave_its_interval_as_often_as_they_should(void **state)
{
	static const size_t sizes[] = {10, 31, 64, 65, 200};
	static const struct source source = {"lognormal", lognormal, 10};
	static double draws[DRAWS];
	(void)state;
	struct random random;
	random_init(&random, 6);
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
		double x[MOST_TIMINGS];
		size_t n = sizes[s];
		fill(x, n, &source, &random);
		quantile_sort(x, n);
		struct estimate interval = statistic_estimate(STATISTIC_MEDIAN, x, n, 0.95, 0);
		fill_draws(STATISTIC_MEDIAN, x, n, draws);
		assert_share(share_below(draws, interval.low), 0.025, "median, below", n);
		assert_share(share_below(draws, interval.high), 0.975, "median, above", n);
		assert_share(share_below(draws, (x[(n - 1) / 2] + x[n / 2]) / 2), 0.5, "median, middle", n);
	}
}

static void draws_of_a_median_of_very_few_timings_agree_with_its_interval(void **state)
{
	static double draws[DRAWS];
	(void)state;
	/* Evenly spaced: Student's ends lie beyond the extremes, where the draws follow the same distribution. */
	const double x[] = {10, 11, 12, 13};
	for (size_t n = 2; n <= 4; n++) {
		struct estimate interval = statistic_estimate(STATISTIC_MEDIAN, x, n, 0.95, 0);
		assert_true(interval.low < x[0] && interval.high > x[n - 1]);
		fill_draws(STATISTIC_MEDIAN, x, n, draws);
		assert_share(share_below(draws, interval.low), 0.025, "median, below", n);
		assert_share(share_below(draws, interval.high), 0.975, "median, above", n);
	}
}

/* How often the interval from 100 draws of a sum of so many medians of 24 timings each holds the true sum. Every second
 * median is subtracted. */
static double coverage_of_sum(const struct source *source, size_t medians, size_t sums)
{
	enum { FEW_DRAWS = 100, TIMINGS = 24 };
	double truth = medians % 2 ? source->truth : 0;
	struct random random;
	size_t covered = 0;

	random_init(&random, 40 + medians);
	for (size_t s = 0; s < sums; s++) {
		double draws[FEW_DRAWS] = {0}, value = 0;

		for (size_t m = 0; m < medians; m++) {
			double x[TIMINGS], sign = m % 2 ? -1 : 1;

			fill(x, TIMINGS, source, &random);
			value += sign * statistic_sort(STATISTIC_MEDIAN, x, TIMINGS);
			for (size_t d = 0; d < FEW_DRAWS; d++)
				draws[d] += sign * statistic_draw(STATISTIC_MEDIAN, x, TIMINGS, &random);
		}
		struct estimate sum =
			quantile_interval(value, draws, FEW_DRAWS, 0.95 * (FEW_DRAWS + 1) / (FEW_DRAWS - 1));
		covered += sum.low <= truth && truth <= sum.high;
	}
	return (double)covered / (double)sums;
}

static void draws_of_several_medians_hold_their_sum_more_often_rather_than_less(void **state)
{
	enum { SUMS = 2000 };
	static const size_t medians[] = {1, 2, 8};
	const struct source source = {"exponential", exponential, 10 + 0.5 * log(2)};
	(void)state;
	for (size_t i = 0; i < sizeof medians / sizeof *medians; i++) {
		double seen = coverage_of_sum(&source, medians[i], SUMS);

		print_message("a sum of %zu medians: %.1f %%\n", medians[i], 100 * seen);
		assert_true(seen >= 0.95 - tolerance(0.95, SUMS));
		assert_true(medians[i] > 1 || seen <= 0.95 + tolerance(0.95, SUMS));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_minimums_interval_covers_the_end_point_under_exponential_perturbations),
		cmocka_unit_test(the_minimums_interval_covers_the_end_point_in_spite_of_outliers),
		cmocka_unit_test(
			the_minimums_interval_nearly_covers_the_end_point_of_other_densities_that_are_positive_there),
		cmocka_unit_test(the_means_interval_covers_the_mean_of_normal_timings),
		cmocka_unit_test(the_means_interval_nearly_covers_the_mean_of_skewed_timings),
		cmocka_unit_test(the_medians_interval_covers_the_median_whatever_the_distribution),
		cmocka_unit_test(the_medians_interval_of_very_few_timings_is_nearly_right),
		cmocka_unit_test(draws_of_mean_and_minimum_leave_their_intervals_as_often_as_they_should),
		cmocka_unit_test(draws_of_a_median_leave_its_interval_as_often_as_they_should),
		cmocka_unit_test(draws_of_a_median_of_very_few_timings_agree_with_its_interval),
		cmocka_unit_test(draws_of_several_medians_hold_their_sum_more_often_rather_than_less),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
