/* The library's results hold the very numbers of sample_reduce. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "../sample/disturbed.h"
#include "api/results.h"
#include "sample/reduce.h"

static struct probe_options options(void)
{
	struct probe_options probe = probe_options_default();

	probe.stopping = (struct stopping){
		.least = 5, .most = 1000, .error = 0.05, .confidence = 0.9, .statistic = STATISTIC_MEDIAN};
	return probe;
}

static void a_result_is_the_sample_reduced_to_its_median(void **state)
{
	static const double scales[] = {1, 0.5};
	const struct probe_options probe = options();
	const struct reduce_rule how = {
		.statistic = STATISTIC_MEDIAN, .confidence = 0.9, .resolution = disturbed_resolution};
	struct campaign campaign = {.n = 0};

	(void)state;
	disturbed_campaign(&campaign);
	for (size_t i = 0; i < campaign.n; i++)
		for (size_t k = 0; k < 2; k++) {
			const struct sample_summary expected = sample_reduce(campaign.samples[i], &how);
			struct sonde_result result = {.bytes = 1};

			assert_int_equal(results_summarise(campaign.samples[i], &probe, disturbed_resolution, scales[k],
							   &result, NULL),
					 OK);
			assert_int_equal(result.bytes, 1);
			assert_true(result.median == scales[k] * expected.value);
			assert_true(result.low == scales[k] * expected.low);
			assert_true(result.high == scales[k] * expected.high);
			assert_true(result.minimum == scales[k] * expected.min);
			assert_true(result.maximum == scales[k] * expected.max);
			assert_int_equal(result.n, expected.n);
			assert_int_equal(result.ending, result.error <= 0.05 ? SONDE_PRECISE : SONDE_TIME_OVER);
		}
	campaign_release(&campaign);
}

static void a_size_without_timings_has_no_number(void **state)
{
	const struct probe_options probe = options();
	struct sonde_result result = {.bytes = 8};

	(void)state;
	assert_int_equal(results_summarise(NULL, &probe, 0, 1, &result, NULL), OK);
	assert_true(result.bytes == 8 && result.n == 0 && isnan(result.median) && isnan(result.minimum));
	assert_true(isinf(result.error));
	assert_int_equal(result.ending, SONDE_TIME_OVER);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_result_is_the_sample_reduced_to_its_median),
		cmocka_unit_test(a_size_without_timings_has_no_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
