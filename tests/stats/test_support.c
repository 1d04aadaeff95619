#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

#include "stats/support.h"

enum { SIZES = 64 };

/* 1e-4 + 2e-7 x, from 65 on half as much again. */
static void curve(double *x, double *y)
{
	for (size_t i = 0; i < SIZES; i++) {
		x[i] = (double)(i + 1) * 2048;
		y[i] = 1e-4 + 2e-7 * x[i] + (i >= 32 ? 5e-3 + 1e-7 * x[i] : 0);
	}
}

static void assert_first_line(const struct line *line)
{
	assert_true(fabs(line->intercept - 1e-4) < 1e-12 &&
		    fabs(line->slope - 2e-7) < 1e-15); /* rounding of a regression */
}

static void the_lower_of_two_lines_is_found(void **state)
{
	double x[SIZES], y[SIZES];
	struct line line;

	(void)state;
	curve(x, y);
	assert_int_equal(support_line(x, y, SIZES, 0.01, 0, &line, NULL), OK);
	assert_first_line(&line);
}

static void values_that_are_too_high_by_any_amount_do_not_count(void **state)
{
	double x[SIZES], y[SIZES];
	struct line line;

	(void)state;
	curve(x, y);
	for (size_t i = 6; i < 32; i++)
		if (i % 3)
			y[i] += 0.01 + 0.007 * (double)(i % 5);
	assert_int_equal(support_line(x, y, SIZES, 0.01, 0, &line, NULL), OK);
	assert_first_line(&line);
}

static void one_value_below_does_not_pull_the_line_down(void **state)
{
	double x[SIZES], y[SIZES];
	struct line line;

	(void)state;
	curve(x, y);
	y[20] /= 3;
	assert_int_equal(support_line(x, y, SIZES, 0.01, 0, &line, NULL), OK);
	assert_first_line(&line);
}

static void where_nothing_rises_there_is_no_line(void **state)
{
	const double x[] = {1, 2, 3}, y[] = {3, 2, 1};
	struct line line = {7, 8};
	struct error err = {0};

	(void)state;
	assert_int_equal(support_line(x, y, 3, 0.05, 0, &line, &err), ERR_INPUT);
	assert_int_equal(support_line(x, y, 1, 0.05, 0, &line, NULL), ERR_INPUT);
	assert_true(line.intercept == 7 && line.slope == 8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_lower_of_two_lines_is_found),
		cmocka_unit_test(values_that_are_too_high_by_any_amount_do_not_count),
		cmocka_unit_test(one_value_below_does_not_pull_the_line_down),
		cmocka_unit_test(where_nothing_rises_there_is_no_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
