#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "probe/probe.h"
#include "scripted.h"

enum { PAIRS = 3, SIZES = 4, POINTS = PAIRS * SIZES, MOST = 10 };

static enum status run_together(struct platform *platform, const struct experiment *list, size_t k, size_t n,
				struct observation *observations, struct error *err)
{
	for (size_t i = 0; i < k; i++)
		if (scripted_run(platform, &list[i], n, &observations[i * n], err) != OK)
			return ERR_PLATFORM;
	return OK;
}

/* Times that never satisfy the rule, so that each point has its most repetitions. */
static double restless(const struct experiment *what, double now)
{
	return 1e-3 * (1 + (double)((unsigned)(now * 1e7) % 7)) + 1e-9 * (double)what->bytes;
}

/* A store: what came until then, if it stops or dies at a batch (counted from 1; 0: never). */
struct kept {
	struct campaign campaign;
	size_t batches, stops_at, dies_at;
};

static enum status take(void *context, const struct experiment *what, const struct observation *observations, size_t n,
			struct error *err)
{
	struct kept *kept = context;
	struct sample *sample;

	assert_true(n > 0);
	if (kept->dies_at && kept->batches + 1 > kept->dies_at)
		return error_set(err, ERR_IO, "killed");
	sample = campaign_point(&kept->campaign, what, err);
	assert_int_equal(sample_add(sample, observations, n, err), OK);
	return ++kept->batches == kept->stops_at ? error_set(err, ERR_STOPPED, "stopped") : OK;
}

static enum status probe(struct kept *kept)
{
	struct platform_class class = scripted_class;
	struct scripted s = scripted_platform(restless);
	struct probe_options options = probe_options_default();
	const struct probe_sink sink = {.take = take, .context = kept};
	struct experiment points[POINTS];
	struct campaign campaign = {0};
	struct prober prober;
	struct error err = {0};
	enum status status;

	class.run_together = run_together;
	s.platform.class = &class;
	options.stopping.least = options.stopping.most = options.large_most = MOST;
	for (size_t i = 0; i < POINTS; i++)
		points[i] = (struct experiment){.kind = EXPERIMENT_ROUNDTRIP,
						.from = 2 * (int)(i % PAIRS),
						.to = 2 * (int)(i % PAIRS) + 1,
						.bytes = 1024 * (i / PAIRS),
						.reply_bytes = 1024 * (i / PAIRS),
						.count = 1};
	for (size_t i = 0; i < kept->campaign.n; i++) { /* what --resume loads */
		const struct sample *there = kept->campaign.samples[i];

		assert_int_equal(
			sample_add(campaign_point(&campaign, &there->what, &err), there->observations, there->n, &err),
			OK);
	}
	prober_init(&prober, &s.platform, &campaign, &options, &sink, NULL);
	status = probe_groups(&prober, points, PAIRS, SIZES, &err);
	prober_release(&prober);
	campaign_release(&campaign);
	return status;
}

static size_t observations_in(const struct campaign *campaign)
{
	size_t n = 0;

	for (size_t i = 0; i < campaign->n; i++)
		n += campaign->samples[i]->n;
	return n;
}

static void whoever_stops_has_whole_groups(void **state)
{
	(void)state;
	for (size_t at = 1; at < POINTS * MOST / PROBE_VISIT; at++) {
		struct kept kept = {.stops_at = at};

		assert_int_equal(probe(&kept), ERR_STOPPED);
		assert_int_equal(observations_in(&kept.campaign) % (PAIRS * PROBE_VISIT), 0);
		kept.stops_at = 0;
		assert_int_equal(probe(&kept), OK);
		assert_int_equal(observations_in(&kept.campaign), POINTS * MOST);
		campaign_release(&kept.campaign);
	}
}

static void a_group_of_which_a_part_was_kept_ends_with_as_many_timings_as_any(void **state)
{
	(void)state;
	for (size_t at = 1; at < POINTS * MOST / PROBE_VISIT; at++) {
		struct kept kept = {.dies_at = at};

		assert_int_equal(probe(&kept), ERR_IO);
		assert_int_equal(observations_in(&kept.campaign), at * PROBE_VISIT);
		kept.dies_at = 0;
		assert_int_equal(probe(&kept), OK);
		for (size_t i = 0; i < kept.campaign.n; i++)
			assert_int_equal(kept.campaign.samples[i]->n, MOST);
		assert_int_equal(kept.campaign.n, POINTS);
		campaign_release(&kept.campaign);
	}
}

/* What was said of the time left, and when. */
struct said {
	struct scripted *s;
	double at[4 * MOST], left[4 * MOST];
	size_t n;
};

static void hear(void *context, const char *what, size_t done, size_t total, double left)
{
	struct said *said = context;

	(void)what, (void)done, (void)total;
	assert_true(said->n < 4 * MOST);
	said->at[said->n] = said->s->time;
	said->left[said->n++] = left;
}

/* A clock that goes 50 times as fast as the platform's. */
static double fast_now(void *context)
{
	return 50 * ((struct said *)context)->s->time;
}

/* Every point has its most repetitions, so that the rest is known; 10 % for how much the times vary. After the first
 * round, which finds loops too, nothing is known yet. */
static void the_time_that_is_left_is_told_on_the_clock_of_who_waits(void **state)
{
	struct scripted s = scripted_platform(restless);
	struct probe_options options = probe_options_default();
	struct said said = {.s = &s};
	const struct progress progress = {hear, NULL, fast_now, &said};
	struct experiment points[SIZES];
	struct campaign campaign = {0};
	struct prober prober;
	double end;

	(void)state;
	s.platform.clock.resolution = 1e-9; /* so that settings are tried */
	options.stopping.least = options.stopping.most = options.large_most = 2 * MOST;
	for (size_t i = 0; i < SIZES; i++)
		points[i] = (struct experiment){.kind = EXPERIMENT_ROUNDTRIP,
						.to = 1,
						.bytes = 1000000 * i,
						.reply_bytes = 1000000 * i,
						.count = 1};
	prober_init(&prober, &s.platform, &campaign, &options, NULL, &progress);
	assert_int_equal(probe_points(&prober, points, SIZES, NULL), OK);
	end = s.time;
	assert_true(said.n >= MOST && isnan(said.left[0]));
	for (size_t i = 1; i < said.n; i++)
		assert_true(fabs(50 * (end - said.at[i]) - said.left[i]) <= 0.1 * 50 * (end - said.at[0]));
	assert_true(said.left[1] > 0.7 * 50 * (end - said.at[0]) && said.left[said.n - 1] == 0);
	prober_release(&prober);
	campaign_release(&campaign);
}

/* What is tried before it is measured is the first pair's. */
static enum status run_of_the_first_pair(struct platform *platform, const struct experiment *what, size_t n,
					 struct observation *observations, struct error *err)
{
	assert_int_equal(what->from, 0);
	return scripted_run(platform, what, n, observations, err);
}

static double half_again(const struct experiment *what, double now)
{
	(void)now;
	return 1e-3 * (1 + 0.5 * what->from);
}

/* The pairs are unlike: a delay is a quarter longer than the own round trip, which is known by then, not than the first
 * pair's. */
static void delays_of_a_group_follow_from_their_own_round_trips(void **state)
{
	static const enum experiment_kind kinds[] = {EXPERIMENT_RECEIVE, EXPERIMENT_ROUNDTRIP,
						     EXPERIMENT_RECEIVE_EXPECTED};
	struct platform_class class = scripted_class;
	struct scripted s = scripted_platform(half_again);
	struct probe_options options = probe_options_default();
	struct experiment points[3 * PAIRS];
	struct campaign campaign = {0};
	struct prober prober;

	(void)state;
	class.run = run_of_the_first_pair;
	class.run_together = run_together;
	s.platform.class = &class;
	for (size_t i = 0; i < 3 * PAIRS; i++)
		points[i] = (struct experiment){.kind = kinds[i / PAIRS],
						.from = 2 * (int)(i % PAIRS),
						.to = 2 * (int)(i % PAIRS) + 1,
						.bytes = 1024,
						.count = 1};
	prober_init(&prober, &s.platform, &campaign, &options, NULL, NULL);
	assert_int_equal(probe_groups(&prober, points, PAIRS, 3, NULL), OK);
	for (size_t i = 0; i < 3 * PAIRS; i++) {
		const struct sample *sample = campaign_find(&campaign, &points[i]);

		if (points[i].kind != EXPERIMENT_ROUNDTRIP)
			assert_in_range((size_t)(1e9 * sample->what.delay),
					(size_t)(1.25e9 * half_again(&points[i], 0)),
					(size_t)(1.3e9 * half_again(&points[i], 0)));
	}
	prober_release(&prober);
	campaign_release(&campaign);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whoever_stops_has_whole_groups),
		cmocka_unit_test(a_group_of_which_a_part_was_kept_ends_with_as_many_timings_as_any),
		cmocka_unit_test(delays_of_a_group_follow_from_their_own_round_trips),
		cmocka_unit_test(the_time_that_is_left_is_told_on_the_clock_of_who_waits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
