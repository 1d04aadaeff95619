#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "estimate/verdict.h"

#define US 1e-6
#define TIMINGS 60

static const struct experiment small = {.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .count = 1};
static const struct experiment large = {.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .bytes = 65536, .count = 1};

/* Timings in order, by index: a level in microseconds. */
typedef double script(size_t i);

static double steady(size_t i)
{
	(void)i;
	return 10;
}

static double slower(size_t i)
{
	(void)i;
	return 11.2;
}

static double a_little_slower(size_t i)
{
	(void)i;
	return 10.2;
}

/* 2.7 times as long for a while, in 20 of 60 timings. */
static double two_levels(size_t i)
{
	return i >= 25 && i < 45 ? 27 : 10;
}

static double outliers(size_t i)
{
	return i % 20 == 7 ? 50 : 10;
}

/* Up by 60 % over the run, so that the halves differ by 26 %. */
static double drifting(size_t i)
{
	return 10 + 6 * (double)i / TIMINGS;
}

static double drifting_a_little(size_t i)
{
	return 10 + 0.6 * (double)i / TIMINGS;
}

/* Each timing a little above its level: 1 % on average. */
static void take(struct campaign *campaign, const struct experiment *what, script *level, uint64_t seed)
{
	struct sample *sample = campaign_point(campaign, what, NULL);
	struct random random;

	assert_non_null(sample);
	random_init(&random, seed);
	for (size_t i = 0; i < TIMINGS; i++) {
		const struct observation observation = {.at = (double)i,
							.seconds = level(i) * US *
								   (1 + 0.01 * random_exponential(&random)),
							.send_seconds = NAN};

		assert_int_equal(sample_add(sample, &observation, 1, NULL), OK);
	}
}

static struct watch watching(size_t sentinels)
{
	return (struct watch){.sentinels = {small, large}, .n = sentinels};
}

static void assert_contains(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("\"%s\" does not say \"%s\"", text, part);
}

static void a_change_within_the_run_is_told(void **state)
{
	static const struct {
		script *of_small, *of_large;
		bool changed;
		const char *says;
	} cases[] = {
		{steady, steady, false,
		 "The machine stayed the same: no second state and no drift above 10 % of the fixed messages that "
		 "were timed again and again."},
		{outliers, steady, false, "stayed the same"},
		{drifting_a_little, steady, false, "stayed the same"},
		{two_levels, steady, true, "The machine changed: Empty round trip: 2 states seen, 10."},
		{two_levels, steady, true, "us in 67 % of the timings and 27."},
		{two_levels, steady, true, "us in 33 %."},
		{steady, two_levels, true,
		 "The machine changed: Round trip of 64 KiB with an empty answer: 2 states seen"},
		{drifting, steady, true, "Empty round trip: it drifted from 11."},
		{steady, drifting, true, "Round trip of 64 KiB with an empty answer: it drifted from 11."},
		{two_levels, drifting, true, "Round trip of 64 KiB with an empty answer: it drifted"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct watch watch = watching(2);
		struct verdict_on_machine verdict;

		take(&watch.seen, &small, cases[i].of_small, 1);
		take(&watch.seen, &large, cases[i].of_large, 2);
		verdict = verdict_find(&watch, NULL, NULL);
		assert_int_equal(verdict.changed, cases[i].changed);
		assert_contains(verdict.text, cases[i].says);
		assert_null(strstr(verdict.text, "main"));
		watch_release(&watch);
	}
}

static void a_change_since_an_earlier_campaign_is_told(void **state)
{
	static const struct {
		script *before, *now;
		bool changed;
		const char *says;
	} cases[] = {
		{steady, steady, false, "and their level is that of the main state."},
		{steady, a_little_slower, false, "and their level is that of the main state."}, /* 2 % */
		{steady, slower, true, "The machine changed: Empty round trip: 11.2"},
		{steady, slower, true, "us (+12 %)."},
		{slower, steady, true, "us (-11 %)."}, /* 1/1.12 */
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct watch watch = watching(1);
		struct campaign before = {0};
		struct verdict_on_machine verdict;

		take(&watch.seen, &small, cases[i].now, 1);
		take(&watch.good, &small, cases[i].now, 1);
		take(&before, &small, cases[i].before, 2);
		verdict = verdict_find(&watch, &before, NULL);
		assert_int_equal(verdict.changed, cases[i].changed);
		assert_contains(verdict.text, cases[i].says);
		watch_release(&watch);
		campaign_release(&before);
	}
}

static void an_earlier_campaign_that_does_not_know_the_sentinels_says_nothing_of_their_level(void **state)
{
	struct watch watch = watching(2);
	struct campaign before = {0};
	struct verdict_on_machine verdict;
	(void)state;
	take(&watch.seen, &small, steady, 1);
	take(&watch.seen, &large, steady, 2);
	take(&before, &small, steady, 3);
	verdict = verdict_find(&watch, &before, NULL);
	assert_false(verdict.changed);
	assert_null(strstr(verdict.text, "main"));
	watch_release(&watch);
	campaign_release(&before);
}

static void waiting_is_told_and_so_is_waiting_in_vain(void **state)
{
	struct watch watch = watching(1);
	struct verdict_on_machine back, never;
	(void)state;
	take(&watch.seen, &small, two_levels, 1);
	watch.waited = 12.34;
	back = verdict_find(&watch, NULL, NULL);
	assert_contains(back.text, "Timings were taken in one state only; 12.3 s were spent waiting for it.");
	watch.gives_up = true;
	never = verdict_find(&watch, NULL, NULL);
	assert_true(never.changed);
	assert_contains(never.text, "It was not back in its main state after 12.3 s of waiting");
	assert_null(strstr(never.text, "in one state only"));
	watch_release(&watch);
}

static void giving_up_is_a_change_even_if_the_timings_show_none(void **state)
{
	struct watch watch = watching(1);
	struct verdict_on_machine verdict;
	(void)state;
	take(&watch.seen, &small, steady, 1);
	watch.gives_up = true;
	verdict = verdict_find(&watch, NULL, NULL);
	assert_true(verdict.changed);
	assert_contains(verdict.text, "The machine changed:");
	watch_release(&watch);
}

static void without_sentinels_nothing_is_found(void **state)
{
	struct watch none = watching(0), unseen = watching(2);
	(void)state;
	for (int i = 0; i < 2; i++) {
		struct verdict_on_machine verdict = verdict_find(i == 0 ? &none : &unseen, NULL, NULL);

		assert_false(verdict.changed);
		assert_false(verdict.known);
		assert_contains(verdict.text, "not known: it was not watched");
	}
}

/* Both sentinels with all there is to say, and numbers as long as they get. */
static void the_longest_note_has_room(void **state)
{
	struct watch watch = watching(2);
	struct campaign before = {0};
	struct verdict_on_machine verdict;
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		take(&watch.seen, &watch.sentinels[i], two_levels, 1);
		take(&before, &watch.sentinels[i], slower, 2);
		for (size_t k = 0; k < TIMINGS; k++)
			watch.seen.samples[i]->observations[k].seconds *= 1e9;
	}
	watch.gives_up = true;
	watch.waited = 86400;
	verdict = verdict_find(&watch, &before, NULL);
	assert_true(verdict.text[strlen(verdict.text) - 1] == '.'); /* not cut */
	assert_contains(verdict.text, "hold in neither.");
	watch_release(&watch);
	campaign_release(&before);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_change_within_the_run_is_told),
		cmocka_unit_test(a_change_since_an_earlier_campaign_is_told),
		cmocka_unit_test(an_earlier_campaign_that_does_not_know_the_sentinels_says_nothing_of_their_level),
		cmocka_unit_test(waiting_is_told_and_so_is_waiting_in_vain),
		cmocka_unit_test(giving_up_is_a_change_even_if_the_timings_show_none),
		cmocka_unit_test(without_sentinels_nothing_is_found),
		cmocka_unit_test(the_longest_note_has_room),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
