#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "../probe/copies.h"
#include "truth.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static const struct noise quiet = {0};

/* A synthetic platform that also sees what it is prepared for and asked to do, and fails at one of its runs, counted
 * from 1; 0: never. */
struct guarded {
	struct platform platform;
	struct platform *inner;
	size_t prepared, largest, runs, fails_at;
};

static struct guarded *guarded(struct platform *platform)
{
	return (struct guarded *)platform;
}

static enum status guarded_prepare(struct platform *platform, size_t bytes, struct error *err)
{
	if (guarded(platform)->fails_at == 1)
		return error_set(err, ERR_INPUT, "there is no room for %zu bytes", bytes);
	guarded(platform)->prepared = bytes;
	return OK;
}

static enum status guarded_run(struct platform *platform, const struct experiment *what, size_t n,
			       struct observation *observations, struct error *err)
{
	struct guarded *g = guarded(platform);
	size_t bytes = what->bytes > what->reply_bytes ? what->bytes : what->reply_bytes;

	if (++g->runs == g->fails_at)
		return error_set(err, ERR_PLATFORM, "a cable was pulled");
	if (bytes > g->largest)
		g->largest = bytes;
	return platform_run(g->inner, what, n, observations, err);
}

static double guarded_now(struct platform *platform)
{
	return platform_now(guarded(platform)->inner);
}

static enum status guarded_describe(struct platform *platform, struct circumstances *c, struct error *err)
{
	return platform_describe(guarded(platform)->inner, c, err);
}

static void guarded_close(struct platform *platform)
{
	platform_close(guarded(platform)->inner);
}

static const struct platform_class guarded_class = {
	.name = "guarded",
	.statistic = STATISTIC_MIN,
	.prepare = guarded_prepare,
	.run = guarded_run,
	.now = guarded_now,
	.describe = guarded_describe,
	.close = guarded_close,
};

static struct guarded guard(const struct model *truth, const struct noise *noise)
{
	struct guarded g = {.platform = {.class = &guarded_class, .processes = truth->processes}};

	assert_int_equal(synthetic_open(truth, noise, 1, &g.inner, NULL), OK);
	return g;
}

static void nothing_larger_is_sent_than_the_platform_was_prepared_for(void **state)
{
	static size_t ends[] = {100, 3000000};
	const struct size_list list = {.bytes = ends, .n = 2, .adaptive = true};
	(void)state;
	for (size_t i = 0; i < 2 * TRUTH_ESTIMATORS; i++) {
		const struct truth_estimator *estimator = &truth_estimators[i / 2];
		struct estimate_options options = truth_options(estimator->class, estimator->method, false);
		struct model *truth = truth_of(estimator->class, false);
		struct guarded g = guard(truth, &quiet);
		struct campaign campaign = {0};
		struct prober prober;

		options.list = i % 2 ? &list : NULL;
		model_free(estimate_run(&options, &g.platform, &campaign, NULL, NULL, &prober, NULL));
		assert_true(g.runs > 0 && g.largest > 0 && g.largest <= g.prepared);
		prober_release(&prober);
		campaign_release(&campaign);
		platform_close(&g.platform);
		model_free(truth);
	}
}

static bool is_sentinel(const struct watch *watch, const struct experiment *what)
{
	for (size_t i = 0; i < watch->n; i++)
		if (experiment_same_point(&watch->sentinels[i], what))
			return true;
	return false;
}

/* Whether sizes are refined where a parameter bends. */
static bool is_refined(const struct model_class *class)
{
	for (size_t p = 0; p < class->n_params; p++)
		if (class->params[p].shape == PARAM_PER_SIZE && !class->params[p].optional)
			return true;
	return false;
}

static void repetitions_keep_to_their_bounds_in_every_estimation(void **state)
{
	/* Never precise, or precise at once. The sentinels are looked at as long as anything is measured: they are no
	 * part of this. Where a parameter seems to bend points are timed again, up to twice as often. */
	static const struct noise noises[] = {{.spread = 5}, {.spread = 1e-5}};
	(void)state;
	for (size_t i = 0; i < 2 * TRUTH_ESTIMATORS; i++) {
		const struct truth_estimator *estimator = &truth_estimators[i / 2];
		struct estimate_options options = truth_options(estimator->class, estimator->method, true);
		struct model *truth = truth_of(estimator->class, true);
		struct estimation e;

		options.count_most = 20;
		options.probe.large = 65536;
		options.probe.patience = 0; /* with such noise the machine is never what it was */
		options.probe.train_most = 1000;
		options.draws = 20;
		estimation_run(&e, truth, &noises[i % 2], &options, NULL);
		for (size_t k = 0; k < e.campaign.n; k++) {
			const struct sample *sample = e.campaign.samples[k];
			bool rare = sample->what.bytes >= options.probe.large || sample->what.count > 1;
			size_t least = sample->what.count > 1 ? 5 : rare ? 15 : 20, most = rare ? 15 : 60;

			if (is_sentinel(&e.prober.watch, &sample->what))
				continue;
			assert_in_range(sample->n, noises[i % 2].spread > 1 ? most : least,
					is_refined(estimator->class) ? 2 * most : most);
		}
		estimation_release(&e);
		model_free(truth);
	}
}

static void the_sink_gets_every_observation_of_every_estimation(void **state)
{
	static const struct noise noise = {.spread = 0.05, .outliers = 0.02, .outlier_factor = 5};
	(void)state;
	for (size_t i = 0; i < TRUTH_ESTIMATORS; i++) {
		struct estimate_options options =
			truth_options(truth_estimators[i].class, truth_estimators[i].method, true);
		struct model *truth = truth_of(truth_estimators[i].class, true);
		struct guarded g = guard(truth, &noise);
		struct campaign campaign = {0};
		struct copies copies = {.refuses_at = 0};
		const struct probe_sink sink = {.take = copies_take, .context = &copies};
		struct prober prober;

		options.draws = 20;
		model_free(estimate_run(&options, &g.platform, &campaign, &sink, NULL, &prober, NULL));
		assert_true(observations_in(&campaign) > 60);
		assert_same_campaign(&campaign, &copies.campaign);
		prober_release(&prober);
		campaign_release(&copies.campaign);
		campaign_release(&campaign);
		platform_close(&g.platform);
		model_free(truth);
	}
}

/* Runs an estimation of PLogP that fails, in the sink or on the platform; returns how many observations the campaign
 * kept. */
static size_t kept_at_failure(const char *method, size_t sink_refuses_at, size_t platform_fails_at,
			      enum status expected, const char *says)
{
	struct estimate_options options = truth_options(&model_plogp, method, true);
	struct model *truth = truth_plogp(true);
	struct guarded g = guard(truth, &quiet);
	struct campaign campaign = {0};
	struct copies copies = {.refuses_at = sink_refuses_at};
	const struct probe_sink sink = {.take = copies_take, .context = &copies};
	struct prober prober;
	struct error err = {0};
	size_t kept;

	g.fails_at = platform_fails_at;
	options.draws = 20;
	assert_null(estimate_run(&options, &g.platform, &campaign, &sink, NULL, &prober, &err));
	assert_int_equal(err.status, expected);
	if (strncmp(err.text, says, strlen(says)) != 0)
		fail_msg("\"%s\" is not \"%s\"", err.text, says);
	if (platform_fails_at > 1)
		assert_int_equal(g.runs, platform_fails_at);
	kept = observations_in(&campaign);
	/* The sink has all of it but what it refused. */
	assert_in_range(kept - observations_in(&copies.campaign), 0, sink_refuses_at ? 3 : 0);
	prober_release(&prober);
	campaign_release(&copies.campaign);
	campaign_release(&campaign);
	platform_close(&g.platform);
	model_free(truth);
	return kept;
}

static void a_sink_that_fails_ends_the_estimation_and_the_campaign_keeps_what_was_measured(void **state)
{
	static const char *const methods[] = {"fast", "saturation"};
	(void)state;
	for (size_t i = 0; i < COUNT(methods); i++) {
		size_t before = 0;

		/* In the first wave, in trains, in refinement. */
		for (size_t at = 1; at < 1000; at = 3 * at + 1) {
			size_t kept = kept_at_failure(methods[i], at, 0, ERR_IO, "the disk is full");

			assert_true(kept >= at && kept > before);
			before = kept;
		}
	}
}

static void a_platform_that_fails_ends_the_estimation_and_the_campaign_keeps_what_was_measured(void **state)
{
	static const char *const methods[] = {"fast", "saturation"};
	(void)state;
	for (size_t i = 0; i < COUNT(methods); i++) {
		size_t before = 0;

		assert_int_equal(kept_at_failure(methods[i], 0, 2, ERR_PLATFORM, "a cable was pulled"),
				 0); /* warming up */
		for (size_t at = 3; at < 300; at = 2 * at + 1) {
			size_t kept = kept_at_failure(methods[i], 0, at, ERR_PLATFORM, "a cable was pulled");

			assert_true(kept >= before);
			before = kept;
		}
		assert_true(before > 100);
	}
}

static void a_platform_without_room_is_refused_before_anything_is_measured(void **state)
{
	(void)state;
	assert_int_equal(kept_at_failure("fast", 0, 1, ERR_INPUT, "there is no room for 4194304 bytes"), 0);
}

static void pairs_that_are_not_there_are_refused_before_anything_is_measured(void **state)
{
	static const struct {
		size_t processes;
		struct link pair;
		const char *says;
	} cases[] = {
		{1, {0, 1}, "at least 2 processes are needed"},
		{2, {0, 2}, "processes 0 and 2 cannot be measured"},
		{2, {2, 0}, "processes 2 and 0 cannot be measured"},
		{2, {-1, 0}, "processes -1 and 0"},
		{2, {1, 1}, "two different ones of 0 to 1 are needed"},
	};
	struct model *truth = truth_plogp(false);
	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct estimate_options options = truth_options(&model_plogp, "fast", false);
		struct guarded g = guard(truth, &quiet);
		struct campaign campaign = {0};
		struct prober prober;
		struct error before = {0}, err = {0};

		g.platform.processes = cases[i].processes;
		options.pair = cases[i].pair;
		assert_int_equal(estimate_prepare(&options, &g.platform, &before), ERR_INPUT);
		assert_null(estimate_run(&options, &g.platform, &campaign, NULL, NULL, &prober, &err));
		assert_int_equal(err.status, ERR_INPUT);
		assert_non_null(strstr(err.text, cases[i].says));
		assert_string_equal(err.text, before.text);
		assert_int_equal(g.runs, 0);
		prober_release(&prober);
		platform_close(&g.platform);
	}
	model_free(truth);
}

static void a_seed_decides_on_the_whole_estimation(void **state)
{
	static const struct noise noise = {.spread = 0.05, .outliers = 0.02, .outlier_factor = 5};
	struct model *truth = truth_plogp(true);
	struct estimation e[3];
	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct estimate_options options = truth_options(&model_plogp, "fast", true);

		options.probe.seed = i < 2 ? 7 : 8;
		estimation_run(&e[i], truth, &noise, &options, NULL);
	}
	assert_same_campaign(&e[0].campaign, &e[1].campaign);
	for (size_t i = 0; i < 2 * model_plogp.n_params; i++) {
		const struct parameter *a = &e[0].model->parameters[i], *b = &e[1].model->parameters[i];

		assert_int_equal(a->curve.n, b->curve.n);
		assert_memory_equal(a->curve.y, b->curve.y, a->curve.n * sizeof(double));
		assert_memory_equal(a->low, b->low, a->curve.n * sizeof(double));
		assert_memory_equal(a->high, b->high, a->curve.n * sizeof(double));
	}
	assert_true(model_value(e[0].model, 0, "L", 0) != model_value(e[2].model, 0, "L", 0));
	for (size_t i = 0; i < 3; i++)
		estimation_release(&e[i]);
	model_free(truth);
}

/* What the paper is about: only the empty message saturates the link, and the measurement is so much quicker. */
static void the_fast_method_sends_trains_of_empty_messages_only_and_takes_less_time(void **state)
{
	struct model *truth = truth_plogp(false);
	double seconds[2];
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct estimate_options options = truth_options(&model_plogp, i ? "saturation" : "fast", false);
		struct estimation e;

		estimation_run(&e, truth, &quiet, &options, NULL);
		for (size_t k = 0; k < e.campaign.n; k++)
			if (i == 0 && e.campaign.samples[k]->what.kind == EXPERIMENT_TRAIN)
				assert_int_equal(e.campaign.samples[k]->what.bytes, 0);
		seconds[i] = platform_now(e.platform); /* simulated */
		estimation_release(&e);
	}
	assert_true(10 * seconds[0] < seconds[1]);
	model_free(truth);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_larger_is_sent_than_the_platform_was_prepared_for),
		cmocka_unit_test(repetitions_keep_to_their_bounds_in_every_estimation),
		cmocka_unit_test(the_sink_gets_every_observation_of_every_estimation),
		cmocka_unit_test(a_sink_that_fails_ends_the_estimation_and_the_campaign_keeps_what_was_measured),
		cmocka_unit_test(a_platform_that_fails_ends_the_estimation_and_the_campaign_keeps_what_was_measured),
		cmocka_unit_test(a_platform_without_room_is_refused_before_anything_is_measured),
		cmocka_unit_test(pairs_that_are_not_there_are_refused_before_anything_is_measured),
		cmocka_unit_test(a_seed_decides_on_the_whole_estimation),
		cmocka_unit_test(the_fast_method_sends_trains_of_empty_messages_only_and_takes_less_time),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
