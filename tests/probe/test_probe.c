#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>

#include "model/classes.h"
#include "platform/synthetic.h"
#include "probe/probe.h"
#include "copies.h"
#include "scripted.h"

#define US 1e-6
#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* L = 0.5 us, g = 1 us + 1 ns/B, overheads of 3 us: an empty round trip takes 3 us, one of 1 MiB about 1 ms. */
static struct model *quick_model(void)
{
	static const struct link any = {LINK_ANY, LINK_ANY};
	static const double bytes[] = {0, 1 << 20}, gap[] = {1 * US, 1 * US + (1 << 20) * 1e-9};
	struct model *model = model_new(&model_plogp, 2, &any, 1);

	assert_non_null(model);
	assert_int_equal(model_set(model, 0, "L", 0.5 * US, NULL), OK);
	assert_int_equal(model_set(model, 0, "o_s", 3 * US, NULL), OK);
	assert_int_equal(model_set(model, 0, "o_r", 3 * US, NULL), OK);
	assert_int_equal(model_set_curve(model, 0, "g", bytes, gap, 2, NULL), OK);
	return model;
}

/* A synthetic platform with all that probing needs. */
struct bench {
	struct model *model;
	struct platform *platform;
	struct campaign campaign;
	struct probe_options options;
	struct prober prober;
};

static void bench_open(struct bench *b, const struct noise *noise, const struct probe_sink *sink)
{
	*b = (struct bench){.model = quick_model(), .options = probe_options_default()};
	assert_int_equal(synthetic_open(b->model, noise, 1, &b->platform, NULL), OK);
	prober_init(&b->prober, b->platform, &b->campaign, &b->options, sink, NULL);
}

static void bench_close(struct bench *b)
{
	prober_release(&b->prober);
	campaign_release(&b->campaign);
	platform_close(b->platform);
	model_free(b->model);
}

static void probe(struct bench *b, const struct experiment *points, size_t n)
{
	struct error err = {0};

	if (probe_points(&b->prober, points, n, &err) != OK)
		fail_msg("%s", err.text);
}

#define LARGE 524288

/* One of each kind, small and large. */
static const struct experiment points[] = {
	{.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .count = 1},
	{.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .bytes = 1024, .reply_bytes = 1024, .count = 1},
	{.kind = EXPERIMENT_SEND, .from = 0, .to = 1, .bytes = 16, .count = 1},
	{.kind = EXPERIMENT_RECEIVE, .from = 0, .to = 1, .bytes = 1024, .count = 1},
	{.kind = EXPERIMENT_RECEIVE_EXPECTED, .from = 1, .to = 0, .bytes = LARGE - 1, .count = 1},
	{.kind = EXPERIMENT_TRAIN, .from = 0, .to = 1, .count = 20},
	{.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .bytes = LARGE, .count = 1},
	{.kind = EXPERIMENT_RECEIVE, .from = 1, .to = 0, .bytes = 2 * LARGE, .count = 1},
	{.kind = EXPERIMENT_TRAIN, .from = 0, .to = 1, .bytes = LARGE, .count = 10},
	{.kind = EXPERIMENT_SEND_ALONE, .from = 0, .to = 1, .bytes = 16, .count = 1},
};
#define POINTS COUNT(points)

enum { SMALL, TRAIN, BIG };
static const int sorts[POINTS] = {SMALL, SMALL, SMALL, SMALL, SMALL, TRAIN, BIG, BIG, TRAIN, SMALL};

static void points_are_repeated_as_often_as_the_rule_allows(void **state)
{
	static const struct {
		double spread;
		size_t least, most, large_most, steady, expected[3];
		enum statistic statistic;
	} cases[] = {
		{5, 20, 60, 15, 5, {60, 15, 15}, STATISTIC_MIN}, /* never precise: the caps */
		{0, 20, 60, 15, 0, {20, 5, 15}, STATISTIC_MIN},  /* precise at once: the least, of trains 5, never more
								    than the cap */
		{0, 20, 60, 15, 5, {2, 5, 2}, STATISTIC_MIN},    /* all the same: computed */
		{0, 20, 60, 15, 40, {2, 5, 2}, STATISTIC_MIN},
		{1e-5, 20, 60, 15, 5, {20, 5, 15}, STATISTIC_MIN}, /* precise, yet not the same */
		{5, 3, 7, 5, 0, {7, 5, 5}, STATISTIC_MIN},         /* odd numbers */
		{0, 3, 7, 5, 0, {3, 3, 3}, STATISTIC_MIN},
		{0, 20, 60, 2, 0, {20, 2, 2}, STATISTIC_MIN},
		{5, 20, 10, 15, 0, {10, 10, 10}, STATISTIC_MIN}, /* a least above the most */
		{5, 2, 2, 15, 0, {2, 2, 2}, STATISTIC_MIN},
		/* Means take 20 of all, if the most allows them; medians do not. */
		{5, 20, 60, 15, 0, {60, 20, 20}, STATISTIC_MEAN},
		{0, 20, 60, 15, 0, {20, 20, 20}, STATISTIC_MEAN},
		{0, 20, 60, 15, 5, {2, 5, 2}, STATISTIC_MEAN},
		{5, 5, 12, 12, 0, {12, 12, 12}, STATISTIC_MEAN},
		{0, 5, 60, 15, 0, {5, 5, 5}, STATISTIC_MEAN},
		{0, 20, 60, 15, 0, {20, 5, 15}, STATISTIC_MEDIAN},
	};
	(void)state;
	for (size_t c = 0; c < COUNT(cases); c++) {
		struct bench b;
		const struct noise noise = {.spread = cases[c].spread};

		bench_open(&b, &noise, NULL);
		b.options.stopping.least = cases[c].least;
		b.options.stopping.most = cases[c].most;
		b.options.large_most = cases[c].large_most;
		b.options.steady = cases[c].steady;
		b.options.stopping.statistic = cases[c].statistic;
		probe(&b, points, POINTS);
		assert_int_equal(b.campaign.n, POINTS);
		for (size_t i = 0; i < POINTS; i++) {
			size_t n = campaign_find(&b.campaign, &points[i])->n, expected = cases[c].expected[sorts[i]];

			/* Two at a time: an odd number may be passed by one, but a cap never. That time is computed is
			 * known after two more visits. */
			size_t more = expected == 2 && cases[c].steady > 0 ? 4 : 1;

			if (cases[c].spread == 5 ? n != expected : n < expected || n > expected + more)
				fail_msg("case %zu: %s of %zu bytes measured %zu times, not %zu", c,
					 experiment_name(points[i].kind), points[i].bytes, n, expected);
		}
		bench_close(&b);
	}
}

static void between_least_and_most_precision_decides(void **state)
{
	static const struct noise noise = {.spread = 0.08};
	struct bench b;
	size_t between = 0;
	(void)state;
	bench_open(&b, &noise, NULL);
	for (size_t i = 0; i < 40; i++) {
		struct experiment what = {.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .bytes = i, .count = 1};
		const struct sample *sample;
		double seconds[60];

		probe(&b, &what, 1);
		sample = campaign_find(&b.campaign, &what);
		assert_in_range(sample->n, 20, 60);
		for (size_t k = 0; k < sample->n; k++)
			seconds[k] = sample->observations[k].seconds;
		assert_true(sample->n == 60 || stopping_error(&b.options.stopping, seconds, sample->n) <= 0.01);
		if (sample->n > 20) { /* a visit before it was not */
			assert_false(stopping_done(&b.options.stopping, seconds, sample->n - 2));
			between += sample->n < 60;
		}
	}
	assert_true(between > 10);
	bench_close(&b);
}

static void points_are_measured_in_turns(void **state)
{
	static const struct noise noise = {.spread = 5};
	struct bench b;
	(void)state;
	bench_open(&b, &noise, NULL);
	probe(&b, points, POINTS);
	for (size_t i = 0; i < POINTS; i++) {
		for (size_t k = 0; k < POINTS; k++) {
			const struct sample *x = campaign_find(&b.campaign, &points[i]),
					    *y = campaign_find(&b.campaign, &points[k]);

			assert_true(x->observations[0].at < y->observations[y->n - 1].at);
		}
	}
	bench_close(&b);
}

/* The order in which a campaign's observations were taken, as indices of points. */
static void first_turns(const struct campaign *campaign, double *at)
{
	for (size_t i = 0; i < POINTS; i++)
		at[i] = campaign_find(campaign, &points[i])->observations[0].at;
}

static void a_seed_decides_on_the_order_of_turns(void **state)
{
	static const struct noise quiet = {0};
	double at[3][POINTS];
	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct bench b;

		bench_open(&b, &quiet, NULL);
		b.options.seed = i < 2 ? 1 : 2;
		prober_init(&b.prober, b.platform, &b.campaign, &b.options, NULL, NULL);
		probe(&b, points, POINTS);
		first_turns(&b.campaign, at[i]);
		bench_close(&b);
	}
	assert_memory_equal(at[0], at[1], sizeof(at[0]));
	assert_memory_not_equal(at[0], at[2], sizeof(at[0]));
}

static void what_is_shorter_than_the_clock_can_tell_is_timed_in_a_loop(void **state)
{
	static const struct noise coarse = {.tick = 1 * US};
	struct bench b;
	(void)state;
	bench_open(&b, &coarse, NULL);
	probe(&b, points, POINTS);
	for (size_t i = 0; i < POINTS; i++) {
		const struct sample *sample = campaign_find(&b.campaign, &points[i]);
		double section = (double)sample->what.loop * sample->observations[0].seconds;
		bool alone = points[i].kind == EXPERIMENT_SEND_ALONE,
		     single = !alone && points[i].kind != EXPERIMENT_ROUNDTRIP && points[i].kind != EXPERIMENT_TRAIN;

		if (alone) /* each between two round trips, which are not timed */
			assert_true(section >= 99 * US && section <= 200 * US);
		else if (single)
			assert_in_range(sample->what.loop, 1, 16);
		else /* 1000 ticks, of which rounding may hide the last, but no more than the buffers hold side by side
		      */
			assert_true(section >= 999 * US ||
				    (sample->what.loop + 1) * points[i].bytes * points[i].count > 262144);
		assert_true(sample->what.loop == 1 || sample->what.loop * points[i].bytes * points[i].count <= 262144);
		assert_true(!isnan(sample->observations[0].send_seconds) == (sample->what.loop == 1 && !single));
	}
	/* 3 us in 1000 ticks of 1 us; calls of 3 us in bursts as long as allowed: 16 short ones, 128 KiB of longer
	 * ones. */
	assert_in_range(campaign_find(&b.campaign, &points[0])->what.loop, 334, 500);
	assert_int_equal(campaign_find(&b.campaign, &points[2])->what.loop, 16);
	assert_int_equal(campaign_find(&b.campaign, &points[4])->what.loop, 1);
	assert_int_equal(campaign_find(&b.campaign, &points[6])->what.loop, 1); /* 512 KiB: the buffers hold one */
	assert_int_equal(campaign_find(&b.campaign, &points[8])->what.loop, 1); /* 5 ms */
	bench_close(&b);
}

static void the_user_says_how_long_a_timing_is(void **state)
{
	static const struct noise coarse = {.tick = 1 * US};
	static const struct {
		struct probe_loop loop;
		size_t expected[POINTS]; /* bursts of calls have 16 at most, or 128 KiB; trains as many as make up the
					    messages; 512 KiB lie there once */
		bool cut;
	} cases[] = {
		{{.messages = 1}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, false},
		{{.messages = 8}, {8, 8, 8, 8, 1, 1, 1, 1, 1, 8}, true},
		{{.messages = 100}, {100, 100, 16, 16, 1, 5, 1, 1, 1, 100}, true},
		{{.messages = 1000}, {1000, 256, 16, 16, 1, 50, 1, 1, 1, 1000}, true},
		/* 3 us, 5.048 us, calls of 3 us, RTT_20 of 22 us */
		{{.seconds = 30 * US}, {10, 6, 10, 10, 1, 2, 1, 1, 1, 10}, true},
		{{.seconds = 300 * US}, {100, 60, 16, 16, 1, 14, 1, 1, 1, 100}, true},
	};
	(void)state;
	for (size_t c = 0; c < COUNT(cases); c++) {
		struct bench b;

		bench_open(&b, &coarse, NULL);
		b.options.loop = cases[c].loop;
		probe(&b, points, POINTS);
		for (size_t i = 0; i < POINTS; i++)
			if (campaign_find(&b.campaign, &points[i])->what.loop != cases[c].expected[i])
				fail_msg("case %zu, point %zu: loops of %zu, not %zu", c, i,
					 campaign_find(&b.campaign, &points[i])->what.loop, cases[c].expected[i]);
		assert_true(b.prober.cut == cases[c].cut);
		bench_close(&b);
	}
}

static double three_microseconds(const struct experiment *what, double now)
{
	(void)now;
	return 3 * US * (double)what->count;
}

static void a_call_of_the_clock_counts_like_its_resolution(void **state)
{
	static const struct clock clocks[] = {{1 * US, 0}, {1e-3 * US, 1 * US}, {0.1 * US, 1 * US}, {1 * US, 0.1 * US}};
	const struct probe_options options = probe_options_default();
	(void)state;
	for (size_t i = 0; i < COUNT(clocks); i++) {
		struct scripted s = scripted_platform(three_microseconds);
		struct campaign campaign = {0};
		struct prober prober;

		s.platform.clock = clocks[i];
		prober_init(&prober, &s.platform, &campaign, &options, NULL, NULL);
		assert_int_equal(probe_points(&prober, points, 1, NULL), OK);
		assert_int_equal(campaign.samples[0]->what.loop, 334);
		prober_release(&prober);
		campaign_release(&campaign);
	}
}

static void receives_are_delayed_longer_than_the_messages_need(void **state)
{
	static const struct noise noises[] = {
		{0}, {.tick = 1 * US}, {.spread = 0.05, .outliers = 0.02, .outlier_factor = 5}};
	(void)state;
	for (size_t i = 0; i < COUNT(noises) * 2; i++) {
		struct bench b;

		bench_open(&b, &noises[i / 2], NULL);
		for (size_t bytes = 0; bytes <= 2 * LARGE; bytes = 4 * bytes + 1) {
			const struct experiment trip = {
				.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .bytes = bytes, .count = 1};
			struct experiment what = trip;
			const struct sample *sample;

			what.kind = i % 2 ? EXPERIMENT_RECEIVE_EXPECTED : EXPERIMENT_RECEIVE;
			if (bytes % 2) /* half of them after their round trip, the other half before */
				probe(&b, &trip, 1);
			probe(&b, &what, 1);
			sample = campaign_find(&b.campaign, &what);
			assert_true(sample->what.delay >
				    (double)sample->what.loop *
					    model_roundtrip(b.model, (struct link){0, 1}, bytes, 0));
			for (size_t k = 0; k < sample->n; k++)
				assert_true(sample->observations[k].seconds <
					    3 * US * 6 * 3); /* overhead, outlier factor, spread: it never waited for a
								long message */
		}
		bench_close(&b);
	}
}

static void points_that_are_there_already_are_continued_under_their_settings(void **state)
{
	static const struct noise coarse = {.tick = 1 * US};
	struct bench b;
	size_t loop;
	(void)state;
	bench_open(&b, &coarse, NULL);
	b.options.steady = 0;
	probe(&b, points, 1);
	loop = b.campaign.samples[0]->what.loop;
	assert_int_equal(b.campaign.samples[0]->n, 20);
	probe(&b, points, 1);
	assert_int_equal(b.campaign.samples[0]->n, 20);
	b.options.stopping.least = 30;
	probe(&b, points, 1);
	assert_int_equal(b.campaign.n, 1);
	assert_int_equal(b.campaign.samples[0]->n, 30);
	assert_int_equal(b.campaign.samples[0]->what.loop, loop);
	bench_close(&b);
}

static void all_that_was_spent_is_accounted_for(void **state)
{
	static const struct noise noise = {.spread = 0.1};
	struct bench b;
	double seconds;
	size_t messages;
	(void)state;
	bench_open(&b, &noise, NULL);
	assert_int_equal(probe_warm(&b.prober, 0, 1, NULL), OK);
	assert_int_equal(b.prober.preparing.messages, 80);
	assert_int_equal(b.campaign.n, 0);
	probe(&b, points, POINTS);
	seconds = b.prober.preparing.seconds + b.prober.watching.seconds;
	messages = b.prober.preparing.messages + b.prober.watching.messages;
	for (size_t k = 0; k < EXPERIMENT_KINDS; k++) {
		if (k <= EXPERIMENT_RECEIVE_EXPECTED && k != EXPERIMENT_SEND_EARLY) /* the kinds among the points */
			assert_true(b.prober.spent[k].seconds > 0);
		seconds += b.prober.spent[k].seconds;
		messages += b.prober.spent[k].messages;
	}
	assert_int_equal(messages, b.platform->messages);
	/* Sums of differences of the clock. */
	assert_true(fabs(seconds - platform_now(b.platform)) < 1e-9 * seconds);
	bench_close(&b);
}

static void the_sink_gets_every_observation(void **state)
{
	static const struct noise noise = {.spread = 0.1};
	struct copies copies = {.refuses_at = 0};
	const struct probe_sink sink = {.take = copies_take, .context = &copies};
	struct bench b;
	(void)state;
	bench_open(&b, &noise, &sink);
	probe(&b, points, POINTS);
	assert_int_equal(probe_saturate(&b.prober, 1, 0, 5, NULL), OK);
	assert_true(b.campaign.n > POINTS);
	assert_same_campaign(&b.campaign, &copies.campaign);
	campaign_release(&copies.campaign);
	bench_close(&b);
}

static void a_sink_that_fails_ends_the_run_and_what_was_measured_stays(void **state)
{
	static const struct noise noise = {.spread = 0.1};
	struct copies copies = {.refuses_at = 30};
	const struct probe_sink sink = {.take = copies_take, .context = &copies};
	struct bench b;
	struct error err = {0};
	(void)state;
	bench_open(&b, &noise, &sink);
	assert_int_equal(probe_points(&b.prober, points, POINTS, &err), ERR_IO);
	assert_string_equal(err.text, "the disk is full");
	assert_int_equal(copies.calls, 30);
	assert_int_equal(observations_in(&b.campaign), 2 * 30); /* two in a visit, the refused ones among them */
	campaign_release(&copies.campaign);
	bench_close(&b);
}

static void a_platform_that_fails_ends_the_run_and_what_was_measured_stays(void **state)
{
	const struct probe_options options = probe_options_default();
	size_t before = 0, last = 0;
	(void)state;
	/* At every run, of trials of settings as well as of what is measured, until one comes after all. */
	for (size_t fails_at = 1; last == 0; fails_at++) {
		struct scripted s = scripted_platform(three_microseconds);
		struct campaign campaign = {0};
		struct prober prober;
		struct error err = {0};
		size_t n;
		enum status status;

		s.fails_at = fails_at;
		s.platform.clock.resolution = 0.01 * US; /* so that settings are tried */
		prober_init(&prober, &s.platform, &campaign, &options, NULL, NULL);
		status = probe_points(&prober, points, POINTS, &err);
		n = observations_in(&campaign);
		assert_true(n >= before && n <= before + 2);
		before = n;
		if (status == OK) {
			last = s.runs;
		} else {
			assert_int_equal(status, ERR_PLATFORM);
			assert_int_equal(s.runs, fails_at);
			assert_string_equal(err.text, "a cable was pulled");
		}
		prober_release(&prober);
		campaign_release(&campaign);
	}
	assert_true(last > 3 * POINTS && before >= 5 * POINTS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(points_are_repeated_as_often_as_the_rule_allows),
		cmocka_unit_test(between_least_and_most_precision_decides),
		cmocka_unit_test(points_are_measured_in_turns),
		cmocka_unit_test(a_seed_decides_on_the_order_of_turns),
		cmocka_unit_test(what_is_shorter_than_the_clock_can_tell_is_timed_in_a_loop),
		cmocka_unit_test(the_user_says_how_long_a_timing_is),
		cmocka_unit_test(a_call_of_the_clock_counts_like_its_resolution),
		cmocka_unit_test(receives_are_delayed_longer_than_the_messages_need),
		cmocka_unit_test(points_that_are_there_already_are_continued_under_their_settings),
		cmocka_unit_test(all_that_was_spent_is_accounted_for),
		cmocka_unit_test(the_sink_gets_every_observation),
		cmocka_unit_test(a_sink_that_fails_ends_the_run_and_what_was_measured_stays),
		cmocka_unit_test(a_platform_that_fails_ends_the_run_and_what_was_measured_stays),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
