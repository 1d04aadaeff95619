#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/classes.h"
#include "platform/synthetic.h"

#define US 1e-6

/* Sums of a few terms in double precision. */
#define ROUNDING 1e-12

#define MANY 20000

static const struct noise quiet = {0};

static void assert_close(double value, double expected, double tolerance)
{
	if (!(fabs(value - expected) <= tolerance * fabs(expected)))
		fail_msg("%.17g is not %.17g", value, expected);
}

static void set(struct model *model, size_t l, const char *name, double value)
{
	assert_int_equal(model_set(model, l, name, value, NULL), OK);
}

/* L = 10 us; 0 -> 1: o_s 1, o_r 2, g 3, G 1 ns/B; 1 -> 0: o_s 4, o_r 5, g 7, G 2 ns/B. */
static struct model *loggp_model(void)
{
	static const struct link both[] = {{0, 1}, {1, 0}};
	struct model *model = model_new(&model_loggp, 2, both, 2);

	assert_non_null(model);
	for (size_t l = 0; l < 2; l++) {
		set(model, l, "L", 10 * US);
		set(model, l, "o_s", l ? 4 * US : 1 * US);
		set(model, l, "o_r", l ? 5 * US : 2 * US);
		set(model, l, "g", l ? 7 * US : 3 * US);
		set(model, l, "G", l ? 2e-9 : 1e-9);
	}
	return model;
}

/* L = 10 us, g = 8 us + 1 ns/B, o_s = 2 us, o_r = 3 us, expected 1 us. */
static struct model *plogp_model(void)
{
	static const struct link any = {LINK_ANY, LINK_ANY};
	static const double bytes[] = {0, 65536}, gap[] = {8 * US, 8 * US + 65536e-9};
	struct model *model = model_new(&model_plogp, 2, &any, 1);

	assert_non_null(model);
	set(model, 0, "L", 10 * US);
	set(model, 0, "o_s", 2 * US);
	set(model, 0, "o_r", 3 * US);
	set(model, 0, "o_r_expected", 1 * US);
	assert_int_equal(model_set_curve(model, 0, "g", bytes, gap, 2, NULL), OK);
	return model;
}

static struct platform *opened(const struct model *model, const struct noise *noise, uint64_t seed)
{
	struct platform *platform = NULL;
	struct error err = {0};

	if (synthetic_open(model, noise, seed, &platform, &err) != OK)
		fail_msg("%s", err.text);
	return platform;
}

static void run(struct platform *platform, const struct experiment *what, size_t n, struct observation *observations)
{
	struct error err = {0};

	if (platform_run(platform, what, n, observations, &err) != OK)
		fail_msg("%s", err.text);
}

/* An experiment with what its timing, in microseconds, must be by the model; send: NAN where the send calls are not
 * timed. */
struct expected {
	struct experiment what;
	double seconds, send;
};

static void check(struct model *model, const struct expected *cases, size_t n)
{
	struct platform *platform = opened(model, &quiet, 1);

	for (size_t i = 0; i < n; i++) {
		struct observation observation;

		run(platform, &cases[i].what, 1, &observation);
		assert_close(observation.seconds, cases[i].seconds * US, ROUNDING);
		if (isnan(cases[i].send))
			assert_true(isnan(observation.send_seconds));
		else
			assert_close(observation.send_seconds, cases[i].send * US, ROUNDING);
	}
	platform_close(platform);
	model_free(model);
}

static void without_noise_loggp_timings_are_the_models(void **state)
{
	/* There: 1 + 10 + 2 = 13 us; back: 4 + 10 + 5 = 19 us; 1001 bytes: 1 us more there and 2 us more back, gaps
	 * likewise. */
	static const struct expected cases[] = {
		{{.kind = EXPERIMENT_ROUNDTRIP,
		  .from = 0,
		  .to = 1,
		  .bytes = 1,
		  .reply_bytes = 1,
		  .count = 1,
		  .loop = 1},
		 32,
		 1},
		{{.kind = EXPERIMENT_ROUNDTRIP,
		  .from = 0,
		  .to = 1,
		  .bytes = 1001,
		  .reply_bytes = 0,
		  .count = 1,
		  .loop = 1},
		 33,
		 1},
		{{.kind = EXPERIMENT_ROUNDTRIP,
		  .from = 1,
		  .to = 0,
		  .bytes = 1001,
		  .reply_bytes = 1001,
		  .count = 1,
		  .loop = 1},
		 35,
		 4},
		{{.kind = EXPERIMENT_ROUNDTRIP,
		  .from = 0,
		  .to = 1,
		  .bytes = 0,
		  .reply_bytes = 0,
		  .count = 1,
		  .loop = 7},
		 32,
		 NAN},
		{{.kind = EXPERIMENT_TRAIN, .from = 0, .to = 1, .bytes = 1, .count = 1, .loop = 1}, 32, 1},
		{{.kind = EXPERIMENT_TRAIN, .from = 0, .to = 1, .bytes = 1, .count = 101, .loop = 1},
		 32 + 100 * 3,
		 1 + 100 * 3},
		{{.kind = EXPERIMENT_TRAIN, .from = 1, .to = 0, .bytes = 1001, .count = 11, .loop = 1},
		 34 + 10 * 9,
		 4 + 10 * 9},
		{{.kind = EXPERIMENT_SEND, .from = 0, .to = 1, .bytes = 9, .count = 1, .loop = 1}, 1, NAN},
		{{.kind = EXPERIMENT_SEND, .from = 1, .to = 0, .bytes = 9, .count = 1, .loop = 16}, 4, NAN},
		{{.kind = EXPERIMENT_RECEIVE, .from = 1, .to = 0, .bytes = 1, .count = 1, .loop = 1, .delay = 40 * US},
		 5,
		 NAN},
	};
	(void)state;
	check(loggp_model(), cases, sizeof(cases) / sizeof(cases[0]));
}

static void without_noise_plogp_timings_are_the_models(void **state)
{
	static const struct expected cases[] = {
		{{.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .count = 1, .loop = 1}, 36, 2},
		{{.kind = EXPERIMENT_ROUNDTRIP, .from = 1, .to = 0, .bytes = 1000, .count = 1, .loop = 1}, 37, 2},
		{{.kind = EXPERIMENT_TRAIN, .from = 0, .to = 1, .bytes = 1000, .count = 3, .loop = 1},
		 37 + 2 * 9,
		 2 + 2 * 9},
		{{.kind = EXPERIMENT_RECEIVE,
		  .from = 0,
		  .to = 1,
		  .bytes = 1000,
		  .count = 1,
		  .loop = 1,
		  .delay = 37 * US},
		 3,
		 NAN},
		{{.kind = EXPERIMENT_RECEIVE_EXPECTED,
		  .from = 0,
		  .to = 1,
		  .bytes = 1000,
		  .count = 1,
		  .loop = 1,
		  .delay = 37 * US},
		 1,
		 NAN},
	};
	(void)state;
	check(plogp_model(), cases, sizeof(cases) / sizeof(cases[0]));
}

static void a_receive_that_comes_too_early_waits_for_the_message(void **state)
{
	/* The request takes 18 us and the message 19 us: 37 in all, of which the delay covers a part. */
	static const struct expected cases[] = {
		{{.kind = EXPERIMENT_RECEIVE,
		  .from = 0,
		  .to = 1,
		  .bytes = 1000,
		  .count = 1,
		  .loop = 1,
		  .delay = 30 * US},
		 7,
		 NAN},
		{{.kind = EXPERIMENT_RECEIVE_EXPECTED,
		  .from = 0,
		  .to = 1,
		  .bytes = 1000,
		  .count = 1,
		  .loop = 1,
		  .delay = 0},
		 37,
		 NAN},
		{{.kind = EXPERIMENT_RECEIVE,
		  .from = 0,
		  .to = 1,
		  .bytes = 1000,
		  .count = 1,
		  .loop = 1,
		  .delay = 35 * US},
		 3,
		 NAN},
	};
	(void)state;
	check(plogp_model(), cases, sizeof(cases) / sizeof(cases[0]));
}

/* How long each experiment keeps the platform busy, with warm-up and delay. */
static void time_passes_and_messages_are_counted(void **state)
{
	static const struct {
		struct experiment what;
		double us;
		size_t messages;
	} cases[] = {
		{{.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .count = 1, .loop = 1}, 36, 2},
		{{.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .count = 1, .loop = 5, .warmup = 2}, 7 * 36, 14},
		{{.kind = EXPERIMENT_TRAIN, .from = 0, .to = 1, .count = 11, .loop = 1}, 36 + 80, 12},
		{{.kind = EXPERIMENT_SEND, .from = 0, .to = 1, .count = 1, .loop = 4}, 4 * 36, 8},
		{{.kind = EXPERIMENT_RECEIVE, .from = 0, .to = 1, .count = 1, .loop = 1, .delay = 50 * US},
		 50 + 3 + 18,
		 2},
	};
	struct model *model = plogp_model();
	struct platform *platform = opened(model, &quiet, 1);
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct observation observations[3];
		double before = platform_now(platform);
		size_t messages = platform->messages;

		run(platform, &cases[i].what, 3, observations);
		assert_close(platform_now(platform) - before, 3 * cases[i].us * US,
			     1e-9); /* a difference of larger times */
		assert_int_equal(platform->messages - messages, 3 * cases[i].messages);
		assert_true(observations[0].at == before && observations[1].at > observations[0].at &&
			    observations[2].at > observations[1].at);
	}
	platform_close(platform);
	model_free(model);
}

static void perturbations_are_positive_and_as_large_as_asked(void **state)
{
	static const struct noise noise = {.spread = 0.05, .outliers = 0.02, .outlier_factor = 5};
	static const struct experiment trip = {.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .count = 1, .loop = 1};
	static struct observation observations[MANY];
	struct model *model = plogp_model();
	struct platform *platform = opened(model, &noise, 3);
	size_t outliers = 0;
	double sum = 0;
	(void)state;
	run(platform, &trip, MANY, observations);
	for (size_t i = 0; i < MANY; i++) {
		double factor = observations[i].seconds / (36 * US);

		assert_true(factor >= 1 - ROUNDING);
		/* 1 + 0.05 e reaches 3 with probability exp(-40), and 5 (1 + ...) is never below 5. */
		if (factor > 3)
			outliers++;
		else
			sum += factor - 1;
	}
	/* Four standard deviations of a binomial count and of a mean of exponentials. */
	assert_true(fabs((double)outliers - 0.02 * MANY) < 4 * sqrt(0.02 * 0.98 * MANY));
	assert_close(sum / (double)(MANY - outliers), 0.05, 4 / sqrt(MANY));
	platform_close(platform);
	model_free(model);
}

static void a_seed_decides_on_all_timings(void **state)
{
	static const struct noise noise = {.spread = 0.05};
	static const struct experiment trip = {.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .count = 1, .loop = 1};
	struct model *model = plogp_model();
	struct observation seen[3][8];
	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct platform *platform = opened(model, &noise, i < 2 ? 5 : 6);

		run(platform, &trip, 8, seen[i]);
		platform_close(platform);
	}
	for (size_t k = 0; k < 8; k++) {
		assert_true(seen[0][k].seconds == seen[1][k].seconds &&
			    seen[0][k].send_seconds == seen[1][k].send_seconds);
		assert_true(seen[0][k].seconds != seen[2][k].seconds);
	}
	model_free(model);
}

static void a_coarse_clock_shows_whole_ticks_of_what_was_timed(void **state)
{
	/* 36 us are 3 ticks of 10 us and 6 us that are not seen; ten of them 36 ticks. */
	static const struct noise coarse = {.tick = 10 * US};
	struct experiment trip = {.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .count = 1, .loop = 1};
	struct model *model = plogp_model();
	struct platform *platform = opened(model, &coarse, 1);
	struct observation observation;
	(void)state;
	assert_true(platform->clock.resolution == 10 * US);
	run(platform, &trip, 1, &observation);
	assert_close(observation.seconds, 30 * US, ROUNDING);
	assert_true(observation.send_seconds == 0);
	trip.loop = 10;
	run(platform, &trip, 1, &observation);
	assert_close(observation.seconds, 36 * US,
		     10.0 / 360); /* one tick of 36: 360 us may be shown as 350 for rounding */
	platform_close(platform);
	model_free(model);
}

static void experiments_between_processes_that_are_not_there_are_refused(void **state)
{
	static const int pairs[][2] = {{0, 2}, {2, 0}, {-1, 0}, {0, -1}, {1, 1}};
	struct model *model = plogp_model();
	struct platform *platform = opened(model, &quiet, 1);
	(void)state;
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		struct experiment trip = {
			.kind = EXPERIMENT_ROUNDTRIP, .from = pairs[i][0], .to = pairs[i][1], .count = 1, .loop = 1};
		struct observation observation;
		struct error err = {0};

		assert_int_equal(platform_run(platform, &trip, 1, &observation, &err), ERR_INPUT);
		assert_non_null(strstr(err.text, "there are processes 0 to 1"));
	}
	assert_int_equal(platform->messages, 0);
	platform_close(platform);
	model_free(model);
}

static void noise_out_of_range_and_incomplete_models_are_refused(void **state)
{
	static const struct noise wrong[] = {
		{.spread = -0.1},
		{.spread = NAN},
		{.outliers = -0.1, .outlier_factor = 2},
		{.outliers = 1.1, .outlier_factor = 2},
		{.outliers = 0.1, .outlier_factor = 0.5},
		{.outliers = 0.1},
		{.tick = -1},
	};
	static const struct link any = {LINK_ANY, LINK_ANY};
	struct model *model = plogp_model(), *empty = model_new(&model_plogp, 2, &any, 1);
	struct platform *platform = NULL;
	struct error incomplete = {0};
	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct error err = {0};

		assert_int_equal(synthetic_open(model, &wrong[i], 1, &platform, &err), ERR_INPUT);
		assert_true(strncmp(err.text, "noise:", 6) == 0);
	}
	assert_int_equal(synthetic_open(empty, &quiet, 1, &platform, &incomplete), ERR_INPUT);
	assert_non_null(strstr(incomplete.text, "lacks parameter L"));
	assert_null(platform);
	model_free(empty);
	model_free(model);
}

static void the_platform_describes_itself(void **state)
{
	static const struct noise noise = {.spread = 0.05, .outliers = 0.02, .outlier_factor = 5, .tick = 1 * US};
	struct model *model = plogp_model();
	struct platform *platform = opened(model, &noise, 1);
	struct circumstances c = {0};
	(void)state;
	assert_int_equal(platform_prepare(platform, (size_t)1 << 40, NULL), OK);
	assert_int_equal(platform_describe(platform, &c, NULL), OK);
	assert_string_equal(c.platform, "synthetic");
	assert_string_equal(c.library, "plogp model, perturbations of 5 % on average, 2 % outliers");
	assert_int_equal(c.processes, 2);
	assert_string_equal(c.hosts[1], "synthetic");
	assert_true(c.clock_resolution == 1 * US && c.clock_cost == 0);
	circumstances_release(&c);
	platform_close(platform);
	model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_noise_loggp_timings_are_the_models),
		cmocka_unit_test(without_noise_plogp_timings_are_the_models),
		cmocka_unit_test(a_receive_that_comes_too_early_waits_for_the_message),
		cmocka_unit_test(time_passes_and_messages_are_counted),
		cmocka_unit_test(perturbations_are_positive_and_as_large_as_asked),
		cmocka_unit_test(a_seed_decides_on_all_timings),
		cmocka_unit_test(a_coarse_clock_shows_whole_ticks_of_what_was_timed),
		cmocka_unit_test(experiments_between_processes_that_are_not_there_are_refused),
		cmocka_unit_test(noise_out_of_range_and_incomplete_models_are_refused),
		cmocka_unit_test(the_platform_describes_itself),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
