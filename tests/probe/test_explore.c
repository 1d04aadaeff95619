/*
 * The sizes that explore_run chooses on platforms with known breaks. A place counts as found if the break is within 1 %
 * of it; a regular grid that brackets every break as well has a spacing of 1 % of the smallest break, and the sizes
 * must be fewer than a third of its points. Seeds are 1 .. SEEDS; the noise is exponential, positive, and of the given
 * mean.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "../sanitized.h"
#include "probe/explore.h"
#include "stepped.h"

#define US 1e-6
#define NS 1e-9
#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

enum { SEEDS = FEWER(100, 20), BREAKS_MOST = 24 };

/* Gropp, Lusk 1999, Fig. 1(a): zero bytes are quicker, packets of 128 bytes up to 1024, where another protocol begins
 * whose slope is less. */
static const struct stepped_curve fig_1a = {
	.latency = 40 * US,
	.slope = 20 * NS,
	.packet = 128,
	.packets_to = 1024,
	.per_packet = 5 * US,
	.steps = {{1, 12 * US, 0}, {1025, -15 * US, 0}},
	.n_steps = 2,
};

/* O'Flynn, thesis, 2009, 3.4, gather: from 4 KiB on messages of middle sizes escalate, up to 64 KiB, where
 * the protocol switches and the slope is another. */
static const struct stepped_curve gather = {
	.latency = 300 * US,
	.slope = 90 * NS,
	.steps = {{4322, 900 * US, 0}, {65537, -600 * US, 30 * NS}},
	.n_steps = 2,
};

/* The switches that an MPI library on shared memory has: eager to rendezvous, with a jump of 38 %, and a copy in
 * fragments. */
static const struct stepped_curve switches = {
	.latency = 0.4 * US,
	.slope = 0.2 * NS,
	.steps = {{4097, 0.46 * US, 0}, {131073, 6 * US, 0}},
	.n_steps = 2,
};

/* The slope changes alone. */
static const struct stepped_curve bend = {
	.latency = 2 * US, .slope = 4 * NS, .steps = {{10000, 0, -3 * NS}}, .n_steps = 1};

static const struct stepped_curve straight = {.latency = 10 * US, .slope = 1 * NS};

static const struct {
	const char *name;
	const struct stepped_curve *curve;
	size_t most;
	size_t breaks[BREAKS_MOST], n;
} cases[] = {
	{"Fig. 1(a)", &fig_1a, 2048, {1, 129, 257, 385, 513, 641, 769, 897, 1025}, 9},
	{"gather of 3.4", &gather, 100000, {4322, 65537}, 2},
	{"switches", &switches, 1 << 20, {4097, 131073}, 2},
	{"a straight line", &straight, 1 << 20, {0}, 0},
};

static struct experiment trip(const void *context, size_t bytes, size_t curve)
{
	(void)context, (void)curve;
	return (struct experiment){.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .bytes = bytes, .count = 1};
}

static const struct explore_family family = {trip, NULL, 1, 1};

struct found {
	size_t *sizes, n;
	struct breakpoint *breaks;
	size_t n_breaks;
	struct campaign campaign;
};

static void explore(struct stepped *s, const struct explore_options *options, double error, struct found *f)
{
	struct probe_options probe = probe_options_default();
	struct prober prober;
	struct error err = {0};

	*f = (struct found){0};
	probe.stopping.error = error;
	prober_init(&prober, &s->platform, &f->campaign, &probe, NULL, NULL);
	assert_int_equal(explore_run(options, &family, &prober, &f->sizes, &f->n, &err), OK);
	assert_int_equal(explore_breaks(options, &family, &prober, 0, f->sizes, f->n, &f->breaks, &f->n_breaks, &err),
			 OK);
	prober_release(&prober);
}

static void found_release(struct found *f)
{
	free(f->sizes);
	free(f->breaks);
	campaign_release(&f->campaign);
}

/* How many of the expected breaks are missing. */
static size_t missed(const struct found *f, const size_t *expected, size_t n, double part)
{
	size_t missing = 0;

	for (size_t i = 0; i < n; i++) {
		size_t k = 0;

		while (k < f->n_breaks &&
		       !(f->breaks[k].kind == BREAK_JUMP &&
			 fabs(f->breaks[k].place - (double)expected[i]) <= part * (double)expected[i]))
			k++;
		missing += k == f->n_breaks;
	}
	return missing;
}

/* The jumps that are none: further from all that are expected than a part of the place. */
static size_t invented(const struct found *f, const size_t *expected, size_t n, double part)
{
	size_t jumps = 0;

	for (size_t i = 0; i < f->n_breaks; i++) {
		size_t k = 0;

		while (k < n && fabs(f->breaks[i].place - (double)expected[k]) > part * (double)expected[k])
			k++;
		jumps += f->breaks[i].kind == BREAK_JUMP && k == n;
	}
	return jumps;
}

/* The smallest break but 1, which every list of sizes brackets, decides. */
static size_t grid_points(size_t i)
{
	double least = cases[i].n == 0          ? (double)cases[i].most
		       : cases[i].breaks[0] > 1 ? (double)cases[i].breaks[0]
						: (double)cases[i].breaks[1];

	return (size_t)((double)cases[i].most / (0.01 * least)) + 1;
}

static void without_noise_every_jump_is_found_to_the_byte_with_under_a_third_of_a_grid(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct stepped s = stepped_platform(cases[i].curve, 0, 1);
		struct explore_options options = explore_options_default(0, cases[i].most);
		struct found f;

		explore(&s, &options, 0.01, &f);
		print_message("%s: %zu sizes, a grid has %zu; %zu breaks\n", cases[i].name, f.n, grid_points(i),
			      f.n_breaks);
		assert_int_equal(missed(&f, cases[i].breaks, cases[i].n, 0), 0);
		assert_int_equal(invented(&f, cases[i].breaks, cases[i].n, 0), 0);
		if (cases[i].n > 0)
			assert_true(3 * f.n < grid_points(i));
		found_release(&f);
	}
}

static void with_noise_all_jumps_and_no_others_are_found_within_a_percent_in_95_of_100_seeds(void **state)
{
	static const double spreads[] = {0.01, 0.05};
	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		for (size_t k = 0; k < COUNT(spreads); k++) {
			size_t missing = 0, more = 0, sizes = 0;

			for (uint64_t seed = 1; seed <= SEEDS; seed++) {
				struct stepped s = stepped_platform(cases[i].curve, spreads[k], seed);
				struct explore_options options = explore_options_default(0, cases[i].most);
				struct found f;

				explore(&s, &options, 0.01, &f);
				missing += missed(&f, cases[i].breaks, cases[i].n, 0.01) > 0;
				more += invented(&f, cases[i].breaks, cases[i].n, 0.01) > 0;
				sizes = f.n > sizes ? f.n : sizes;
				found_release(&f);
			}
			assert_true(missing <= SEEDS / 20);
			assert_true(more <= SEEDS / 20);
			print_message(
				"%s, noise of %g %%: of %d seeds %zu miss a break, %zu invent one; at most %zu sizes\n",
				cases[i].name, 100 * spreads[k], SEEDS, missing, more, sizes);
		}
	}
}

static void a_change_of_slope_is_found_within_a_percent(void **state)
{
	struct stepped s = stepped_platform(&bend, 0, 1);
	struct explore_options options = explore_options_default(0, 1 << 20);
	struct found f;

	(void)state;
	explore(&s, &options, 0.01, &f);
	assert_int_equal(f.n_breaks, 1);
	assert_int_equal(f.breaks[0].kind, BREAK_SLOPE);
	assert_true(fabs(f.breaks[0].place - 10000) <= 100);
	assert_true(fabs(f.breaks[0].slope[0] - 4 * NS) < 0.01 * NS);
	assert_true(fabs(f.breaks[0].slope[1] - 1 * NS) < 0.01 * NS);
	found_release(&f);
}

/* All timings that the size had at first take twice as long: the statistic cannot help, a later look does. */
static void a_size_that_stands_out_is_measured_again_and_makes_no_break(void **state)
{
	struct stepped s = stepped_platform(&straight, 0.01, 1);
	struct explore_options options = explore_options_default(0, 1 << 20);
	struct found f;

	(void)state;
	s.spoiled = 8192;
	s.spoiled_n = 30;
	explore(&s, &options, 1, &f);
	assert_int_equal(s.spoiled_n, 0);
	assert_int_equal(f.n_breaks, 0);
	found_release(&f);
}

static void there_are_never_more_sizes_than_allowed_and_the_ends_are_among_them(void **state)
{
	static const size_t most[] = {1, 2, 7, 40};

	(void)state;
	for (size_t i = 0; i < COUNT(most); i++) {
		struct stepped s = stepped_platform(&fig_1a, 0, 1);
		struct explore_options options = explore_options_default(3, 5000);
		struct found f;

		options.count_most = most[i];
		explore(&s, &options, 0.01, &f);
		assert_true(f.n <= most[i] || (most[i] < 2 && f.n == 2));
		assert_int_equal(f.sizes[0], 3);
		assert_int_equal(f.sizes[f.n - 1], 5000);
		found_release(&f);
	}
}

static void both_rules_of_refinement_find_a_jump(void **state)
{
	(void)state;
	for (int rule = RULE_EXTRAPOLATION; rule <= RULE_MIDPOINT; rule++) {
		struct stepped s = stepped_platform(&switches, 0, 1);
		struct explore_options options = explore_options_default(0, 1 << 20);
		struct found f;

		options.rules.rule = (enum size_rule)rule;
		explore(&s, &options, 0.01, &f);
		assert_int_equal(missed(&f, cases[2].breaks, cases[2].n, 0), 0);
		found_release(&f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_noise_every_jump_is_found_to_the_byte_with_under_a_third_of_a_grid),
		cmocka_unit_test(with_noise_all_jumps_and_no_others_are_found_within_a_percent_in_95_of_100_seeds),
		cmocka_unit_test(a_change_of_slope_is_found_within_a_percent),
		cmocka_unit_test(a_size_that_stands_out_is_measured_again_and_makes_no_break),
		cmocka_unit_test(there_are_never_more_sizes_than_allowed_and_the_ends_are_among_them),
		cmocka_unit_test(both_rules_of_refinement_find_a_jump),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
