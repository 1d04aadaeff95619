#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "evaluate/operations.h"

/* Sums of a few times in another order than by hand. */
#define EXACT 1e-12

static const struct reduce_rule median = {.statistic = STATISTIC_MEDIAN, .confidence = 0.95};

/* A message of m bytes takes alpha + m ns. */
static struct model *hockney(double alpha)
{
	const struct link any = {LINK_ANY, LINK_ANY};
	struct model *model = model_new(model_class_find("hockney", NULL), 2, &any, 1);

	assert_non_null(model);
	assert_int_equal(model_set(model, 0, "alpha", alpha, NULL), OK);
	assert_int_equal(model_set(model, 0, "beta", 1e-9, NULL), OK);
	return model;
}

/* Three timings around seconds of what the setup says, of 1000 bytes with root 0. */
static void measure(struct campaign *campaign, const char *setup, double seconds)
{
	struct experiment what = {.kind = EXPERIMENT_COLLECTIVE, .bytes = 1000, .count = 1};
	const struct observation observations[] = {{.at = 0, .seconds = seconds, .send_seconds = NAN},
						   {.at = 1, .seconds = 2 * seconds, .send_seconds = NAN},
						   {.at = 2, .seconds = seconds / 2, .send_seconds = NAN}};
	struct sample *sample;
	struct error err = {0};

	if (setup_parse(setup, &what.setup, &err) != OK)
		fail_msg("%s", err.text);
	sample = campaign_point(campaign, &what, &err);
	assert_non_null(sample);
	assert_int_equal(sample_add(sample, observations, 3, &err), OK);
}

static void calls_are_held_against_each_model_in_order_of_algorithms(void **state)
{
	struct model *right = hockney(10e-6), *twice = hockney(21e-6);
	const struct predict_options models[] = {predict_options_default(right), predict_options_default(twice)};
	struct campaign campaign = {.n = 0};
	const struct timed_run run = {"run", &campaign, 8, median, models, NULL, NULL};
	struct operations_comparison found = {.n = 0};
	struct prediction_errors errors;

	(void)state;
	measure(&campaign, "collective=scatter", 50e-6);
	measure(&campaign, "collective=gather algorithm=linear", 1);
	measure(&campaign, "collective=scatter algorithm=linear", 77e-6);
	measure(&campaign, "collective=scatter algorithm=binomial", 142e-6);
	assert_int_equal(operations_count(&campaign, COLLECTIVE_SCATTER, false), 3);
	assert_int_equal(operations_count(&campaign, COLLECTIVE_SCATTER, true), 2);
	assert_int_equal(operations_compare(&found, COLLECTIVE_SCATTER, &run, 1, 2, NULL), OK);
	assert_int_equal(found.n, 3);
	assert_string_equal(found.calls[0].what->setup.algorithm, "binomial");
	assert_string_equal(found.calls[1].what->setup.algorithm, "linear");
	assert_true(operation_is_native(found.calls[2].what));
	assert_true(fabs(operations_predicted(&found, 0, 0) - 71e-6) <= EXACT * 71e-6);
	assert_true(fabs(operations_predicted(&found, 0, 1) - 77e-6) <= EXACT * 77e-6);
	assert_true(fabs(operations_predicted(&found, 1, 1) - 154e-6) <= EXACT * 154e-6);
	assert_true(isnan(operations_predicted(&found, 0, 2)) && found.calls[2].measured == 50e-6);
	errors = operations_errors(&found, 0, NULL);
	assert_int_equal(errors.n, 2);
	assert_true(fabs(prediction_errors_mean(&errors) - 0.25) <= EXACT);
	assert_true(fabs(prediction_errors_most(&errors) - 0.5) <= EXACT);
	operations_comparison_release(&found);
	campaign_release(&campaign);
	model_free(right);
	model_free(twice);
}

/* A linear scatter among 3 holds the root for two messages; a leaf comes later than it could have ended. */
static void what_is_timed_is_predicted(void **state)
{
	static const struct {
		const char *setup;
		double seconds;
	} cases[] = {{"arrival=0,0.0005,0", 500e-6},
		     {"arrival=0,0.0005,0 timing=root", 500e-6},
		     {"arrival=0,0.0005,0 timing=max", 22e-6},
		     {"arrival=late-root:0.0005", 522e-6},
		     {"arrival=late-root:0.0005 timing=root", 22e-6},
		     {"arrival=late-root:0.0005 timing=max", 522e-6}};
	struct model *model = hockney(10e-6);
	const struct predict_options models[] = {predict_options_default(model)};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct campaign campaign = {.n = 0};
		const struct timed_run run = {"run", &campaign, 3, median, models, NULL, NULL};
		struct operations_comparison found = {.n = 0};
		char setup[SETUP_TEXT_MOST];

		snprintf(setup, sizeof(setup), "collective=scatter algorithm=linear %s", cases[i].setup);
		measure(&campaign, setup, cases[i].seconds);
		assert_int_equal(operations_compare(&found, COLLECTIVE_SCATTER, &run, 1, 1, NULL), OK);
		assert_true(fabs(operations_predicted(&found, 0, 0) - cases[i].seconds) <= EXACT * cases[i].seconds);
		operations_comparison_release(&found);
		campaign_release(&campaign);
	}
	model_free(model);
}

static void runs_keep_their_own_number_of_processes(void **state)
{
	struct model *model = hockney(10e-6);
	const struct predict_options models[] = {predict_options_default(model)};
	struct campaign small = {.n = 0}, large = {.n = 0};
	const struct timed_run runs[] = {{"small", &small, 2, median, models, NULL, NULL},
					 {"large", &large, 5, median, models, NULL, NULL}};
	struct operations_comparison found = {.n = 0};

	(void)state;
	measure(&small, "collective=scatter algorithm=linear", 1);
	measure(&large, "collective=scatter algorithm=linear", 1);
	assert_int_equal(operations_compare(&found, COLLECTIVE_SCATTER, runs, 2, 1, NULL), OK);
	assert_int_equal(found.calls[1].run, 1);
	assert_true(fabs(operations_predicted(&found, 0, 0) - 11e-6) <= EXACT * 11e-6);
	assert_true(fabs(operations_predicted(&found, 0, 1) - 44e-6) <= EXACT * 44e-6);
	operations_comparison_release(&found);
	campaign_release(&small);
	campaign_release(&large);
	model_free(model);
}

/* Nothing is sent among one process: what was measured is the call alone. */
static void a_prediction_of_nothing_is_no_error(void **state)
{
	struct model *model = hockney(10e-6);
	const struct predict_options models[] = {predict_options_default(model)};
	struct campaign campaign = {.n = 0};
	const struct timed_run run = {"run", &campaign, 1, median, models, NULL, NULL};
	struct operations_comparison found = {.n = 0};

	(void)state;
	measure(&campaign, "collective=bcast algorithm=binomial", 1e-6);
	assert_int_equal(operations_compare(&found, COLLECTIVE_BCAST, &run, 1, 1, NULL), OK);
	assert_true(operations_predicted(&found, 0, 0) == 0);
	assert_int_equal(operations_errors(&found, 0, NULL).n, 0);
	operations_comparison_release(&found);
	campaign_release(&campaign);
	model_free(model);
}

static void a_stored_order_that_is_none_is_refused(void **state)
{
	struct model *model = hockney(10e-6);
	const struct predict_options models[] = {predict_options_default(model)};
	struct campaign campaign = {.n = 0};
	const struct timed_run run = {"run", &campaign, 4, median, models, NULL, NULL};
	struct operations_comparison found = {.n = 0};
	struct error err = {0};

	(void)state;
	measure(&campaign, "collective=bcast algorithm=binomial order=/dev/zero", 1e-6);
	assert_int_equal(operations_compare(&found, COLLECTIVE_BCAST, &run, 1, 1, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "the order /dev/zero"));
	operations_comparison_release(&found);
	campaign_release(&campaign);
	model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(calls_are_held_against_each_model_in_order_of_algorithms),
		cmocka_unit_test(what_is_timed_is_predicted),
		cmocka_unit_test(runs_keep_their_own_number_of_processes),
		cmocka_unit_test(a_prediction_of_nothing_is_no_error),
		cmocka_unit_test(a_stored_order_that_is_none_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
