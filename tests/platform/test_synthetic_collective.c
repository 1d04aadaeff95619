#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "algorithm/request.h"
#include "model/classes.h"
#include "platform/synthetic.h"
#include "predict/predict.h"

enum { N = 4 };

/* Four processes that are all alike; S, M1 and M2 as given, escalations certain and of 0.1 to 0.3 s. */
static struct model *cluster(void)
{
	const struct link any = {LINK_ANY, LINK_ANY};
	const double bytes[] = {0}, certain[] = {1}, deciles[3][1] = {{0.1}, {0.2}, {0.3}};
	struct model *model = model_new(&model_lmo, N, &any, 1);

	assert_non_null(model);
	assert_int_equal(model_set(model, 0, "C", 1e-5, NULL), OK);
	assert_int_equal(model_set(model, 0, "t", 1e-8, NULL), OK);
	assert_int_equal(model_set(model, 0, "L", 3e-5, NULL), OK);
	assert_int_equal(model_set(model, 0, "inverse_beta", 5e-8, NULL), OK);
	assert_int_equal(model_set(model, 0, "S", 5000, NULL), OK);
	assert_int_equal(model_set(model, 0, "M1", 2048, NULL), OK);
	assert_int_equal(model_set(model, 0, "M2", 4096, NULL), OK);
	assert_int_equal(model_set_curve(model, 0, "escalation_probability", bytes, certain, 1, NULL), OK);
	assert_int_equal(model_set_curve(model, 0, "escalation_q10", bytes, deciles[0], 1, NULL), OK);
	assert_int_equal(model_set_curve(model, 0, "escalation_q50", bytes, deciles[1], 1, NULL), OK);
	assert_int_equal(model_set_curve(model, 0, "escalation_q90", bytes, deciles[2], 1, NULL), OK);
	return model;
}

static enum status run_series(const char *operation, const char *algorithm, size_t bytes, size_t series, bool equations,
			      enum collective_timing timing, double *seconds)
{
	const struct noise none = {.equations = equations};
	struct experiment what = {
		.kind = EXPERIMENT_COLLECTIVE, .bytes = bytes, .count = series, .loop = 1, .setup.timing = timing};
	struct model *model = cluster();
	struct platform *platform = NULL;
	struct observation observation = {.seconds = NAN};
	enum status status;

	snprintf(what.setup.collective, sizeof(what.setup.collective), "%s", operation);
	snprintf(what.setup.algorithm, sizeof(what.setup.algorithm), "%s", algorithm);
	assert_int_equal(synthetic_open(model, &none, 1, &platform, NULL), OK);
	status = platform_run(platform, &what, 1, &observation, NULL);
	*seconds = observation.seconds;
	platform_close(platform);
	model_free(model);
	return status;
}

static enum status run(const char *operation, const char *algorithm, size_t bytes, bool equations,
		       enum collective_timing timing, double *seconds)
{
	return run_series(operation, algorithm, bytes, 1, equations, timing, seconds);
}

static void scatter_and_gather_take_what_the_equations_say(void **state)
{
	static const struct {
		const char *operation;
		size_t bytes;
		int others; /* how many of the others' times count: 1 the longest, N - 1 the sum */
	} cases[] = {{"scatter", 0, 1},   {"scatter", 5000, 1},    {"scatter", 5001, N - 1},
		     {"gather", 2047, 1}, {"gather", 4096, N - 1}, {"gather", 9000, N - 1}};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		double m = (double)cases[i].bytes, process = 1e-5 + 1e-8 * m, link = 3e-5 + 5e-8 * m, seconds;

		assert_int_equal(run(cases[i].operation, "linear", cases[i].bytes, true, TIMING_GLOBAL, &seconds), OK);
		assert_true(fabs(seconds - ((N - 1) * process + cases[i].others * (link + process))) <
			    1e-15); /* rounding */
	}
}

static void between_M1_and_M2_gathers_escalate_by_what_the_deciles_allow(void **state)
{
	static const size_t sizes[] = {2048, 3000, 4095};

	(void)state;
	for (size_t k = 0; k < 2; k++)
		for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
			double seconds;

			assert_int_equal(run("gather", "linear", sizes[i], k == 1, TIMING_GLOBAL, &seconds), OK);
			assert_true(seconds > 0.075 &&
				    seconds < 0.326); /* the lines through the deciles end at 0.075 and
							 0.325; without it takes less than 1 ms */
		}
}

/* A message of m bytes. */
static double message(double m)
{
	return 2 * (1e-5 + 1e-8 * m) + 3e-5 + 5e-8 * m;
}

static void in_a_series_a_process_goes_on_as_soon_as_it_is_done(void **state)
{
	enum { SERIES = 5 };
	const double m = 1000, process = 1e-5 + 1e-8 * m;
	const struct {
		const char *operation, *algorithm;
		double bytes, seconds;
	} cases[] = {
		/* The root sends without a pause, and gets without a pause what all have sent before. */
		{"scatter", "linear", m, (SERIES * (N - 1) - 1) * process + message(m)},
		{"gather", "linear", m, (SERIES * (N - 1) - 1) * process + message(m)},
		/* None leaves before all have come: nothing overlaps. */
		{"barrier", "dissemination", 0, SERIES * 2 * message(0)},
	};
	double seconds;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		for (int timing = TIMING_GLOBAL; timing <= TIMING_MAX; timing++) {
			assert_int_equal(run_series(cases[i].operation, cases[i].algorithm, (size_t)cases[i].bytes,
						    SERIES, false, (enum collective_timing)timing, &seconds),
					 OK);
			if (fabs(seconds - cases[i].seconds) > 1e-15) /* rounding */
				fail_msg("%s, timing %d: %.9g s, not %.9g", cases[i].operation, timing, seconds,
					 cases[i].seconds);
		}
	}
	/* A gather that would escalate by itself does not. */
	assert_int_equal(run_series("gather", "linear", 3000, SERIES, false, TIMING_GLOBAL, &seconds), OK);
	assert_true(seconds < 1e-2);
	assert_int_equal(run_series("gather", "linear", 3000, SERIES, true, TIMING_GLOBAL, &seconds), ERR_INPUT);
}

static void schedules_take_what_their_messages_do(void **state)
{
	const double m = 1000, process = 1e-5 + 1e-8 * m;
	const struct {
		const char *operation, *algorithm;
		enum collective_timing timing;
		double seconds;
	} cases[] = {
		{"scatter", "linear", TIMING_GLOBAL, (N - 2) * process + message(m)},
		{"scatter", "linear", TIMING_MAX, (N - 2) * process + message(m)},
		{"scatter", "linear", TIMING_ROOT, (N - 2) * process + message(m)}, /* a barrier confirms the end */
		{"gather", "", TIMING_ROOT, (N - 2) * process + message(m)},
		{"scatter", "binomial", TIMING_GLOBAL, process + message(2 * m) + message(m)},
		{"bcast", "binomial", TIMING_GLOBAL, 2 * message(m)}, /* the root's second message is no later */
		{"barrier", "dissemination", TIMING_GLOBAL, 2 * message(0)},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		double seconds;

		assert_int_equal(
			run(cases[i].operation, cases[i].algorithm, (size_t)m, false, cases[i].timing, &seconds), OK);
		assert_true(fabs(seconds - cases[i].seconds) < 1e-15); /* rounding */
	}
}

/* Seconds of a broadcast from root on a platform, by a timing. */
static double timed(struct platform *platform, const char *algorithm, size_t bytes, size_t segment, int root,
		    enum collective_timing timing)
{
	struct experiment what = {.kind = EXPERIMENT_COLLECTIVE,
				  .from = root,
				  .to = root,
				  .bytes = bytes,
				  .count = 1,
				  .loop = 1,
				  .setup = {.collective = "bcast", .segment = segment, .timing = timing}};
	struct observation observation = {.seconds = NAN};

	snprintf(what.setup.algorithm, sizeof(what.setup.algorithm), "%s", algorithm);
	assert_int_equal(platform_run(platform, &what, 1, &observation, NULL), OK);
	return observation.seconds;
}

/* Seconds of a broadcast until its root, or its last process, is done. */
static double ended(const struct model *model, const char *algorithm, size_t bytes, size_t segment, int root,
		    bool everywhere)
{
	const struct predict_options options = predict_options_default(model);
	const struct call call = {.collective = COLLECTIVE_BCAST,
				  .processes = (int)model->processes,
				  .root = root,
				  .count = bytes,
				  .segment = segment};
	const struct algorithm_class *class = algorithm_find(COLLECTIVE_BCAST, algorithm, NULL);
	struct call whole = call;
	const struct algorithm_use use = {class, &whole};
	struct simulation simulation = {.record = false};
	uint64_t largest;
	double seconds;

	assert_non_null(class);
	whole.fanout = class->fanout;
	assert_int_equal(predict_simulation(&options, &use, &simulation, &largest, NULL), OK);
	seconds = everywhere ? simulation.seconds : simulation.finish[root];
	simulation_release(&simulation);
	return seconds;
}

static void acknowledgements_tell_when_the_last_process_has_a_broadcast(void **state)
{
	static const struct {
		const char *algorithm;
		size_t segment;
		bool root_is_early; /* by more than rounding */
	} cases[] = {{"linear", 0, true},   {"binomial", 0, true},      {"chain", 0, true},
		     {"chain", 500, true},  {"pipeline", 300, true},    {"binary", 700, true},
		     {"k-nomial", 0, true}, {"split-binary", 0, false}, {"scatter-ring", 0, false}};
	const struct noise none = {.spread = 0};
	struct model *model = cluster();
	struct platform *platform = NULL;

	(void)state;
	assert_int_equal(synthetic_open(model, &none, 1, &platform, NULL), OK);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (int root = 0; root < N; root++) {
			const char *algorithm = cases[i].algorithm;
			double last = ended(model, algorithm, 4000, cases[i].segment, root, true),
			       first = ended(model, algorithm, 4000, cases[i].segment, root, false),
			       seconds = timed(platform, algorithm, 4000, cases[i].segment, root, TIMING_ACKNOWLEDGED);

			assert_true(fabs(seconds - last) < 1e-12 * last); /* rounding, in nanoseconds */
			if (cases[i].root_is_early)
				assert_true(first < 0.99 * last);
		}
	platform_close(platform);
	model_free(model);
}

/* Half of a round trip stands for the acknowledgement: of a link whose directions differ that is off by half of what
 * they differ by. */
static void acknowledgements_over_a_link_of_two_speeds_are_off_by_half_the_difference(void **state)
{
	const struct link links[] = {{0, 1}, {1, 0}};
	const struct noise none = {.spread = 0};
	struct model *model = model_new(&model_hockney, 2, links, 2);
	struct platform *platform = NULL;

	(void)state;
	assert_non_null(model);
	for (size_t l = 0; l < 2; l++) {
		assert_int_equal(model_set(model, l, "alpha", l == 0 ? 1e-5 : 3e-5, NULL), OK);
		assert_int_equal(model_set(model, l, "beta", 1e-9, NULL), OK);
	}
	assert_int_equal(synthetic_open(model, &none, 1, &platform, NULL), OK);
	assert_true(fabs(timed(platform, "linear", 1000, 0, 0, TIMING_GLOBAL) - 1.1e-5) < 1e-17);
	assert_true(fabs(timed(platform, "linear", 1000, 0, 0, TIMING_ACKNOWLEDGED) - (1.1e-5 + 1e-5)) < 1e-17);
	assert_true(fabs(timed(platform, "linear", 1000, 0, 1, TIMING_ACKNOWLEDGED) - (3.1e-5 - 1e-5)) < 1e-17);
	platform_close(platform);
	model_free(model);
}

static void other_operations_and_algorithms_are_refused(void **state)
{
	static const struct {
		const char *operation, *algorithm;
		bool equations;
		enum status status;
	} cases[] = {
		{"bcast", "", true, ERR_INPUT},    {"gather", "binomial", true, ERR_INPUT}, {"scatter", "", true, OK},
		{"bcast", "", false, ERR_INPUT},   {"gather", "spiral", false, ERR_INPUT},  {"scatter", "", false, OK},
		{"teleport", "", false, ERR_INPUT}};
	double seconds;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_int_equal(
			run(cases[i].operation, cases[i].algorithm, 10, cases[i].equations, TIMING_GLOBAL, &seconds),
			cases[i].status);
	assert_int_equal(run("gather", "linear", 10, false, TIMING_ACKNOWLEDGED, &seconds), ERR_INPUT);
	assert_int_equal(run("bcast", "linear", 10, false, TIMING_ACKNOWLEDGED, &seconds), OK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scatter_and_gather_take_what_the_equations_say),
		cmocka_unit_test(schedules_take_what_their_messages_do),
		cmocka_unit_test(in_a_series_a_process_goes_on_as_soon_as_it_is_done),
		cmocka_unit_test(between_M1_and_M2_gathers_escalate_by_what_the_deciles_allow),
		cmocka_unit_test(acknowledgements_tell_when_the_last_process_has_a_broadcast),
		cmocka_unit_test(acknowledgements_over_a_link_of_two_speeds_are_off_by_half_the_difference),
		cmocka_unit_test(other_operations_and_algorithms_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
