#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "stats/breaks.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

enum { MOST = 80, SEEDS = 200 };

static struct breakpoint *breaks_of(const double *x, const double *y, const double *low, const double *high, size_t n,
				    size_t *n_list)
{
	struct breakpoint *list = NULL;
	struct error err = {0};

	assert_int_equal(breaks_find(x, y, low, high, n, 0.02, &list, n_list, &err), OK);
	return list;
}

/* 10 + x / 100 for x < at, then up by jump and with this slope. */
static double stepped(double x, double at, double jump, double slope)
{
	return x < at ? 10 + x / 100 : 10 + at / 100 + jump + slope * (x - at);
}

static void exact_curves_break_where_they_do(void **state)
{
	static const struct {
		double at, jump, slope;
		size_t n;
		enum breakpoint_kind kind;
	} cases[] = {
		{200, 5, 0.01, 1, BREAK_JUMP},   {200, -5, 0.01, 1, BREAK_JUMP}, {200, 0, 0.05, 1, BREAK_SLOPE},
		{200, 4, 0.05, 1, BREAK_JUMP},   {10, 5, 0.01, 1, BREAK_JUMP},   {500, 0, 0.01, 0, BREAK_JUMP},
		{200, 0.1, 0.01, 0, BREAK_JUMP},
	};
	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		double x[MOST], y[MOST];
		size_t n = 0;
		struct breakpoint *list;

		for (size_t k = 0; k < 40; k++) {
			x[k] = 10 * (double)k;
			y[k] = stepped(x[k], cases[i].at, cases[i].jump, cases[i].slope);
		}
		list = breaks_of(x, y, NULL, NULL, 40, &n);
		assert_int_equal(n, cases[i].n);
		if (n == 1) {
			assert_int_equal(list[0].kind, cases[i].kind);
			assert_true(fabs(list[0].place - cases[i].at) < 1e-6 * cases[i].at);
		}
		if (n == 1 && cases[i].kind == BREAK_JUMP)
			assert_true(fabs(list[0].to - list[0].from - cases[i].jump) <
				    1e-9 + 10 * fabs(cases[i].slope -
						     0.01)); /* where in the 10 between two points is not known */
		free(list);
	}
}

static void few_points_are_no_error(void **state)
{
	const double x[] = {0, 1, 5}, y[] = {1, 1, 1};
	(void)state;
	for (size_t count = 0; count <= 3; count++) {
		size_t n = 7;
		struct breakpoint *list = breaks_of(x, y, NULL, NULL, count, &n);

		assert_int_equal(n, 0);
		free(list);
	}
}

/* Normal noise of 1 % with true 95 % intervals. A jump of 10 % is ten times the noise; without one, less than one
 * partition in 20 may break. */
static void noise_makes_no_breaks_and_hides_no_large_jump(void **state)
{
	size_t invented = 0, missed = 0;
	(void)state;
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		for (int jump = 0; jump < 2; jump++) {
			double x[MOST], y[MOST], low[MOST], high[MOST];
			struct breakpoint *list;
			struct random random;
			size_t n = 0;

			random_init(&random, seed);
			for (size_t k = 0; k < 60; k++) {
				double truth = stepped(10 * (double)k, 305, jump * 1.3, 0.01), noise = 0.01 * truth;

				x[k] = 10 * (double)k;
				y[k] = truth + noise * random_normal(&random);
				low[k] = y[k] - 1.96 * noise;
				high[k] = y[k] + 1.96 * noise;
			}
			list = breaks_of(x, y, low, high, 60, &n);
			invented += jump == 0 && n > 0;
			missed += jump == 1 && !(n == 1 && list[0].kind == BREAK_JUMP && list[0].after == 310);
			free(list);
		}
	}
	print_message("of %d seeds %zu invent a break, %zu miss one\n", SEEDS, invented, missed);
	assert_true(invented <= SEEDS / 20);
	assert_true(missed <= SEEDS / 20);
}

static struct breakpoint jump_at(double place, double height)
{
	return (struct breakpoint){
		.kind = BREAK_JUMP, .before = place - 1, .after = place, .place = place, .from = 10, .to = 10 + height};
}

static void a_period_is_one_of_three_jumps_or_more(void **state)
{
	const struct breakpoint packets[] = {jump_at(1, 9), jump_at(129, 2), jump_at(257, 2), jump_at(385, 2.1),
					     jump_at(1025, -5)};
	const struct breakpoint few[] = {jump_at(129, 2), jump_at(257, 2), jump_at(500, 2)};
	const struct breakpoint other[] = {jump_at(129, 2), jump_at(257, 9), jump_at(385, 2)};
	size_t first = 0, last = 0;
	(void)state;
	assert_true(breaks_period(packets, COUNT(packets), &first, &last) == 128);
	assert_int_equal(first, 1);
	assert_int_equal(last, 3);
	assert_true(breaks_period(few, COUNT(few), &first, &last) == 0);
	assert_true(breaks_period(other, COUNT(other), &first, &last) == 0);
	assert_true(breaks_period(packets, 0, &first, &last) == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exact_curves_break_where_they_do),
		cmocka_unit_test(few_points_are_no_error),
		cmocka_unit_test(noise_makes_no_breaks_and_hides_no_large_jump),
		cmocka_unit_test(a_period_is_one_of_three_jumps_or_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
