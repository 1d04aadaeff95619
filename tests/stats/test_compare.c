#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>

#include "base/random.h"
#include "stats/compare.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Rounding of a few operations. */
static const double exact = 1e-12;

static void same(double found, double expected)
{
	if (isinf(expected))
		assert_true(found == expected);
	else
		assert_true(fabs(found - expected) <= exact * fmax(1, fabs(expected)));
}

/* All 30 differences of the two samples were listed and sorted by hand; the ranks 4, 6 and 2 follow from counting the
 * 462 ways to choose 6 ranks of 11. */
static void the_shift_is_the_median_difference_with_its_distribution_free_interval(void **state)
{
	static const double a[] = {8.9, 1.1, 13.4, 2.3, 5.2, 3.8}, b[] = {12.2, 4.6, 6.1, 19.5, 9.7};
	static const struct {
		double confidence, low, high;
	} cases[] = {{0.9, -1.2, 10.6}, {0.95, -3.7, 14.3}, {0.99, -7.3, 17.2}};
	struct estimate shift;

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		assert_int_equal(compare_shift(a, COUNT(a), b, COUNT(b), cases[i].confidence, &shift, NULL), OK);
		same(shift.value, 4.15);
		same(shift.low, cases[i].low);
		same(shift.high, cases[i].high);
	}
}

/* The rank is one more than the critical value of U in tables of the rank-sum test (5 %, two-sided). */
static void ranks_are_those_of_tables(void **state)
{
	static const struct {
		size_t m, k, rank; /* the rank-th least difference is the lower end; 0: none is */
	} cases[] = {{2, 2, 0}, {3, 3, 0}, {3, 4, 0}, {4, 4, 1}, {5, 5, 3}, {6, 5, 4}, {8, 8, 14}, {10, 10, 24}};

	(void)state;
	for (size_t c = 0; c < COUNT(cases); c++) {
		size_t m = cases[c].m, k = cases[c].k;
		double a[10], b[10];
		struct estimate shift;

		/* b_j - a_i = m j + i: the differences are 0, 1, 2 ... */
		for (size_t i = 0; i < m; i++)
			a[i] = -(double)i;
		for (size_t j = 0; j < k; j++)
			b[j] = (double)(m * j);
		assert_int_equal(compare_shift(a, m, b, k, 0.95, &shift, NULL), OK);
		same(shift.low, cases[c].rank ? (double)cases[c].rank - 1 : -INFINITY);
		same(shift.high, cases[c].rank ? (double)(m * k - cases[c].rank) : INFINITY);
		same(shift.value, ((double)(m * k) - 1) / 2);
	}
}

static void equal_timings_have_no_shift_and_no_width(void **state)
{
	static const double a[] = {3, 3, 3, 3, 3, 3}, b[] = {3, 3, 3, 3, 3, 3, 3},
			    more[] = {4.5, 4.5, 4.5, 4.5, 4.5, 4.5};
	const struct stratum equal = {a, b, 6, 7}, apart = {a, more, 6, 6};
	struct estimate shift;
	struct overall overall;

	(void)state;
	assert_int_equal(compare_shift(a, 6, b, 7, 0.95, &shift, NULL), OK);
	assert_true(shift.value == 0 && shift.low == 0 && shift.high == 0);
	assert_int_equal(compare_overall(&equal, 1, 0.95, &overall, NULL), OK);
	assert_true(overall.part.value == 0 && overall.part.low == 0 && overall.part.high == 0 && overall.p == 1);
	assert_int_equal(compare_overall(&apart, 1, 0.95, &overall, NULL), OK);
	same(overall.part.value, 0.5);
	same(overall.part.low, 0.5);
	same(overall.part.high, 0.5);
	/* z of 36 pairs, all above: (36 - 18) / sqrt(6 * 6 / 12 * (13 - 2 * 210 / 132)) */
	same(overall.p, erfc(18 / sqrt(3 * (13 - 420.0 / 132)) / sqrt(2)));
}

/* p and the ends of the interval were found by listing all differences of logarithms and the weighted rank sum between
 * each two of them. */
static void points_are_judged_together_as_van_elteren_does(void **state)
{
	static const double a[] = {7, 1, 2, 4}, b[] = {11, 3, 5, 8, 9}, c[] = {10, 15, 12, 12}, d[] = {18, 12, 14},
			    e[] = {10, 12, 12.5, 15}, f[] = {12.2, 14, 18};
	const struct stratum ties[] = {{a, b, 4, 5}, {c, d, 4, 3}}, none[] = {{a, b, 4, 5}, {e, f, 4, 3}};
	struct overall overall;

	(void)state;
	assert_int_equal(compare_overall(ties, 2, 0.95, &overall, NULL), OK);
	assert_true(fabs(overall.p - 0.0432075515575745) < 1e-10);
	assert_int_equal(compare_overall(none, 2, 0.95, &overall, NULL), OK);
	assert_true(fabs(overall.p - 0.04653442977848199) < 1e-10);
	same(overall.part.value, 0.44);
	same(overall.part.low, 1 / 60.0);
	same(overall.part.high, 3);
}

static void too_few_timings_refuse_no_ratio(void **state)
{
	static const double a[] = {1}, b[] = {2};
	const struct stratum one = {a, b, 1, 1};
	struct overall overall;

	(void)state;
	assert_int_equal(compare_overall(&one, 1, 0.95, &overall, NULL), OK);
	same(overall.part.value, 1);
	assert_true(overall.part.low == -1 && overall.part.high == INFINITY && overall.p > 0.3);
}

static void many_p_values_are_corrected_by_holm(void **state)
{
	static const double p[] = {0.01, 0.04, 0.03, 0.005, 0.04}, expected[] = {0.04, 0.09, 0.09, 0.025, 0.09},
			    large[] = {0.6, 0.9};
	double adjusted[COUNT(p)];

	(void)state;
	assert_int_equal(compare_holm(p, COUNT(p), adjusted, NULL), OK);
	for (size_t i = 0; i < COUNT(p); i++)
		same(adjusted[i], expected[i]);
	assert_int_equal(compare_holm(large, 2, adjusted, NULL), OK);
	assert_true(adjusted[0] == 1 && adjusted[1] == 1);
}

enum { SEEDS = 1000, TIMINGS = 60, POINTS = 5 };

static void fill(struct random *random, double *x, size_t n, double base)
{
	for (size_t i = 0; i < n; i++)
		x[i] = base * (1 + 0.05 * random_exponential(random));
}

/* Of 1000 intervals at 95 %, 93 to 97 % hold the truth: the number varies by 0.7 % (standard deviation). Samples of 12
 * and 20 take the exact ranks, of 60 and 60 the approximation. */
static void intervals_of_shifts_hold_the_truth(void **state)
{
	static const size_t sizes[][2] = {{12, 20}, {60, 60}};
	double a[TIMINGS], b[TIMINGS];

	(void)state;
	for (size_t c = 0; c < COUNT(sizes); c++) {
		size_t held = 0;

		for (uint64_t seed = 1; seed <= SEEDS; seed++) {
			struct random random;
			struct estimate shift;

			random_init(&random, seed);
			fill(&random, a, sizes[c][0], 10);
			fill(&random, b, sizes[c][1], 10);
			for (size_t i = 0; i < sizes[c][1]; i++)
				b[i] += 0.4;
			assert_int_equal(compare_shift(a, sizes[c][0], b, sizes[c][1], 0.95, &shift, NULL), OK);
			held += shift.low <= 0.4 && 0.4 <= shift.high;
		}
		assert_in_range(held, 930, 970);
	}
}

/* One ratio at points of very different times. Under no difference 5 % of the p values are below 0.05, within the same
 * bounds. */
static void intervals_of_ratios_hold_the_truth_and_p_is_uniform(void **state)
{
	static const double ratios[] = {1, 1.04};
	double a[POINTS][20], b[POINTS][25];

	(void)state;
	for (size_t c = 0; c < COUNT(ratios); c++) {
		size_t held = 0, refused = 0;

		for (uint64_t seed = 1; seed <= SEEDS; seed++) {
			struct stratum strata[POINTS];
			struct overall overall;
			struct random random;

			random_init(&random, seed);
			for (size_t i = 0; i < POINTS; i++) {
				fill(&random, a[i], 20, pow(10, (double)i));
				fill(&random, b[i], 25, pow(10, (double)i) * ratios[c]);
				strata[i] = (struct stratum){a[i], b[i], 20, 25};
			}
			assert_int_equal(compare_overall(strata, POINTS, 0.95, &overall, NULL), OK);
			held += 1 + overall.part.low <= ratios[c] && ratios[c] <= 1 + overall.part.high;
			refused += overall.p < 0.05;
		}
		assert_in_range(held, 930, 970);
		if (c == 0)
			assert_in_range(refused, 30, 70);
		else
			assert_true(refused > 950); /* 4 % where timings spread by 5 %: 100 and 125 of them */
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_shift_is_the_median_difference_with_its_distribution_free_interval),
		cmocka_unit_test(ranks_are_those_of_tables),
		cmocka_unit_test(equal_timings_have_no_shift_and_no_width),
		cmocka_unit_test(points_are_judged_together_as_van_elteren_does),
		cmocka_unit_test(too_few_timings_refuse_no_ratio),
		cmocka_unit_test(many_p_values_are_corrected_by_holm),
		cmocka_unit_test(intervals_of_shifts_hold_the_truth),
		cmocka_unit_test(intervals_of_ratios_hold_the_truth_and_p_is_uniform),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
