#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "stats/regression.h"

/* Relative: rounding of a few dozen sums. */
#define CLOSE 1e-12

static void assert_close(double got, double expected)
{
	if (!(fabs(got - expected) <= CLOSE * fabs(expected)))
		fail_msg("%.17g instead of %.17g", got, expected);
}

static void points_on_a_line_give_that_line(void **state)
{
	/* The last is a latency of 1.3 us and a bandwidth of 10 GB/s, in seconds and bytes. */
	static const struct line lines[] = {{1, 2}, {-3, 0.5}, {5, 1}, {1.3e-6, 1e-10}};
	static const double x[] = {0, 1, 1024, 65536, 262144, 1048576};
	static const double weights[] = {1, 0.25, 7, 1e-3, 100, 3};
	(void)state;
	for (size_t c = 0; c < sizeof lines / sizeof *lines; c++) {
		double y[6];
		struct line plain, weighted;
		struct error err = {0};
		for (size_t i = 0; i < 6; i++)
			y[i] = line_at(&lines[c], x[i]);
		assert_int_equal(regression_line(x, y, NULL, 6, &plain, &err), OK);
		assert_int_equal(regression_line(x, y, weights, 6, &weighted, &err), OK);
		/* The intercept is what is left of y near x = 0: measured against the largest y. */
		assert_true(fabs(plain.intercept - lines[c].intercept) <= CLOSE * fabs(y[5]));
		assert_true(fabs(weighted.intercept - lines[c].intercept) <= CLOSE * fabs(y[5]));
		assert_close(plain.slope, lines[c].slope);
		assert_close(weighted.slope, lines[c].slope);
	}
}

static void scattered_points_give_the_line_of_the_normal_equations(void **state)
{
	(void)state;
	const double x[] = {1, 2, 3, 4}, y[] = {6, 5, 7, 10};
	struct line line;
	/* Known from textbooks: y = 3.5 + 1.4 x. */
	assert_int_equal(regression_line(x, y, NULL, 4, &line, NULL), OK);
	assert_close(line.intercept, 3.5);
	assert_close(line.slope, 1.4);
}

static void a_whole_weight_counts_like_repeated_points(void **state)
{
	(void)state;
	const double x[] = {1, 2, 3, 4}, y[] = {6, 5, 7, 10}, weights[] = {1, 3, 0, 2};
	const double x_repeated[] = {1, 2, 2, 2, 4, 4}, y_repeated[] = {6, 5, 5, 5, 10, 10};
	struct line weighted, repeated;
	assert_int_equal(regression_line(x, y, weights, 4, &weighted, NULL), OK);
	assert_int_equal(regression_line(x_repeated, y_repeated, NULL, 6, &repeated, NULL), OK);
	assert_close(weighted.intercept, repeated.intercept);
	assert_close(weighted.slope, repeated.slope);
}

static void noise_averages_out(void **state)
{
	(void)state;
	double x[1000], y[1000];
	struct random random;
	struct line line;
	random_init(&random, 12);
	for (size_t i = 0; i < 1000; i++) {
		x[i] = (double)i;
		y[i] = 10 + 0.5 * x[i] + random_normal(&random);
	}
	assert_int_equal(regression_line(x, y, NULL, 1000, &line, NULL), OK);
	/* Four standard errors: 2/sqrt(n) for the intercept, sqrt(12)/n^1.5 for the slope. */
	assert_true(fabs(line.intercept - 10) < 4 * 2 / sqrt(1000));
	assert_true(fabs(line.slope - 0.5) < 4 * sqrt(12) / pow(1000, 1.5));
}

static void points_without_a_line_are_refused(void **state)
{
	static const struct {
		const char *text;
		size_t n;
		double x[3], y[3], weights[3];
	} cases[] = {
		{"2 points at least", 0, {0}, {0}, {0}},
		{"2 points at least", 1, {1}, {1}, {1}},
		{"two different x", 3, {2, 2, 2}, {1, 2, 3}, {1, 1, 1}},
		{"two different x", 3, {1, 2, 3}, {1, 2, 3}, {0, 1, 0}},
		{"two different x", 3, {1, 2, 3}, {1, 2, 3}, {0, 0, 0}},
		{"point 2 of 3", 3, {1, NAN, 3}, {1, 2, 3}, {1, 1, 1}},
		{"point 3 of 3", 3, {1, 2, 3}, {1, 2, INFINITY}, {1, 1, 1}},
		{"weight -1", 3, {1, 2, 3}, {1, 2, 3}, {-1, 1, 1}},
	};
	(void)state;
	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
		struct line line = {.intercept = 11, .slope = 12};
		struct error err = {0};
		assert_int_equal(regression_line(cases[c].x, cases[c].y, cases[c].weights, cases[c].n, &line, &err),
				 ERR_INPUT);
		assert_int_equal(err.status, ERR_INPUT);
		assert_non_null(strstr(err.text, cases[c].text));
		assert_true(line.intercept == 11 && line.slope == 12);
	}
}

static void a_line_goes_through_its_two_points(void **state)
{
	(void)state;
	struct line line = line_through(2, 7, 4, 3);
	assert_true(line.intercept == 11 && line.slope == -2);
	assert_true(line_at(&line, 2) == 7 && line_at(&line, 4) == 3 && line_at(&line, 10) == -9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(points_on_a_line_give_that_line),
		cmocka_unit_test(scattered_points_give_the_line_of_the_normal_equations),
		cmocka_unit_test(a_whole_weight_counts_like_repeated_points),
		cmocka_unit_test(noise_averages_out),
		cmocka_unit_test(points_without_a_line_are_refused),
		cmocka_unit_test(a_line_goes_through_its_two_points),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
