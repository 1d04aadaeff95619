#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

#include "truth.h"

/* Bends that are there only because sizes were timed at different times, as beside someone who uses caches and memory:
 * messages with data take longer for moments that outlast a wave of sizes, empty ones do not. */

#define SEEDS 5
#define PERIOD 150e-3
#define SLOW 60e-3
#define FACTOR 1.25

struct crowded {
	struct platform platform;
	struct platform *inner;
	bool always_quick;
};

static struct crowded *crowded(struct platform *platform)
{
	return (struct crowded *)platform;
}

static enum status crowded_prepare(struct platform *platform, size_t bytes, struct error *err)
{
	return platform_prepare(crowded(platform)->inner, bytes, err);
}

static enum status crowded_run(struct platform *platform, const struct experiment *what, size_t n,
			       struct observation *observations, struct error *err)
{
	struct crowded *c = crowded(platform);
	enum status status = platform_run(c->inner, what, n, observations, err);

	for (size_t i = 0; status == OK && i < n; i++)
		if (!c->always_quick && what->bytes > 0 && fmod(observations[i].at, PERIOD) < SLOW)
			observations[i].seconds *= FACTOR;
	return status;
}

static double crowded_now(struct platform *platform)
{
	return platform_now(crowded(platform)->inner);
}

static enum status crowded_describe(struct platform *platform, struct circumstances *c, struct error *err)
{
	return platform_describe(crowded(platform)->inner, c, err);
}

static void crowded_close(struct platform *platform)
{
	platform_close(crowded(platform)->inner);
}

static const struct platform_class crowded_class = {
	.name = "crowded",
	.statistic = STATISTIC_MIN,
	.prepare = crowded_prepare,
	.run = crowded_run,
	.now = crowded_now,
	.describe = crowded_describe,
	.close = crowded_close,
};

static size_t most_timings(const struct campaign *campaign)
{
	size_t most = 0;

	for (size_t i = 0; i < campaign->n; i++) {
		const struct sample *sample = campaign->samples[i];
		bool sentinel = sample->what.bytes == 0 || sample->what.bytes == WATCH_LARGE;

		if (!sentinel && sample->n > most)
			most = sample->n;
	}
	return most;
}

/* The number of sizes that plogp's parameters are measured at, and the most timings of a point that is no sentinel. */
static size_t sizes_of(const struct model *truth, const struct noise *noise, bool always_quick, size_t seed,
		       size_t *most)
{
	struct estimate_options options = truth_options(&model_plogp, "fast", false);
	struct crowded c = {.platform = {.class = &crowded_class, .processes = truth->processes},
			    .always_quick = always_quick};
	struct campaign campaign = {.n = 0};
	struct prober prober;
	struct error err = {0};
	struct model *model;
	size_t n;

	options.probe.seed = seed;
	options.probe.patience = 0;
	options.draws = 20;
	assert_int_equal(synthetic_open(truth, noise, seed, &c.inner, &err), OK);
	model = estimate_run(&options, &c.platform, &campaign, NULL, NULL, &prober, &err);
	if (!model)
		fail_msg("%s", err.text);
	n = model_param(model, 0, "g")->curve.n;
	*most = most_timings(&campaign);
	model_free(model);
	prober_release(&prober);
	campaign_release(&campaign);
	platform_close(&c.platform);
	return n;
}

static void moments_in_which_messages_take_longer_make_no_bends(void **state)
{
	static const struct noise noise = {.spread = 0.01};
	struct model *truth = truth_plogp(false);
	size_t quick = 0, slow = 0, most;
	(void)state;
	for (size_t seed = 1; seed <= SEEDS; seed++) {
		quick += sizes_of(truth, &noise, true, seed, &most);
		slow += sizes_of(truth, &noise, false, seed, &most);
	}
	assert_in_range(slow, quick - SEEDS, quick + SEEDS);
	model_free(truth);
}

static void where_time_is_computed_nothing_is_timed_again(void **state)
{
	static const struct noise none = {0};
	struct model *truth = truth_plogp(false);
	size_t most;
	(void)state;
	assert_true(sizes_of(truth, &none, true, 1, &most) > 20);
	assert_in_range(most, 1, probe_options_default().steady + PROBE_VISIT - 1);
	model_free(truth);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(moments_in_which_messages_take_longer_make_no_bends),
		cmocka_unit_test(where_time_is_computed_nothing_is_timed_again),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
