#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

#include "base/random.h"
#include "stats/regimes.h"

enum { MOST = 3000, SEEDS = 60 };

static double at[MOST], x[MOST];

/* n numbers, a millisecond apart: in turn `stay` of them on each of n_levels, above which they have exponential noise.
 */
static void make(const double *levels, size_t n_levels, size_t stay, size_t n, double noise, uint64_t seed)
{
	struct random random;

	random_init(&random, seed);
	for (size_t i = 0; i < n; i++) {
		at[i] = 1e-3 * (double)i;
		x[i] = levels[i / stay % n_levels] * (1 + noise * random_exponential(&random));
	}
}

static void every_level_is_found_with_its_value_and_share(void **state)
{
	static const double levels[] = {26e-6, 33e-6, 71e-6};

	(void)state;
	for (size_t n_levels = 1; n_levels <= 3; n_levels++)
		for (uint64_t seed = 1; seed <= SEEDS; seed++) {
			struct regimes found;

			make(levels, n_levels, 40, 1200, 0.02, seed);
			assert_int_equal(regimes_find(NULL, x, NULL, 1200, &found, NULL), OK);
			if (found.n != n_levels)
				fail_msg("seed %d: %zu levels of %zu", (int)seed, found.n, n_levels);
			for (size_t k = 0; k < n_levels; k++) {
				/* The median of the noise is 1.4 %; shares to the numbers that noise carries over. */
				assert_true(fabs(found.of[k].value / levels[k] - 1.014) < 0.01);
				assert_true(fabs(found.of[k].share - 1.0 / (double)n_levels) < 0.01);
			}
		}
}

/* 5 % of 600, of 1.25 times the time, in stretches of six: found in all but 1 % of cases, of 60 seeds in all but two.
 */
static void a_rare_level_is_found(void **state)
{
	size_t missed = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct regimes found;

		make((const double[]){1}, 1, 1, 600, 0.02, seed);
		for (size_t i = 0; i < 600; i++)
			x[i] *= i % 120 < 6 ? 1.25 : 1;
		regimes_find(NULL, x, NULL, 600, &found, NULL);
		missed += found.n != 2;
	}
	assert_true(missed <= 2);
}

/* Noise with one peak, a drift, outliers, and a second value that does not last: in all but 1 % of cases one level. */
static void what_is_no_state_is_no_level(void **state)
{
	size_t found_two[5] = {0};

	(void)state;
	for (uint64_t seed = 1; seed <= SEEDS; seed++)
		for (int kind = 0; kind < 5; kind++) {
			struct random random;
			struct regimes found;

			random_init(&random, seed);
			make((const double[]){1}, 1, 1, 900, kind == 0 ? 0.5 : 0.03, seed + 100);
			for (size_t i = 0; i < 900; i++)
				x[i] *= kind == 1   ? 1 + (double)i / 1000
					: kind == 2 ? exp(0.2 * random_normal(&random))
					: kind == 3 ? (random_uniform(&random) < 0.05 ? 5 : 1)
					: kind == 4 ? (random_uniform(&random) < 0.5 ? 2 : 1)
						    : 1;
			regimes_find(NULL, x, NULL, 900, &found, NULL);
			found_two[kind] += found.n > 1;
		}
	for (int kind = 0; kind < 5; kind++)
		if (found_two[kind] > 2)
			fail_msg("kind %d: two levels of %zu of %d", kind, found_two[kind], SEEDS);
}

/* A fifth of all takes five times as long, and what is far above the number before is taken once more, the shorter of
 * the two counts: so long ones follow each other more often than by chance. That makes two levels of one series in
 * eight, of what they were at first in 0.3 %. */
static void what_is_taken_once_more_is_no_level_by_what_it_was_at_first(void **state)
{
	enum { N = 480, SERIES = 200 };
	static double firsts[N];
	size_t found_two[2] = {0};

	(void)state;
	for (uint64_t seed = 1; seed <= SERIES; seed++) {
		struct random random;
		struct regimes found;

		random_init(&random, seed);
		for (size_t i = 0; i < N; i++) {
			double taken[2];

			for (int k = 0; k < 2; k++)
				taken[k] = (1 + 0.05 * random_exponential(&random)) *
					   (random_uniform(&random) < 0.2 ? 5 : 1);
			firsts[i] = taken[0];
			x[i] = i > 0 && taken[0] > 1.12 * x[i - 1] ? fmin(taken[0], taken[1]) : taken[0];
		}
		for (int k = 0; k < 2; k++) {
			assert_int_equal(regimes_find(NULL, x, k ? firsts : NULL, N, &found, NULL), OK);
			found_two[k] += found.n > 1;
		}
	}
	if (found_two[0] <= 10 || found_two[1] > 3)
		fail_msg("two levels of %zu and of %zu of %d", found_two[0], found_two[1], SERIES);
}

/* Of ten numbers one was taken right after the one before, on its level; the others after so long that their level is
 * chance. In the order alone that is hardly seen. */
static void a_level_that_lasts_between_near_numbers_alone_is_found_by_their_times(void **state)
{
	size_t by_times = 0, by_order = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct random random;
		struct regimes found;
		double now = 0, level = 1;

		random_init(&random, seed);
		for (size_t i = 0; i < 600; i++) {
			now += i % 10 ? 1 + random_uniform(&random) : 1e-3;
			if (i % 10)
				level = random_uniform(&random) < 0.5 ? 1 : 2;
			at[i] = now;
			x[i] = level * (1 + 0.02 * random_exponential(&random));
		}
		assert_int_equal(regimes_find(at, x, NULL, 600, &found, NULL), OK);
		by_times += found.n == 2;
		assert_int_equal(regimes_find(NULL, x, NULL, 600, &found, NULL), OK);
		by_order += found.n == 2;
	}
	if (by_times < SEEDS - 3 || by_order > SEEDS / 2)
		fail_msg("by times %zu, by the order %zu of %d", by_times, by_order, SEEDS);
}

/* 4 % of the quicker level's numbers are nearer the slower one, by noise of 5 %. The median of the noise is 3.5 %. */
static void values_are_not_moved_by_what_noise_carries_over(void **state)
{
	static const double levels[] = {1, 1.25};
	double ratio = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct regimes found;

		make(levels, 2, 20, 2000, 0.05, seed);
		assert_int_equal(regimes_find(at, x, NULL, 2000, &found, NULL), OK);
		assert_int_equal(found.n, 2);
		assert_int_equal(regimes_stay(&found, at, x, 2000, NULL), OK);
		ratio += found.of[1].value / found.of[0].value / SEEDS;
	}
	if (fabs(ratio / 1.25 - 1) > 3e-3)
		fail_msg("%g times as long, not 1.25", ratio);
}

static void stays_are_told_without_moments_of_disturbance(void **state)
{
	static const double levels[] = {1, 2};
	struct regimes found;

	(void)state;
	make(levels, 2, 50, 2000, 0.01, 1);
	for (size_t i = 25; i < 2000; i += 50) /* in the middle of each stay, of the other level */
		x[i] *= x[i] < 1.5 ? 2 : 0.5;
	regimes_find(NULL, x, NULL, 2000, &found, NULL);
	assert_int_equal(found.n, 2);
	assert_int_equal(regimes_stay(&found, at, x, 2000, NULL), OK);
	assert_true(fabs(found.stay - log(2) * 50e-3) < 2e-3); /* the median of exponential ones of this mean */
	assert_true(fabs(found.of[0].share - 0.5) < 0.005);
	assert_int_equal(regimes_index(&found, 0.9), 0);
	assert_int_equal(regimes_index(&found, 2.1), 1);
}

/* Numbers between which work is done, that of `long_work` seconds every other time, on a machine that switches between
 * two levels, on average after `dwell` seconds each. */
static void make_switching(const double *levels, double dwell, double long_work, size_t n, uint64_t seed)
{
	struct random random;
	double now = 0, until;
	size_t level = 0;

	random_init(&random, seed);
	until = dwell * random_exponential(&random);
	for (size_t i = 0; i < n; i++) {
		double work = i % 2 ? long_work : 1e-3;

		at[i] = now;
		x[i] = levels[level] * (1 + 0.01 * random_exponential(&random));
		while (now + work * levels[level] > until) {
			work -= (until - now) / levels[level];
			now = until;
			level = !level;
			until += dwell * random_exponential(&random);
		}
		now += work * levels[level];
	}
}

/* More numbers are taken on the lower level, where work is done sooner, and most changes happen between two. */
static void shares_and_stays_are_those_of_time_also_if_changes_are_not_seen(void **state)
{
	static const double levels[] = {1, 2.5}, works[] = {5e-3, 50e-3, 500e-3};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		double share = 0, stay = 0;

		for (uint64_t seed = 1; seed <= 20; seed++) {
			struct regimes found;

			make_switching(levels, 40e-3, works[i], 2000, seed);
			assert_int_equal(regimes_find(NULL, x, NULL, 2000, &found, NULL), OK);
			assert_int_equal(found.n, 2);
			assert_int_equal(regimes_stay(&found, at, x, 2000, NULL), OK);
			share += found.of[1].share / 20;
			stay += found.stay / 20;
		}
		if (fabs(share - 0.5) > 0.03 || fabs(stay / (log(2) * 40e-3) - 1) > 0.1)
			fail_msg("work of %g s: a share of %g, stays of %g s", works[i], share, stay);
	}
}

/* The second half of the numbers comes so much later, in which nothing is known of the machine: by as much as all of
 * them took. It counts as much as two times of forgetting. */
static void a_pause_adds_nothing_to_the_share_of_the_levels_around_it(void **state)
{
	static const double levels[] = {1, 2.5};

	(void)state;
	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct regimes found, paused;
		double whole;

		make_switching(levels, 40e-3, 1e-3, 2000, seed);
		whole = at[1999];
		assert_int_equal(regimes_find(NULL, x, NULL, 2000, &found, NULL), OK);
		paused = found;
		assert_int_equal(regimes_stay(&found, at, x, 2000, NULL), OK);
		for (size_t i = 1000; i < 2000; i++)
			at[i] += whole;
		assert_int_equal(regimes_stay(&paused, at, x, 2000, NULL), OK);
		if (!(fabs(paused.of[1].share - found.of[1].share) < 0.02) ||
		    !(fabs(paused.stay / found.stay - 1) < 0.05))
			fail_msg("seed %d: a share of %g, with a pause %g; stays of %g and %g s", (int)seed,
				 found.of[1].share, paused.of[1].share, found.stay, paused.stay);
	}
}

static void few_numbers_have_one_level(void **state)
{
	struct regimes found;

	(void)state;
	make((const double[]){1, 3}, 2, 9, 18, 0, 1);
	regimes_find(NULL, x, NULL, 18, &found, NULL);
	assert_int_equal(found.n, 1);
	assert_int_equal(regimes_stay(&found, at, x, 18, NULL), OK);
	assert_true(isinf(found.stay) && fabs(found.of[0].share - 1) < 1e-9);
	regimes_find(NULL, x, NULL, 0, &found, NULL);
	assert_int_equal(found.n, 1);
}

/* Levels 0, 1, 0, 1, 1 after 0, 1, 0, 1, 1. Those after the first have 1/2, 1/2, 3/4 and 5/6 by what was done, and
 * 1/2, 1/2, 3/4 and 1/4 by the level before. */
static void what_tells_of_levels_is_learnt_as_krichevsky_and_trofimov_say(void **state)
{
	static const double values[] = {1, 2, 1, 2, 2};
	static const size_t done[] = {0, 1, 0, 1, 1};
	const struct regimes levels = {.n = 2, .of = {{.value = 1}, {.value = 2}}, .bound = {1.5}},
			     one = {.n = 1, .of = {{.value = 1}}};
	double evidence = NAN, made = 0.5 * 0.5 * 0.75 * (5.0 / 6), stayed = 0.5 * 0.5 * 0.75 * (1.0 / 4);

	(void)state;
	assert_int_equal(regimes_made(&levels, values, done, 2, 5, &evidence, NULL), OK);
	assert_true(fabs(evidence - log(made / stayed)) < 1e-12);
	assert_int_equal(regimes_made(&one, values, done, 2, 5, &evidence, NULL), OK);
	assert_true(evidence == 0);
}

/* Of levels that stay for 3 to 60 numbers, what is done at random, of 2 to 40 kinds, tells less than the level before:
 * never more by a factor of 1000. Where it makes them, but for 5 %, it always does so within 150 numbers. */
static void levels_that_stay_are_told_from_those_that_are_made(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		static size_t done[MOST];
		const struct regimes levels = {.n = 2, .of = {{.value = 1}, {.value = 2}}, .bound = {1.5}};
		struct random random;
		double evidence = NAN;
		size_t kinds;

		make((const double[]){1, 2}, 2, 3 + seed, 600, 0.02, seed);
		random_init(&random, seed);
		kinds = 2 + random_below(&random, 39);
		for (size_t i = 0; i < 600; i++)
			done[i] = random_below(&random, kinds);
		assert_int_equal(regimes_made(&levels, x, done, kinds, 600, &evidence, NULL), OK);
		assert_true(evidence < log(1000));
		for (size_t i = 0; i < 150; i++)
			x[i] = (done[i] % 2 == 0) != (random_uniform(&random) < 0.05) ? 1 : 2;
		assert_int_equal(regimes_made(&levels, x, done, kinds, 150, &evidence, NULL), OK);
		assert_true(evidence > (kinds > 20 ? 0 : log(1000)));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_level_is_found_with_its_value_and_share),
		cmocka_unit_test(a_rare_level_is_found),
		cmocka_unit_test(what_is_no_state_is_no_level),
		cmocka_unit_test(what_is_taken_once_more_is_no_level_by_what_it_was_at_first),
		cmocka_unit_test(shares_and_stays_are_those_of_time_also_if_changes_are_not_seen),
		cmocka_unit_test(a_level_that_lasts_between_near_numbers_alone_is_found_by_their_times),
		cmocka_unit_test(values_are_not_moved_by_what_noise_carries_over),
		cmocka_unit_test(stays_are_told_without_moments_of_disturbance),
		cmocka_unit_test(a_pause_adds_nothing_to_the_share_of_the_levels_around_it),
		cmocka_unit_test(few_numbers_have_one_level),
		cmocka_unit_test(what_tells_of_levels_is_learnt_as_krichevsky_and_trofimov_say),
		cmocka_unit_test(levels_that_stay_are_told_from_those_that_are_made),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
