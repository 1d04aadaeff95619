#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "../sanitized.h"
#include "base/random.h"
#include "probe/marks.h"
#include "probe/probe.h"
#include "probe/states.h"
#include "probe/tracked.h"
#include "probe/tracking.h"
#include "probe/watch.h"
#include "tracked.h"

static double machine(const struct experiment *what, double now)
{
	bool slow = fmod(now, 2 * stay) >= stay;

	return (10 * US + 1e-9 * (double)what->bytes) * (double)what->count * (slow ? factor : 1);
}

static double first_slow(const struct experiment *what, double now)
{
	return (10 * US + 1e-9 * (double)what->bytes) * (double)what->count * (now < stay ? factor : 1);
}

/* The same, and slow for the look that follows a receive, too, also when it is timed once more. */
static double after_receives(const struct experiment *what, double now)
{
	static int left;
	bool looks = what->bytes == 0, slow = looks && left > 0;

	if (what->kind == EXPERIMENT_RECEIVE)
		left = 2;
	else
		left -= slow;
	return machine(what, now) * (slow && fmod(now, 2 * stay) < stay ? factor : 1);
}

/* The times of a campaign's points lie at factor times what they take in the quick state, all of them. */
static void assert_in_state(const struct campaign *campaign, double times, size_t least)
{
	assert_true(campaign->n > 0);
	for (size_t s = 0; s < campaign->n; s++) {
		const struct sample *sample = campaign->samples[s];

		assert_true(sample->n >= least);
		for (size_t i = 0; i < sample->n; i++)
			assert_true(fabs(sample->observations[i].seconds /
						 ((10 * US + 1e-9 * (double)sample->what.bytes) * times) -
					 1) < 1e-9);
	}
}

static void the_campaign_holds_one_state_and_the_others_are_kept(void **state)
{
	static const double stays[] = {2 * MS, 5 * MS, 20 * MS};

	(void)state;
	for (int s = 0; s < 3; s++) {
		struct bench b;
		struct campaign other = {.n = 0};
		size_t all, between, kept = 0;

		factor = s == 1 ? 1.25 : 2.7;
		stay = stays[s];
		begin(&b, machine);
		measure(&b, 8);
		more(&b, 2400); /* until both states were there for long enough */
		assert_int_equal(tracking_close(&b.prober, NULL), OK);
		assert_int_equal(b.prober.tracking.levels.n, 2);
		assert_in_state(&b.campaign, b.prober.tracking.main == 0 ? 1 : factor, 20);
		assert_int_equal(tracked_campaign(&b.prober.tracking, 1 - b.prober.tracking.main, &other, NULL), OK);
		assert_in_state(&other, b.prober.tracking.main == 0 ? factor : 1, 0);
		tracked_count(&b.prober.tracking, &all, &between);
		for (size_t i = 0; i < b.campaign.n; i++)
			kept += b.campaign.samples[i]->n + campaign_find(&other, &b.campaign.samples[i]->what)->n;
		assert_int_equal(kept + between, all);
		assert_int_equal(b.counted.all, all);
		assert_int_equal(b.counted.open, 0);
		campaign_release(&other);
		end(&b);
	}
}

static void a_machine_with_one_state_is_measured_as_ever(void **state)
{
	struct bench b;

	(void)state;
	factor = 1;
	stay = 1;
	begin(&b, machine);
	measure(&b, 8);
	assert_int_equal(b.prober.tracking.levels.n, 1);
	assert_in_state(&b.campaign, 1, 20);
	for (size_t i = 0; i < b.campaign.n; i++)
		assert_int_equal(b.campaign.samples[i]->n, 20);
	end(&b);
}

/* But for the first two, of which it is not known yet how long they take. */
static void what_takes_much_longer_than_a_look_has_looks_before_and_after_each(void **state)
{
	struct experiment point = trip(1000000);
	const struct sample *sample;
	struct bench b;

	(void)state;
	factor = 1;
	stay = 1;
	begin(&b, machine);
	assert_int_equal(probe_points(&b.prober, &point, 1, NULL), OK);
	sample = campaign_find(&b.prober.tracking.all, &point);
	assert_true(sample->n >= 15);
	for (size_t i = 2; i < sample->n; i++) {
		size_t looks = 0;

		for (size_t k = 0; k < b.prober.tracking.n; k++)
			looks += b.prober.tracking.at[k] > sample->observations[i - 1].at &&
				 b.prober.tracking.at[k] < sample->observations[i].at;
		assert_true(looks > 0);
	}
	end(&b);
}

/* What was measured while the machine was in a state that it left for good is measured again in its usual one. */
static void points_are_completed_in_the_state_that_turns_out_to_be_the_main_one(void **state)
{
	struct bench b;

	(void)state;
	factor = 2;
	stay = 40 * MS;
	begin(&b, first_slow);
	measure(&b, 8);
	assert_true(b.platform.time < stay); /* else this tests nothing */
	assert_in_state(&b.campaign, 2, 20);
	while (b.platform.time < 3 * stay)
		more(&b, 100);
	measure(&b, 8);
	assert_int_equal(tracking_close(&b.prober, NULL), OK);
	assert_in_state(&b.campaign, 1, 20);
	end(&b);
}

/* Experiments at the same time take so many times as long as alone. */
static enum status side_by_side(struct platform *platform, const struct experiment *list, size_t k, size_t n,
				struct observation *observations, struct error *err)
{
	for (size_t i = 0; i < k; i++) {
		if (scripted_run(platform, &list[i], n, &observations[i * n], err) != OK)
			return ERR_PLATFORM;
		for (size_t j = 0; j < n; j++)
			observations[i * n + j].seconds *= (double)k;
	}
	return OK;
}

/* What was measured at the same time in a state that turns out not to be the main one is completed so, and not alone.
 */
static void points_of_a_group_are_completed_together(void **state)
{
	struct platform_class class = scripted_class;
	struct experiment group[2] = {trip(5000), trip(5000)};
	struct bench b;

	(void)state;
	factor = 2;
	stay = 40 * MS;
	begin(&b, first_slow);
	class.run_together = side_by_side;
	b.platform.platform.class = &class;
	b.platform.platform.processes = 4;
	group[1].from = 2, group[1].to = 3;
	measure(&b, 1);
	assert_int_equal(probe_groups(&b.prober, group, 2, 1, NULL), OK);
	assert_true(b.platform.time < stay); /* else this tests nothing */
	while (b.platform.time < 3 * stay)
		more(&b, 100);
	assert_int_equal(probe_complete(&b.prober, NULL), OK);
	for (int i = 0; i < 2; i++) {
		const struct sample *sample = campaign_find(&b.campaign, &group[i]);

		assert_true(sample && sample->n >= 20);
		for (size_t k = 0; k < sample->n; k++)
			assert_true(fabs(sample->observations[k].seconds - 2 * 15 * US) < 1e-12);
	}
	end(&b);
}

/* Where what is measured is itself followed by the other state, it is not waited for without an end. */
static void a_point_that_is_never_of_the_main_state_is_given_up(void **state)
{
	const struct experiment receive = {.kind = EXPERIMENT_RECEIVE, .from = 0, .to = 1, .bytes = 1000, .count = 1};
	const struct experiment points[] = {receive, trip(9000), trip(10000), trip(11000)};
	const struct sample *sample;
	struct bench b;

	(void)state;
	factor = 2;
	stay = 20 * MS;
	begin(&b, after_receives);
	measure(&b, 8);
	while (b.platform.time < 5 * stay || b.prober.tracking.main != 0)
		more(&b, 100);
	assert_int_equal(b.prober.tracking.levels.n, 2);
	tracking_fix(&b.prober);
	b.options.stopping.most = b.options.stopping.least = 400; /* so that the others go on for long enough */
	assert_int_equal(probe_points(&b.prober, points, 4, NULL), OK);
	assert_true(tracking_misses(&b.prober, &receive));
	sample = campaign_find(&b.prober.tracking.all, &receive);
	assert_true(sample->n >= 120 && sample->n < 2000);
	assert_in_state(&b.campaign, 1, 0);
	end(&b);
}

/* Every so manieth sentinel takes a hundred times as long: it was interrupted. */
static double interrupted(const struct experiment *what, double now)
{
	static size_t looks;
	bool now_and_then = what->bytes == 0 && ++looks % 35 == 0;

	return machine(what, now) * (now_and_then ? 100 : 1);
}

/* An interruption is no state, and nobody stops looking because of it: each observation is of the state that the
 * machine is in, or lies between the two. What the looks take with interruptions is a fifth of the time all the same.
 */
static void an_interrupted_look_is_made_again(void **state)
{
	struct bench b;
	struct campaign other = {.n = 0};

	(void)state;
	factor = 2.7;
	stay = 20 * MS;
	begin(&b, interrupted);
	measure(&b, 8);
	more(&b, 4800);
	assert_int_equal(tracking_settle(&b.prober, NULL), OK);
	assert_int_equal(b.prober.tracking.levels.n, 2);
	for (size_t i = 1; i < b.prober.tracking.n; i++)
		assert_true(b.prober.tracking.seconds[i] < 30 * US);
	assert_true(b.prober.tracking.looks.spent <= 0.2 * b.platform.time + 5 * MS);
	assert_in_state(&b.campaign, b.prober.tracking.main == 0 ? 1 : factor, 20);
	assert_int_equal(tracked_campaign(&b.prober.tracking, 1 - b.prober.tracking.main, &other, NULL), OK);
	assert_in_state(&other, b.prober.tracking.main == 0 ? factor : 1, 0);
	campaign_release(&other);
	end(&b);
}

/* The process is stopped for a while during one run of the sentinel, counted from 1; 0: during none. */
static size_t sentinels, stopped_during;

static enum status stop_once(struct platform *platform, const struct experiment *what, size_t n,
			     struct observation *observations, struct error *err)
{
	enum status status = scripted_run(platform, what, n, observations, err);

	if (what->bytes == 0 && ++sentinels == stopped_during) {
		observations[n - 1].seconds *= 15000;
		((struct scripted *)platform)->time += 15000 * 10 * US;
	}
	return status;
}

/* What is found of the machine when a process is stopped during this run of the sentinel. */
struct found_of_machine {
	struct regimes levels;
	size_t loop, looks;
	double quickest, longest;
};

static struct found_of_machine find_with_stop(size_t during)
{
	struct platform_class class = scripted_class;
	struct found_of_machine found;
	struct bench b;

	class.run = stop_once;
	bench_class = &class;
	sentinels = 0;
	stopped_during = during;
	begin(&b, machine);
	measure(&b, 8);
	more(&b, 2400);
	assert_int_equal(tracking_settle(&b.prober, NULL), OK);
	assert_true(sentinels >= stopped_during);
	found = (struct found_of_machine){.levels = b.prober.tracking.levels,
					  .loop = b.prober.tracking.sentinel.loop,
					  .looks = b.prober.tracking.n,
					  .quickest = INFINITY};
	for (size_t i = 0; i < b.prober.tracking.n; i++) {
		found.longest = fmax(found.longest, b.prober.tracking.seconds[i]);
		found.quickest = fmin(found.quickest, b.prober.tracking.seconds[i]);
	}
	end(&b);
	bench_class = &scripted_class;
	return found;
}

/* Whichever run it is, the one that the sentinel's settings follow from and the first look among them: no look keeps
 * it, the sentinel is repeated as often, the levels are those of the machine, the shares of the time those of the looks
 * around, and nobody stops looking. */
static void a_process_that_was_stopped_during_one_run_of_the_sentinel_changes_nothing(void **state)
{
	struct found_of_machine usual;

	(void)state;
	factor = 2.7;
	stay = 5 * MS;
	tick = 0.1 * US;
	usual = find_with_stop(0);
	assert_int_equal(usual.levels.n, 2);
	assert_true(usual.loop > 1);
	for (size_t during = 1; during <= 40; during += FEWER(1, 3)) {
		struct found_of_machine found = find_with_stop(during);

		if (found.levels.n != 2 || fabs(found.levels.of[0].value / (10 * US) - 1) > 1e-9 ||
		    fabs(found.levels.of[1].value / (27 * US) - 1) > 1e-9)
			fail_msg("stopped during run %zu: %zu levels, %g and %g us", during, found.levels.n,
				 found.levels.of[0].value / US, found.levels.of[1].value / US);
		if (found.longest > 27.1 * US || found.quickest < 9.9 * US)
			fail_msg("stopped during run %zu: a look of %g us", during, found.longest / US);
		assert_int_equal(found.loop, usual.loop);
		if ((double)found.looks < 0.9 * (double)usual.looks) /* the longer run may have more */
			fail_msg("stopped during run %zu: %zu looks, not %zu", during, found.looks, usual.looks);
		if (fabs(found.levels.of[1].share - usual.levels.of[1].share) > 0.05)
			fail_msg("stopped during run %zu: a share of %g, not %g", during, found.levels.of[1].share,
				 usual.levels.of[1].share);
	}
	tick = 0;
}

/* A quicker state that lasts for two looks is no level of its own, and its times are nobody's. */
static double glimpse(const struct experiment *what, double now)
{
	return (10 * US + 1e-9 * (double)what->bytes) * (now > stay && now < 1.02 * stay ? 1 : 3);
}

static void a_glimpse_of_a_quicker_state_is_left_out(void **state)
{
	struct bench b;

	(void)state;
	stay = 20 * MS;
	begin(&b, glimpse);
	measure(&b, 1);
	while (b.platform.time < 1.5 * stay)
		more(&b, 10);
	assert_int_equal(tracking_settle(&b.prober, NULL), OK);
	assert_int_equal(b.prober.tracking.levels.n, 1);
	assert_true(b.campaign.samples[0]->n < b.prober.tracking.all.samples[0]->n);
	assert_in_state(&b.campaign, 3, 20);
	end(&b);
}

static void the_sentinel_takes_a_fifth_of_the_time_at_most(void **state)
{
	struct bench b;

	(void)state;
	factor = 2.7;
	stay = 5 * MS;
	begin(&b, machine);
	for (int i = 0; i < 50; i++)
		measure(&b, 8);
	more(&b, 5000);
	assert_true(b.prober.watching.seconds <= 0.2 * b.platform.time + 5 * MS); /* the watch's own beginning */
	end(&b);
}

static void what_is_longer_than_a_quarter_of_a_stay_is_of_no_state(void **state)
{
	struct bench b;

	(void)state;
	factor = 2;
	stay = 4 * MS;
	begin(&b, machine);
	measure(&b, 8);

	more(&b, 1200);
	assert_int_equal(b.prober.tracking.levels.n, 2);
	/* Exponential stays of this mean have a median of 2.8 ms. */
	assert_true(marks_is_long(&b.prober.tracking, 0.8 * MS));
	assert_false(marks_is_long(&b.prober.tracking, 0.6 * MS));
	end(&b);
}

/* Random factors and stays. Half of the time the points are measured before the state is left for good, and are known
 * in it. */
static void a_state_that_does_not_come_back_is_given_up_and_named(void **state)
{
	struct random random;

	(void)state;
	random_init(&random, 11);
	for (int i = 0; i < 6; i++) {
		struct bench b;
		double first, began, limit;
		struct campaign other = {.n = 0};

		factor = 1.5 + 2 * random_uniform(&random);
		stay = (20 + 60 * random_uniform(&random)) * MS;
		begin(&b, first_slow);
		measure(&b, 1);
		first = stay * (i % 2 ? 1 : 0.3 + 0.2 * random_uniform(&random));
		while (b.platform.time < first)
			more(&b, 10);
		measure(&b, 8);
		while (b.prober.tracking.levels.n < 2 || b.prober.tracking.main != 0)
			more(&b, 100);
		b.notes = (struct notes){.n = 0};
		began = b.platform.time;
		limit = fmax(6 * b.prober.tracking.levels.stay, 2 * began);
		assert_int_equal(probe_states(&b.prober, true, NULL), OK);
		assert_int_equal(tracked_campaign(&b.prober.tracking, 1, &other, NULL), OK);
		assert_in_state(&other, factor, 0);
		if (b.platform.time - began > 1.2 * limit)
			fail_msg("factor %g, stay %g s: %g s from %g s on", factor, stay, b.platform.time - began,
				 began);
		assert_int_equal(b.notes.warnings, i % 2);
		assert_true(i % 2 == 0 || strstr(b.notes.last, "did not come back"));
		campaign_release(&other);
		end(&b);
	}
}

/* One that lasted for a twelfth of the time is too rare to be told apart before it is given up. */
static void a_state_that_is_too_rare_in_the_end_is_named_too(void **state)
{
	struct bench b;

	(void)state;
	factor = 2;
	stay = 20 * MS;
	begin(&b, first_slow);
	measure(&b, 1);
	while (b.platform.time < 12 * stay)
		more(&b, 10);
	assert_int_equal(b.prober.tracking.levels.n, 2);
	measure(&b, 8);
	b.notes = (struct notes){.n = 0};
	assert_int_equal(probe_states(&b.prober, true, NULL), OK);
	assert_int_equal(b.prober.tracking.levels.n, 1);
	assert_int_equal(b.notes.warnings, 1);
	assert_non_null(strstr(b.notes.last, "takes 20.000 us did not come back"));
	end(&b);
}

static void states_that_come_back_become_as_precise_as_the_main_one(void **state)
{
	struct bench b;
	struct campaign other = {.n = 0};

	(void)state;
	factor = 2;
	stay = 10 * MS;
	begin(&b, machine);
	measure(&b, 8);
	more(&b, 2400);
	assert_int_equal(b.prober.tracking.levels.n, 2);
	assert_int_equal(probe_states(&b.prober, true, NULL), OK);
	assert_int_equal(b.notes.warnings, 0);
	assert_int_equal(tracked_campaign(&b.prober.tracking, 1 - b.prober.tracking.main, &other, NULL), OK);
	assert_in_state(&other, b.prober.tracking.main == 0 ? factor : 1, 20);
	campaign_release(&other);
	end(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_campaign_holds_one_state_and_the_others_are_kept),
		cmocka_unit_test(a_machine_with_one_state_is_measured_as_ever),
		cmocka_unit_test(what_takes_much_longer_than_a_look_has_looks_before_and_after_each),
		cmocka_unit_test(points_are_completed_in_the_state_that_turns_out_to_be_the_main_one),
		cmocka_unit_test(points_of_a_group_are_completed_together),
		cmocka_unit_test(a_point_that_is_never_of_the_main_state_is_given_up),
		cmocka_unit_test(an_interrupted_look_is_made_again),
		cmocka_unit_test(a_process_that_was_stopped_during_one_run_of_the_sentinel_changes_nothing),
		cmocka_unit_test(a_glimpse_of_a_quicker_state_is_left_out),
		cmocka_unit_test(the_sentinel_takes_a_fifth_of_the_time_at_most),
		cmocka_unit_test(what_is_longer_than_a_quarter_of_a_stay_is_of_no_state),
		cmocka_unit_test(a_state_that_does_not_come_back_is_given_up_and_named),
		cmocka_unit_test(a_state_that_is_too_rare_in_the_end_is_named_too),
		cmocka_unit_test(states_that_come_back_become_as_precise_as_the_main_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
