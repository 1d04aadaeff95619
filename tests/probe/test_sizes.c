#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "probe/sizes.h"
#include "stats/curve.h"

#define MOST 400

static void the_first_sizes_are_powers_of_two_between_the_ends(void **state)
{
	static const struct {
		size_t least, most, n, sizes[8];
	} cases[] = {
		{0, 16, 6, {0, 1, 2, 4, 8, 16}},
		{0, 0, 1, {0}},
		{0, 1, 2, {0, 1}},
		{1, 1, 1, {1}},
		{0, 20, 7, {0, 1, 2, 4, 8, 16, 20}},
		{4, 16, 3, {4, 8, 16}},
		{5, 20, 4, {5, 8, 16, 20}},
		{9, 10, 2, {9, 10}},
		{SIZE_MAX - 1, SIZE_MAX, 2, {SIZE_MAX - 1, SIZE_MAX}},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		size_t *sizes = NULL, n = 0;

		assert_int_equal(sizes_initial(cases[i].least, cases[i].most, &sizes, &n, NULL), OK);
		assert_int_equal(n, cases[i].n);
		assert_memory_equal(sizes, cases[i].sizes, n * sizeof(*sizes));
		free(sizes);
	}
}

static void the_first_sizes_up_to_256_kib_are_those_of_the_paper(void **state)
{
	size_t *sizes = NULL, n = 0;
	(void)state;
	assert_int_equal(sizes_initial(0, (size_t)1 << 18, &sizes, &n, NULL), OK);
	assert_int_equal(n, 20);
	assert_int_equal(sizes[0], 0);
	for (size_t k = 0; k <= 18; k++)
		assert_int_equal(sizes[k + 1], (size_t)1 << k);
	free(sizes);
}

static void sizes_grow_while_the_largest_is_off_the_line_of_the_two_before(void **state)
{
	static const struct {
		double bytes[4], value[4];
		size_t n;
		bool grow;
	} cases[] = {
		{{1, 2, 4}, {1, 2, 4}, 3, false},       {{1, 2, 4}, {1, 2, 4.03}, 3, false}, /* 0.74 % */
		{{1, 2, 4}, {1, 2, 4.05}, 3, true},                                          /* 1.23 % */
		{{1, 2, 4}, {1, 2, 3.95}, 3, true},     {{1, 2}, {1, 9}, 2, false}, /* two sizes show no bend */
		{{0, 1, 2, 4}, {9, 1, 2, 4}, 4, false},                             /* only the last three count */
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct size_curve curve = {.bytes = cases[i].bytes, .value = cases[i].value, .n = cases[i].n};

		assert_int_equal(sizes_must_grow(&curve, 0.01), cases[i].grow);
	}
}

/* The line through (1, 1) and (2, 2) says 4 at 4. A reach of r at the three sizes explains |1 - 3| r + 3 r + r = 6 r.
 */
static void a_deviation_that_the_intervals_explain_is_agreement(void **state)
{
	static const double bytes[] = {1, 2, 4}, value[] = {1, 2, 4.3};
	static const struct {
		double reach;
		bool grow;
	} cases[] = {{0, true}, {0.049, true}, {0.051, false}};
	(void)state;
	for (size_t i = 0; i < 3; i++) {
		double low[3], high[3];
		struct size_curve curve = {.bytes = bytes, .value = value, .low = low, .high = high, .n = 3};

		for (size_t k = 0; k < 3; k++) {
			low[k] = value[k] - cases[i].reach;
			high[k] = value[k] + cases[i].reach / 2;
		}
		assert_int_equal(sizes_must_grow(&curve, 0.01), cases[i].grow);
	}
}

/* What one call of sizes_refine wants, compared with a list. */
static void expect_wave(const struct size_rules *rules, const struct size_curve *curves, size_t n_curves, bool first,
			const size_t *expected, size_t n_expected)
{
	size_t *sizes = NULL, n = 0;

	assert_int_equal(sizes_refine(rules, curves, n_curves, first, &sizes, &n, NULL), OK);
	assert_int_equal(n, n_expected);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(sizes[i], expected[i]);
	free(sizes);
}

/* Linear up to 400, 1.6 instead of 1.1 at 800. */
static const double bent_bytes[] = {0, 100, 200, 400, 800}, bent[] = {1, 1.1, 1.2, 1.4, 2.8},
		    straight[] = {1, 2, 3, 5, 9};

static void extrapolation_halves_below_the_size_that_is_off(void **state)
{
	const struct size_rules rules = {.rule = RULE_EXTRAPOLATION, .epsilon = 0.01, .least_step = 32};
	const struct size_curve off = {.bytes = bent_bytes, .value = bent, .n = 5},
				on = {.bytes = bent_bytes, .value = straight, .n = 5};
	static const size_t below[] = {600};
	(void)state;
	expect_wave(&rules, &off, 1, true, below, 1);
	expect_wave(&rules, &off, 1, false, below, 1);
	expect_wave(&rules, &on, 1, true, NULL, 0);
	expect_wave(&rules, &off, 0, true, NULL, 0);
}

static void midpoints_halve_everywhere_first_and_then_on_both_sides_of_what_is_off(void **state)
{
	const struct size_rules rules = {.rule = RULE_MIDPOINT, .epsilon = 0.01, .least_step = 32};
	const struct size_curve off = {.bytes = bent_bytes, .value = bent, .n = 5},
				on = {.bytes = bent_bytes, .value = straight, .n = 5};
	static const size_t everywhere[] = {50, 150, 300, 600}, worst_first[] = {300, 600, 50, 150},
			    beside[] = {300, 600};
	(void)state;
	expect_wave(&rules, &on, 1, true, everywhere, 4);
	expect_wave(&rules, &off, 1, true, worst_first, 4);
	expect_wave(&rules, &off, 1, false, beside, 2); /* 400 is off the line between 200 and 800 */
	expect_wave(&rules, &on, 1, false, NULL, 0);
}

static void each_size_that_several_curves_want_comes_once_and_those_first_where_a_curve_is_furthest_off(void **state)
{
	static const double early[] = {1, 1.1, 1.5, 2.3, 3.9};
	const struct size_rules rules = {.rule = RULE_EXTRAPOLATION, .epsilon = 0.01, .least_step = 32};
	const struct size_curve late = {.bytes = bent_bytes, .value = bent, .n = 5},
				curves[] = {late, {.bytes = bent_bytes, .value = early, .n = 5}, late};
	static const size_t both[] = {600, 150}; /* off by 1.0 of 2.8, and by 0.3 of 1.5 */
	(void)state;
	expect_wave(&rules, curves, 3, true, both, 2);
}

/* 1.0 of 2.8 at 800, and of 102.8 where 100 is added to the value. */
static void what_values_are_added_to_counts_for_their_precision(void **state)
{
	static const size_t below[] = {600};
	static const struct {
		double epsilon, base;
		size_t n;
	} cases[] = {{0.3, 0, 1}, {0.36, 0, 0}, {0.009, 100, 1}, {0.01, 100, 0}};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct size_rules rules = {
			.rule = RULE_EXTRAPOLATION, .epsilon = cases[i].epsilon, .least_step = 32};
		const struct size_curve curve = {.bytes = bent_bytes, .value = bent, .n = 5, .base = cases[i].base};

		expect_wave(&rules, &curve, 1, true, below, cases[i].n);
	}
}

static void intervals_of_the_least_step_are_not_halved(void **state)
{
	static const double value[] = {1, 2, 30};
	static const struct {
		double bytes[3], epsilon;
		size_t least_step, n;
	} cases[] = {
		{{0, 10, 42}, 0.01, 32, 0},
		{{0, 10, 43}, 0.01, 32, 1},
		{{0, 10000, 10100}, 0.01, 32, 0}, /* epsilon * 10100 = 101 */
		{{0, 10000, 10102}, 0.01, 32, 1},
		{{0, 1, 2}, 0, 0, 0}, /* nothing lies between */
		{{0, 1, 3}, 0, 0, 1},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct size_rules rules = {
			.rule = RULE_EXTRAPOLATION, .epsilon = cases[i].epsilon, .least_step = cases[i].least_step};
		const struct size_curve curve = {.bytes = cases[i].bytes, .value = value, .n = 3};
		const size_t middle = (size_t)((cases[i].bytes[1] + cases[i].bytes[2]) / 2);

		expect_wave(&rules, &curve, 1, true, &middle, cases[i].n);
	}
}

/* A shape over sizes: a line that changes its slope and jumps at one size. */
struct shape {
	size_t at;
	double before, after, jump;
};

static double shape_value(const struct shape *s, double bytes)
{
	double at = (double)s->at;

	return bytes <= at ? 10 + s->before * bytes : 10 + s->before * at + s->jump + s->after * (bytes - at);
}

/* Knots of a shape: what a refinement has measured. */
struct knots {
	double bytes[MOST], value[MOST];
	size_t n;
};

static void knots_add(struct knots *knots, const struct shape *shape, const size_t *sizes, size_t n)
{
	assert_true(knots->n + n <= MOST);
	for (size_t i = 0; i < n; i++) {
		size_t k = knots->n++;

		for (; k > 0 && knots->bytes[k - 1] > (double)sizes[i]; k--) {
			knots->bytes[k] = knots->bytes[k - 1];
			knots->value[k] = knots->value[k - 1];
		}
		knots->bytes[k] = (double)sizes[i];
		knots->value[k] = shape_value(shape, (double)sizes[i]);
	}
}

/* Wave after wave from powers of two up to 256 KiB, until no more is wanted. */
static void refine(struct knots *knots, const struct shape *shape, const struct size_rules *rules)
{
	size_t *sizes = NULL, n = 0;

	*knots = (struct knots){.n = 0};
	assert_int_equal(sizes_initial(0, (size_t)1 << 18, &sizes, &n, NULL), OK);
	for (bool first = true; n > 0; first = false) {
		struct size_curve curve = {0};

		knots_add(knots, shape, sizes, n);
		free(sizes);
		curve = (struct size_curve){.bytes = knots->bytes, .value = knots->value, .n = knots->n};
		assert_int_equal(sizes_refine(rules, &curve, 1, first, &sizes, &n, NULL), OK);
	}
	free(sizes);
}

/* How wide the interval between knots is in which the shape changes. */
static double width_at(const struct knots *knots, size_t at)
{
	size_t k = 0;

	while (knots->bytes[k] <= (double)at)
		k++;
	return knots->bytes[k] - knots->bytes[k - 1];
}

static double largest_error(const struct knots *knots, const struct shape *shape)
{
	struct knots copy = *knots;
	const struct curve curve = {copy.bytes, copy.value, copy.n};
	double largest = 0;

	for (size_t bytes = 0; bytes <= (size_t)1 << 18; bytes += 7) {
		double value = shape_value(shape, (double)bytes);

		largest = fmax(largest, fabs(curve_at(&curve, (double)bytes) - value) / value);
	}
	return largest;
}

static const struct size_rules both_rules[] = {
	{.rule = RULE_EXTRAPOLATION, .epsilon = 0.01, .least_step = 32},
	{.rule = RULE_MIDPOINT, .epsilon = 0.01, .least_step = 32},
};

static void both_rules_find_a_jump_to_within_their_least_step(void **state)
{
	static const struct shape jumps[] = {
		{4096, 0.01, 0.01, 20},     {4095, 0.01, 0.02, 20}, {1000, 0.01, 0.01, 8},
		{100000, 0.01, 0.005, 400}, {100, 0.01, 0.01, 5},
	};
	struct knots knots;
	(void)state;
	for (size_t i = 0; i < sizeof(jumps) / sizeof(jumps[0]) * 2; i++) {
		const struct shape *jump = &jumps[i / 2];

		refine(&knots, jump, &both_rules[i % 2]);
		/* The interval ends at most one least step above the jump, so that epsilon counts from there. */
		if (!(width_at(&knots, jump->at) <= fmax(32, 0.01 * (1.02 * (double)jump->at))))
			fail_msg("%s: the jump at %zu lies in an interval of %g bytes", size_rule_names[i % 2],
				 jump->at, width_at(&knots, jump->at));
	}
}

/* The same jumps, to the byte, without many sizes on the slopes beside them: fewer than twice the halvings from the
 * interval between powers of two down to the byte. */
static void jumps_are_found_to_the_byte_if_they_are_looked_for(void **state)
{
	static const struct shape jumps[] = {
		{4096, 0.01, 0.01, 20},     {4047, 0.01, 0.02, 20}, {1000, 0.01, 0.01, 8},
		{100000, 0.01, 0.005, 400}, {100, 0.01, 0.01, 5},
	};
	struct knots knots;
	(void)state;
	for (size_t i = 0; i < sizeof(jumps) / sizeof(jumps[0]) * 2; i++) {
		const struct shape *jump = &jumps[i / 2];
		struct size_rules rules = both_rules[i % 2];
		size_t most = 20 + (i % 2 ? 19 : 0);

		rules.jump = 0.1;
		refine(&knots, jump, &rules);
		if (!(width_at(&knots, jump->at) <= 1))
			fail_msg("%s: the jump at %zu lies in an interval of %g bytes", size_rule_names[i % 2],
				 jump->at, width_at(&knots, jump->at));
		if (knots.n > most + 2 * (size_t)ceil(log2((double)jump->at)))
			fail_msg("%s: the jump at %zu took %zu sizes", size_rule_names[i % 2], jump->at, knots.n);
	}
}

static void both_rules_find_a_kink_so_well_that_nothing_between_sizes_is_further_off_than_the_tolerance(void **state)
{
	static const struct shape kinks[] = {
		{3000, 0.01, 0.04, 0}, {3000, 0.04, 0.01, 0},    {20000, 0.001, 0.01, 0},
		{100, 0.01, 0.03, 0},  {200000, 0.002, 0.01, 0}, {4096, 0.01, 0.03, 0},
	};
	struct knots knots;
	(void)state;
	for (size_t i = 0; i < sizeof(kinks) / sizeof(kinks[0]) * 2; i++) {
		const struct shape *kink = &kinks[i / 2];

		refine(&knots, kink, &both_rules[i % 2]);
		/* A size that agreed bends by epsilon at most. In an interval too short to be halved more could hide;
		 * these kinks are gentle enough that it does not. */
		if (!(largest_error(&knots, kink) <= 0.01))
			fail_msg("%s: with the kink at %zu the curve is %.3g %% off somewhere", size_rule_names[i % 2],
				 kink->at, 100 * largest_error(&knots, kink));
		assert_true(knots.n < 100);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_sizes_are_powers_of_two_between_the_ends),
		cmocka_unit_test(the_first_sizes_up_to_256_kib_are_those_of_the_paper),
		cmocka_unit_test(sizes_grow_while_the_largest_is_off_the_line_of_the_two_before),
		cmocka_unit_test(a_deviation_that_the_intervals_explain_is_agreement),
		cmocka_unit_test(extrapolation_halves_below_the_size_that_is_off),
		cmocka_unit_test(midpoints_halve_everywhere_first_and_then_on_both_sides_of_what_is_off),
		cmocka_unit_test(
			each_size_that_several_curves_want_comes_once_and_those_first_where_a_curve_is_furthest_off),
		cmocka_unit_test(what_values_are_added_to_counts_for_their_precision),
		cmocka_unit_test(intervals_of_the_least_step_are_not_halved),
		cmocka_unit_test(both_rules_find_a_jump_to_within_their_least_step),
		cmocka_unit_test(jumps_are_found_to_the_byte_if_they_are_looked_for),
		cmocka_unit_test(
			both_rules_find_a_kink_so_well_that_nothing_between_sizes_is_further_off_than_the_tolerance),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
