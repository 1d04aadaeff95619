#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "stats/curve.h"

static const double knots_x[] = {1, 2, 4, 8};
static const double knots_y[] = {10, 20, 10, 30};

static void a_curve_is_linear_between_knots_flat_below_and_straight_above(void **state)
{
	static const struct {
		double x, y;
	} cases[] = {{-5, 10}, {0, 10}, {1, 10}, {1.25, 12.5}, {2, 20}, {2.5, 17.5},
		     {3, 15},  {4, 10}, {5, 15}, {8, 30},      {9, 35}, {16, 70}};
	(void)state;
	struct curve curve;
	assert_int_equal(curve_init(&curve, knots_x, knots_y, 4, NULL), OK);
	/* All of these are exact in binary. */
	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
		if (curve_at(&curve, cases[c].x) != cases[c].y)
			fail_msg("at %g: %.17g instead of %g", cases[c].x, curve_at(&curve, cases[c].x), cases[c].y);
	}
	curve_release(&curve);
}

/* As sizes that were halved again and again leave them. */
static void knots_close_to_the_last_have_no_part_in_the_line_above(void **state)
{
	static const double x[] = {0, 128, 254, 256}, y[] = {0, 128, 254, 264}, few_x[] = {200, 254, 256};
	struct curve curve;

	(void)state;
	assert_int_equal(curve_init(&curve, x, y, 4, NULL), OK);
	assert_true(curve_at(&curve, 384) == 264 + 136);
	curve_release(&curve);
	assert_int_equal(curve_init(&curve, few_x, y + 1, 3, NULL), OK);
	assert_true(fabs(curve_at(&curve, 312) - 400) < 1e-9);
	curve_release(&curve);
}

static void every_knot_gives_its_own_value_exactly(void **state)
{
	(void)state;
	double x[200], y[200];
	for (size_t i = 0; i < 200; i++) {
		x[i] = (double)(i * i) + 0.1 * (double)i;
		y[i] = sin((double)i) / 3;
	}
	for (size_t n = 1; n <= 200; n++) {
		struct curve curve;
		assert_int_equal(curve_init(&curve, x, y, n, NULL), OK);
		for (size_t i = 0; i < n; i++)
			assert_true(curve_at(&curve, x[i]) == y[i]);
		curve_release(&curve);
	}
}

static void one_knot_makes_a_constant(void **state)
{
	(void)state;
	const double x = 3, y = 7;
	struct curve curve;
	assert_int_equal(curve_init(&curve, &x, &y, 1, NULL), OK);
	assert_true(curve_at(&curve, -1e9) == 7 && curve_at(&curve, 3) == 7 && curve_at(&curve, 1e9) == 7);
	curve_release(&curve);
}

static void a_copy_outlives_its_original(void **state)
{
	(void)state;
	struct curve curve, copy;
	assert_int_equal(curve_init(&curve, knots_x, knots_y, 4, NULL), OK);
	assert_int_equal(curve_copy(&copy, &curve, NULL), OK);
	assert_true(copy.x != curve.x && copy.y != curve.y);
	curve_release(&curve);
	assert_null(curve.x);
	assert_int_equal(copy.n, 4);
	assert_true(curve_at(&copy, 3) == 15);
	curve_release(&copy);
	curve_release(&copy);
}

static void knots_that_make_no_function_are_refused_by_number(void **state)
{
	static const struct {
		const char *text;
		size_t n;
		double x[3], y[3];
	} cases[] = {
		{"one knot at least", 0, {0}, {0}},
		{"knot 2 of 3 does not ascend", 3, {1, 1, 2}, {1, 2, 3}},
		{"knot 3 of 3 does not ascend", 3, {1, 5, 2}, {1, 2, 3}},
		{"knot 1 of 3 is not finite", 3, {NAN, 1, 2}, {1, 2, 3}},
		{"knot 3 of 3 is not finite", 3, {0, 1, INFINITY}, {1, 2, 3}},
		{"knot 2 of 3 is not finite", 3, {0, 1, 2}, {1, NAN, 3}},
	};
	(void)state;
	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
		struct curve curve = {.n = 99};
		struct error err = {0};
		assert_int_equal(curve_init(&curve, cases[c].x, cases[c].y, cases[c].n, &err), ERR_INPUT);
		assert_non_null(strstr(err.text, cases[c].text));
		assert_int_equal(curve.n, 99);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_curve_is_linear_between_knots_flat_below_and_straight_above),
		cmocka_unit_test(knots_close_to_the_last_have_no_part_in_the_line_above),
		cmocka_unit_test(every_knot_gives_its_own_value_exactly),
		cmocka_unit_test(one_knot_makes_a_constant),
		cmocka_unit_test(a_copy_outlives_its_original),
		cmocka_unit_test(knots_that_make_no_function_are_refused_by_number),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
