#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/random.h"
#include "stats/segments.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

enum { N = 64, LEAST = 5, MOST = 4, SEEDS = 100 };

/* Sizes of 2 KiB to 128 KiB. */
static void sizes(double *x)
{
	for (size_t i = 0; i < N; i++)
		x[i] = 2048 * (double)(i + 1);
}

/* How a curve is made: lines with breaks, scatter that is a part of the value. */
struct made {
	size_t at[2];    /* points at which another line begins; 0: none */
	double jump[2];  /* as a part of the value */
	double slope[2]; /* the new slope, as a multiple of the first */
};

static double value(const struct made *made, const double *x, size_t i)
{
	double y = 1e-3, slope = 1e-7;

	for (size_t k = 0, last = 0; k <= i; last = k++) {
		y += slope * (x[k] - (k ? x[last] : 0));
		for (size_t b = 0; b < 2; b++)
			if (made->at[b] && k == made->at[b]) {
				y *= 1 + made->jump[b];
				slope = 1e-7 * made->slope[b];
			}
	}
	return y;
}

/* Found in so many of the seeds: the same number of lines, each beginning within one point of where it does. */
static int count_found(const struct made *made, double noise, bool exponential)
{
	int found = 0;

	for (int seed = 0; seed < SEEDS; seed++) {
		double x[N], y[N];
		struct segment list[SEGMENTS_MOST];
		size_t n = 0, wanted = 1;
		struct random random;
		bool right = true;

		random_init(&random, (uint64_t)seed);
		sizes(x);
		for (size_t i = 0; i < N; i++)
			y[i] = value(made, x, i) *
			       (1 + noise * (exponential ? random_exponential(&random) : random_normal(&random)));
		assert_int_equal(segments_find(x, y, N, LEAST, MOST, list, &n, NULL), OK);
		for (size_t b = 0; b < 2; b++)
			if (made->at[b])
				right = right && ++wanted <= n &&
					labs((long)list[wanted - 1].begin - (long)made->at[b]) <= 1;
		found += right && n == wanted;
	}
	return found;
}

static void known_breaks_are_found(void **state)
{
	static const struct {
		struct made made;
		double noise;
		int least; /* of 100 seeds; with noise some breaks come out two points beside */
	} cases[] = {
		{{{32}, {0.5}, {1}}, 0, 100},
		{{{32}, {0}, {4}}, 0, 100},
		{{{20, 40}, {0.5, -0.3}, {1, 1}}, 0, 100},
		{{{32}, {0.5}, {1}}, 0.02, 90},
		{{{32}, {0.2}, {1}}, 0.02, 90},
		{{{20, 40}, {0.5, 0.3}, {1, 1}}, 0.02, 90},
		{{{58}, {0.3}, {1}}, 0.02, 90},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		for (int exponential = 0; exponential < 2; exponential++)
			assert_in_range(count_found(&cases[i].made, cases[i].noise, exponential), cases[i].least,
					SEEDS);
}

static void on_straight_lines_none_are_invented(void **state)
{
	static const double noises[] = {0, 0.001, 0.02, 0.1, 0.3};
	const struct made straight = {{0}, {0}, {0}};

	(void)state;
	for (size_t i = 0; i < COUNT(noises); i++)
		for (int exponential = 0; exponential < 2; exponential++) {
			if (noises[i] > 0.2 && !exponential)
				continue; /* would be negative times */
			assert_in_range(count_found(&straight, noises[i], exponential), 95, SEEDS);
		}
}

static void what_is_no_curve_of_times_is_refused(void **state)
{
	const double x[] = {1, 2, 3, 4, 5}, y[] = {1, 2, 0, 4, 5};
	struct segment list[SEGMENTS_MOST];
	struct error err = {0};
	size_t n = 0;

	(void)state;
	assert_int_equal(segments_find(x, y, 5, 3, 2, list, &n, &err), ERR_INPUT);
	assert_int_equal(segments_find(x, x, 2, 3, 2, list, &n, NULL), ERR_INPUT);
	assert_int_equal(segments_find(x, x, 5, 3, 2, list, &n, NULL), OK);
	assert_int_equal(n, 1);
	assert_true(fabs(list[0].line.slope - 1) < 1e-12 &&
		    fabs(list[0].line.intercept) < 1e-12); /* an exact line, to rounding */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_breaks_are_found),
		cmocka_unit_test(on_straight_lines_none_are_invented),
		cmocka_unit_test(what_is_no_curve_of_times_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
