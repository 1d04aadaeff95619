#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "probe/probe.h"
#include "copies.h"
#include "scripted.h"
#include "probe/watch.h"

#define US 1e-6
#define MS 1e-3

/* Round trips take 10 us and 1 ns/B; while the machine is in another state, 2.7 times as long. */
static double in_main_state(const struct experiment *what, double now)
{
	(void)now;
	return (10 * US + 1e-9 * (double)what->bytes) * (double)what->count;
}

static bool is_bad(double now)
{
	return now >= 20 * MS && now < 70 * MS;
}

static double bad_for_a_while(const struct experiment *what, double now)
{
	return in_main_state(what, now) * (is_bad(now) ? 2.7 : 1);
}

static double bad_from_some_time_on(const struct experiment *what, double now)
{
	return in_main_state(what, now) * (now >= 20 * MS ? 2.7 : 1);
}

/* The smaller sentinel only. */
static double slow_start(const struct experiment *what, double now)
{
	return in_main_state(what, now) * (now >= 20 * MS && what->bytes == 0 ? 1.3 : 1);
}

/* A single look of three in a few milliseconds, as if somebody had sneezed. */
static double hiccup(const struct experiment *what, double now)
{
	return in_main_state(what, now) * (now >= 20 * MS && now < 20.15 * MS ? 3 : 1);
}

static double slightly_slower(const struct experiment *what, double now)
{
	return in_main_state(what, now) * (now >= 20 * MS ? 1.1 : 1);
}

/* Points of some other size, so that no sentinel is among them. */
#define POINTS 60

struct watched {
	struct scripted s;
	struct campaign campaign;
	struct probe_options options;
	struct notes notes;
	struct progress progress;
	struct prober prober;
};

/* Watches, and measures points that need 60 * 60 round trips: 40 ms without waiting, after 5 ms in which the level is
 * found. */
static void run(struct watched *w, double (*seconds)(const struct experiment *what, double now), double patience,
		const struct campaign *before)
{
	struct experiment points[POINTS];

	*w = (struct watched){.s = scripted_platform(seconds), .options = probe_options_default()};
	w->options.stopping.least = w->options.stopping.most = 60;
	w->options.steady = 0;
	w->options.patience = patience;
	w->progress = (struct progress){.note = notes_take, .context = &w->notes};
	prober_init(&w->prober, &w->s.platform, &w->campaign, &w->options, NULL, &w->progress);
	for (size_t i = 0; i < POINTS; i++)
		points[i] = (struct experiment){
			.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .bytes = 1000 + i, .count = 1};
	assert_int_equal(watch_begin(&w->prober, 0, 1, WATCH_LARGE, before, NULL), OK);
	assert_int_equal(probe_points(&w->prober, points, POINTS, NULL), OK);
}

static void release(struct watched *w)
{
	prober_release(&w->prober);
	campaign_release(&w->campaign);
}

/* How many observations of the campaign took longer than in the main state. */
static size_t slow_ones(const struct campaign *campaign)
{
	size_t n = 0;

	for (size_t i = 0; i < campaign->n; i++)
		for (size_t k = 0; k < campaign->samples[i]->n; k++)
			n += campaign->samples[i]->observations[k].seconds >
			     1.01 * in_main_state(&campaign->samples[i]->what, 0);
	return n;
}

static void sentinels_are_an_empty_round_trip_and_a_larger_one(void **state)
{
	struct scripted s = scripted_platform(in_main_state);
	const struct probe_options options = probe_options_default();
	struct campaign campaign = {0};
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct prober prober;

		prober_init(&prober, &s.platform, &campaign, &options, NULL, NULL);
		assert_int_equal(watch_begin(&prober, 1, 0, i ? 4000 : 0, NULL, NULL), OK);
		assert_int_equal(prober.watch.n, i + 1);
		for (size_t k = 0; k <= i; k++) {
			const struct experiment *sentinel = &prober.watch.sentinels[k];

			assert_true(sentinel->kind == EXPERIMENT_ROUNDTRIP && sentinel->from == 1 &&
				    sentinel->to == 0 && sentinel->reply_bytes == 0);
			assert_int_equal(sentinel->bytes, k ? 4000 : 0);
			assert_true(fabs(prober.watch.level[k] - (k ? 14 : 10) * US) < 1e-12);
		}
		prober_release(&prober);
	}
	assert_int_equal(campaign.n, 0); /* finding the level is no measurement */
}

static void a_steady_machine_is_looked_at_for_a_tenth_of_the_time_and_nobody_waits(void **state)
{
	struct watched w;
	double begun;
	(void)state;
	run(&w, in_main_state, 30, NULL);
	assert_true(w.prober.watch.waited == 0 && !w.prober.watch.gives_up && w.notes.n == 0);
	for (size_t i = 0; i < 2;
	     i++) { /* looks count as measurements of points only, and the sentinels are none here */
		assert_true(campaign_find(&w.prober.watch.good, &w.prober.watch.sentinels[i])->n >= 9);
		assert_null(campaign_find(&w.campaign, &w.prober.watch.sentinels[i]));
	}
	begun = campaign_find(&w.prober.watch.seen, &w.prober.watch.sentinels[0])
			->observations[60]
			.at; /* 20 looks found the level */
	assert_true(w.prober.watching.seconds <= 0.1 * (w.s.time - begun) + w.prober.watch.cost);
	release(&w);
}

static void nothing_is_measured_while_the_machine_is_off_its_main_state(void **state)
{
	struct watched w;
	size_t slow;
	(void)state;
	run(&w, bad_for_a_while, 30, NULL);
	slow = slow_ones(&w.campaign);
	/* A look takes 0.26 ms and is due after ten times that; until then 90 round trips of 30 us may go unnoticed. */
	assert_true(w.prober.watch.waited > 45 * MS && w.prober.watch.waited < 55 * MS);
	assert_in_range(slow, 0, 90);
	assert_true(slow_ones(&w.prober.watch.seen) > slow);
	assert_false(w.prober.watch.gives_up);
	assert_int_equal(w.notes.n, 1);
	assert_int_equal(w.notes.warnings, 0);
	if (!strstr(w.notes.last, "the machine is in another state: a round trip of "))
		fail_msg("\"%s\"", w.notes.last);
	assert_true(w.s.time > 70 * MS);
	release(&w);
}

static void patience_ends_and_measuring_goes_on(void **state)
{
	struct watched w;
	(void)state;
	run(&w, bad_from_some_time_on, 10 * MS, NULL);
	assert_true(w.prober.watch.gives_up);
	assert_true(w.prober.watch.waited >= 10 * MS && w.prober.watch.waited < 12 * MS);
	assert_true(slow_ones(&w.campaign) > 500);
	for (size_t i = 0; i < POINTS; i++) {
		const struct experiment what = {
			.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .bytes = 1000 + i, .count = 1};

		assert_int_equal(campaign_find(&w.campaign, &what)->n, 60);
	}
	release(&w);
}

static void without_patience_nobody_waits(void **state)
{
	struct watched w;
	(void)state;
	run(&w, bad_from_some_time_on, 0, NULL);
	assert_true(w.prober.watch.gives_up);
	assert_true(w.prober.watch.waited < 1 * MS);
	assert_int_equal(w.notes.n, 0);
	release(&w);
}

static void one_sentinel_that_is_off_is_enough_and_a_tenth_is_not(void **state)
{
	struct watched off, near, moment;
	(void)state;
	run(&off, slow_start, 5 * MS, NULL);
	assert_true(off.prober.watch.gives_up);
	release(&off);
	run(&near, slightly_slower, 5 * MS, NULL);
	assert_true(!near.prober.watch.gives_up && near.prober.watch.waited == 0);
	release(&near);
	run(&moment, hiccup, 5 * MS, NULL);
	assert_true(!moment.prober.watch.gives_up && moment.notes.n == 0); /* nothing to tell */
	release(&moment);
}

/* A campaign of sentinels that took so many times as long as in the main state. */
static void fill_before(struct campaign *before, double factor)
{
	static const size_t sizes[] = {0, WATCH_LARGE};

	for (size_t i = 0; i < 2; i++) {
		const struct experiment what = {
			.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .bytes = sizes[i], .count = 1};

		for (size_t k = 0; k < 30; k++) {
			const struct observation observation = {.seconds = factor * in_main_state(&what, 0),
								.send_seconds = NAN};

			assert_int_equal(sample_add(campaign_point(before, &what, NULL), &observation, 1, NULL), OK);
		}
	}
}

/* Bad until 50 ms. */
static double bad_at_first(const struct experiment *what, double now)
{
	return in_main_state(what, now) * (now < 50 * MS ? 2.7 : 1);
}

static void the_main_state_is_that_of_the_campaign_before(void **state)
{
	struct campaign before = {0};
	struct watched w;
	(void)state;
	fill_before(&before, 1);
	run(&w, bad_at_first, 30, &before);
	assert_true(fabs(w.prober.watch.level[0] - 10 * US) < 1e-12);
	assert_true(w.prober.watch.waited > 45 * MS);
	assert_int_equal(slow_ones(&w.campaign), 0);
	release(&w);
	campaign_release(&before);
}

static void a_state_that_does_not_come_back_is_given_up_for_the_present_one(void **state)
{
	struct campaign before = {0};
	struct watched w;
	(void)state;
	fill_before(&before, 0.5);
	run(&w, in_main_state, 5 * MS, &before);
	assert_true(fabs(w.prober.watch.level[0] - 10 * US) < 1e-12);
	assert_true(!w.prober.watch.gives_up && w.prober.watch.waited == 0); /* a new beginning */
	release(&w);
	campaign_release(&before);
}

/* Twice as slow until 70 ms. */
static double quicker_later(const struct experiment *what, double now)
{
	return in_main_state(what, now) * (now < 70 * MS ? 2 : 1);
}

static void a_quicker_state_that_lasts_is_found_and_becomes_known(void **state)
{
	const struct experiment point = {.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .bytes = 1000, .count = 1};
	struct watched w, short_one;
	(void)state;
	run(&w, quicker_later, 30, NULL);
	assert_false(w.prober.watch.quicker); /* some looks are no state */
	for (int i = 0; i < 1000; i++)
		assert_int_equal(probe_more(&w.prober, &point, 1, 1, 5, NULL), OK);
	assert_true(w.prober.watch.quicker && w.prober.watch.gives_up);
	assert_true(w.prober.watch.waited == 0); /* what is quicker is not waited out */
	assert_true(fabs(w.prober.watch.level[0] - 20 * US) < 1e-12);
	assert_true(fabs(w.prober.watch.quickest[0] - 10 * US) < 1e-12);
	release(&w);
	run(&short_one, in_main_state, 30, NULL);
	assert_false(short_one.prober.watch.quicker);
	assert_true(fabs(short_one.prober.watch.quickest[0] - 10 * US) < 1e-12);
	release(&short_one);
}

static void a_present_state_quicker_than_the_main_one_is_taken_at_once(void **state)
{
	struct campaign before = {0};
	struct watched w;
	(void)state;
	fill_before(&before, 2);
	run(&w, in_main_state, 30, &before);
	assert_true(fabs(w.prober.watch.level[0] - 10 * US) < 1e-12);
	assert_true(!w.prober.watch.gives_up && !w.prober.watch.quicker && w.prober.watch.waited == 0);
	release(&w);
	campaign_release(&before);
}

/* Quicker until 60 ms, then as the campaign before. */
static double as_before_later(const struct experiment *what, double now)
{
	return in_main_state(what, now) * (now < 60 * MS ? 0.5 : 1);
}

static void an_exact_state_is_waited_for_from_below_too(void **state)
{
	struct scripted s = scripted_platform(as_before_later);
	struct probe_options options = probe_options_default();
	struct campaign campaign = {0}, before = {0};
	struct prober prober;
	(void)state;
	options.exact_state = true;
	fill_before(&before, 1);
	prober_init(&prober, &s.platform, &campaign, &options, NULL, NULL);
	assert_int_equal(watch_begin(&prober, 0, 1, WATCH_LARGE, &before, NULL), OK);
	assert_true(s.time >= 60 * MS && !prober.watch.gives_up);
	assert_true(fabs(prober.watch.level[0] - 10 * US) < 1e-12);
	prober_release(&prober);
	campaign_release(&before);
}

static void a_failure_while_watching_ends_it(void **state)
{
	(void)state;
	for (size_t fails_at = 1; fails_at < 30; fails_at++) {
		struct scripted s = scripted_platform(in_main_state);
		const struct probe_options options = probe_options_default();
		struct campaign campaign = {0};
		struct prober prober;
		struct error err = {0};

		s.fails_at = fails_at;
		prober_init(&prober, &s.platform, &campaign, &options, NULL, NULL);
		assert_int_equal(watch_begin(&prober, 0, 1, WATCH_LARGE, NULL, &err), ERR_PLATFORM);
		assert_string_equal(err.text, "a cable was pulled");
		prober_release(&prober);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sentinels_are_an_empty_round_trip_and_a_larger_one),
		cmocka_unit_test(a_steady_machine_is_looked_at_for_a_tenth_of_the_time_and_nobody_waits),
		cmocka_unit_test(nothing_is_measured_while_the_machine_is_off_its_main_state),
		cmocka_unit_test(patience_ends_and_measuring_goes_on),
		cmocka_unit_test(without_patience_nobody_waits),
		cmocka_unit_test(one_sentinel_that_is_off_is_enough_and_a_tenth_is_not),
		cmocka_unit_test(the_main_state_is_that_of_the_campaign_before),
		cmocka_unit_test(a_state_that_does_not_come_back_is_given_up_for_the_present_one),
		cmocka_unit_test(a_quicker_state_that_lasts_is_found_and_becomes_known),
		cmocka_unit_test(a_present_state_quicker_than_the_main_one_is_taken_at_once),
		cmocka_unit_test(an_exact_state_is_waited_for_from_below_too),
		cmocka_unit_test(a_failure_while_watching_ends_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
