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

static void points_on_a_line_give_that_line_by_relative_errors(void **state)
{
	/* Of the last but one only what is positive counts. */
	static const struct line lines[] = {{1, 2}, {1.3e-6, 1e-10}, {-3, 0.5}, {5, 0}};
	static const double x[] = {0, 1, 1024, 65536, 262144, 1048576};

	(void)state;
	for (size_t c = 0; c < sizeof lines / sizeof *lines; c++) {
		double y[6];
		struct line free, through;

		for (size_t i = 0; i < 6; i++)
			y[i] = line_at(&lines[c], x[i]);
		assert_int_equal(regression_relative(x, y, 6, NULL, &free, NULL), OK);
		assert_int_equal(regression_relative(x, y, 6, &lines[c].intercept, &through, NULL), OK);
		assert_true(fabs(free.intercept - lines[c].intercept) <= CLOSE * fabs(y[5]));
		assert_true(fabs(free.slope - lines[c].slope) <= CLOSE * fabs(y[5]) / x[5]);
		assert_true(through.intercept == lines[c].intercept); /* as given */
		assert_true(fabs(through.slope - lines[c].slope) <= CLOSE * fabs(y[5]) / x[5]);
	}
}

/* Eight points, each off by a mean of 0.4 of its value, exponential. Weights of 1 / y^2 are for those that came out
 * low: their lines have 0.86 of the slope on average. The mean of 4000 lines has a standard error of 0.003. */
static void relative_errors_do_not_favour_what_came_out_low(void **state)
{
	enum { POINTS = 8, LINES = 4000 };
	static const double x[POINTS] = {0, 1, 3, 10, 30, 100, 300, 1000}, intercept = 2;
	double free = 0, through = 0, own = 0;
	struct random random;

	(void)state;
	random_init(&random, 5);
	for (int l = 0; l < LINES; l++) {
		double y[POINTS], weights[POINTS];
		struct line line;

		for (int i = 0; i < POINTS; i++) {
			y[i] = (intercept + 3 * x[i]) * (0.6 + 0.4 * random_exponential(&random));
			weights[i] = 1 / (y[i] * y[i]);
		}
		assert_int_equal(regression_relative(x, y, POINTS, NULL, &line, NULL), OK);
		free += line.slope / 3 / LINES;
		assert_int_equal(regression_relative(x + 1, y + 1, POINTS - 1, &intercept, &line, NULL), OK);
		through += line.slope / 3 / LINES;
		assert_int_equal(regression_line(x, y, weights, POINTS, &line, NULL), OK);
		own += line.slope / 3 / LINES;
	}
	if (fabs(free - 1) > 0.012 || fabs(through - 1) > 0.012 || own > 0.9)
		fail_msg("%g and %g of the slope, by own weights %g", free, through, own);
}

static void a_line_of_relative_errors_is_positive_at_its_points(void **state)
{
	static const double x[] = {0, 1, 2, 3};
	struct random random;
	int negative = 0;

	(void)state;
	random_init(&random, 6);
	for (int l = 0; l < 1000; l++) {
		double y[4], weights[4];
		struct line line;

		for (int i = 0; i < 4; i++) {
			y[i] = exp(2 * random_normal(&random));
			weights[i] = 1 / (y[i] * y[i]);
		}
		assert_int_equal(regression_relative(x, y, 4, NULL, &line, NULL), OK);
		assert_true(line_at(&line, 0) > 0 && line_at(&line, 3) > 0);
		/* The equations: each error weighs with 1 / f^2. */
		double errors = 0, slopes = 0, most = 0;
		for (int i = 0; i < 4; i++) {
			double f = line_at(&line, x[i]);

			errors += (y[i] - f) / (f * f);
			slopes += x[i] * (y[i] - f) / (f * f);
			most = fmax(most, (1 + x[i]) * (y[i] + f) / (f * f));
		}
		assert_true(fabs(errors) < 1e-4 * most && fabs(slopes) < 1e-4 * most);
		regression_line(x, y, weights, 4, &line, NULL);
		negative += line_at(&line, 0) < 0 || line_at(&line, 3) < 0;
	}
	assert_true(negative > 0);
}

static void a_line_of_relative_errors_needs_points_that_take_time(void **state)
{
	static const double x[] = {0, 1, 2}, none[] = {0, 0, 0}, one[] = {1, 0, 0}, intercept = 1;
	struct line line = {7, 8};

	(void)state;
	assert_int_equal(regression_relative(x, none, 3, NULL, &line, NULL), ERR_INPUT);
	assert_int_equal(regression_relative(x, one, 3, NULL, &line, NULL), ERR_INPUT);
	assert_int_equal(regression_relative(x, one, 3, &intercept, &line, NULL), ERR_INPUT);
	assert_int_equal(regression_relative(x, one, 1, NULL, &line, NULL), ERR_INPUT);
	assert_true(line.intercept == 7 && line.slope == 8);
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
		cmocka_unit_test(points_on_a_line_give_that_line_by_relative_errors),
		cmocka_unit_test(relative_errors_do_not_favour_what_came_out_low),
		cmocka_unit_test(a_line_of_relative_errors_is_positive_at_its_points),
		cmocka_unit_test(a_line_of_relative_errors_needs_points_that_take_time),
		cmocka_unit_test(scattered_points_give_the_line_of_the_normal_equations),
		cmocka_unit_test(a_whole_weight_counts_like_repeated_points),
		cmocka_unit_test(noise_averages_out),
		cmocka_unit_test(points_without_a_line_are_refused),
		cmocka_unit_test(a_line_goes_through_its_two_points),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
