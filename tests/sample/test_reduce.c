#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "disturbed.h"
#include "sample/reduce.h"
#include "stats/correlation.h"
#include "stats/quantile.h"

static const enum statistic statistics[] = {STATISTIC_MIN, STATISTIC_MEAN, STATISTIC_MEDIAN};

enum { STATISTICS = sizeof(statistics) / sizeof(statistics[0]) };

static struct reduce_rule rule_of(enum statistic statistic)
{
	return (struct reduce_rule){.statistic = statistic, .confidence = 0.95, .resolution = disturbed_resolution};
}

static void expect_interval(const struct sample_summary *summary, const struct estimate *expected)
{
	assert_true(summary->value == expected->value);
	assert_true(summary->low == expected->low);
	assert_true(summary->high == expected->high);
}

/* A sample of one point with these seconds, of which so many are the warm-up. */
static void make(struct campaign *campaign, const double *seconds, size_t n, size_t settling)
{
	const struct experiment trip = disturbed_trip(0);
	struct sample *sample = campaign_point(campaign, &trip, NULL);

	for (size_t i = 0; i < n; i++)
		assert_int_equal(
			sample_add(sample, &(struct observation){.seconds = seconds[i], .send_seconds = NAN}, 1, NULL),
			OK);
	sample->warmup_timings = settling;
}

static void the_timings_after_the_warm_up_stand_for_a_sample_by_each_statistic(void **state)
{
	struct campaign campaign = {.n = 0};

	(void)state;
	disturbed_campaign(&campaign);
	for (size_t s = 0; s < STATISTICS; s++)
		for (size_t i = 0; i < campaign.n; i++) {
			const struct sample *sample = campaign.samples[i];
			const struct reduce_rule how = rule_of(statistics[s]);
			const struct sample_summary summary = sample_reduce(sample, &how);
			double seconds[DISTURBED_TIMINGS];
			size_t n = sample_seconds(sample, seconds);
			const struct estimate expected = correlation_estimate(
				statistics[s], seconds, n, 0.95, disturbed_resolution / (double)sample->what.loop);

			expect_interval(&summary, &expected);
			assert_int_equal(summary.n, DISTURBED_TIMINGS - sample->warmup_timings);
			quantile_sort(seconds, n);
			assert_true(summary.min == seconds[0] && summary.max == seconds[n - 1]);
			assert_true(summary.median == quantile_median(seconds, n));
		}
	campaign_release(&campaign);
}

static void the_warm_up_counts_if_the_rule_says_so(void **state)
{
	static const double seconds[] = {9, 8, 1, 2, 3};
	struct campaign campaign = {.n = 0};
	struct reduce_rule how = rule_of(STATISTIC_MEAN);
	struct sample_summary summary;

	(void)state;
	make(&campaign, seconds, 5, 2);
	summary = sample_reduce(campaign.samples[0], &how);
	assert_true(summary.value == 2 && summary.max == 3 && summary.n == 3);
	how.keep_warmup = true;
	summary = sample_reduce(campaign.samples[0], &how);
	assert_true(summary.value == 4.6 && summary.max == 9 && summary.n == 5);
	campaign_release(&campaign);
}

static void intervals_are_wider_where_timings_go_together_unless_the_rule_takes_them_as_independent(void **state)
{
	struct campaign campaign = {.n = 0};

	(void)state;
	disturbed_campaign(&campaign);
	for (size_t s = 0; s < STATISTICS; s++) {
		struct reduce_rule how = rule_of(statistics[s]);
		const struct sample_summary together = sample_reduce(campaign.samples[1], &how);
		struct sample_summary apart;

		how.independent = true;
		apart = sample_reduce(campaign.samples[1], &how);
		assert_true(apart.value == together.value);
		if (statistics[s] == STATISTIC_MIN)
			assert_true(apart.low == together.low);
		else
			assert_true(together.high - together.low > 1.5 * (apart.high - apart.low));
	}
	campaign_release(&campaign);
}

static void an_interval_is_as_wide_as_the_clock_is_coarse_for_one_operation_of_a_loop(void **state)
{
	static const double seconds[] = {5e-6, 5e-6, 5e-6};
	struct campaign campaign = {.n = 0};
	const struct reduce_rule how = rule_of(STATISTIC_MEDIAN);
	struct estimate e;

	(void)state;
	make(&campaign, seconds, 3, 0);
	campaign.samples[0]->what.loop = 10;
	e = sample_estimate(campaign.samples[0], &how);
	assert_true(fabs((e.high - e.low) / (disturbed_resolution / 10) - 1) < 1e-6); /* differences of doubles */
	campaign_release(&campaign);
}

static void an_interval_goes_below_zero_only_where_a_timing_does(void **state)
{
	static const double seconds[][2] = {{1e-6, 3e-6}, {-1e-6, 3e-6}};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct campaign campaign = {.n = 0};
		const struct reduce_rule how = rule_of(STATISTIC_MEDIAN);
		struct sample_summary summary;

		make(&campaign, seconds[i], 2, 0);
		summary = sample_reduce(campaign.samples[0], &how);
		assert_true(i == 0 ? summary.low == 0 : summary.low < -1e-6);
		campaign_release(&campaign);
	}
}

static void without_timings_there_is_no_number(void **state)
{
	struct sample empty = {.n = 0};
	const struct reduce_rule how = rule_of(STATISTIC_MEDIAN);
	const struct sample_summary none[] = {sample_reduce(NULL, &how), sample_reduce(&empty, &how),
					      sample_reduce_sends(&empty, &how)};

	(void)state;
	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		assert_true(none[i].n == 0 && isnan(none[i].value) && isnan(none[i].high) && isnan(none[i].max));
}

static void send_calls_are_reduced_where_they_were_timed(void **state)
{
	struct campaign campaign = {.n = 0};
	const struct reduce_rule how = rule_of(STATISTIC_MIN);
	struct sample_summary sends;
	size_t n = 0;

	(void)state;
	disturbed_campaign(&campaign);
	sends = sample_reduce_sends(campaign.samples[0], &how);
	for (size_t k = campaign.samples[0]->warmup_timings; k < DISTURBED_TIMINGS; k++)
		n += k % 3 != 0;
	assert_int_equal(sends.n, n);
	assert_true(sends.value >= 1e-6 && sends.max < 1.2e-6);
	campaign_release(&campaign);
}

static void launches_stand_for_a_point_by_their_mean_or_by_the_least_of_them(void **state)
{
	static const struct estimate launches[] = {{3, 2, 4}, {1, 0.5, 1.5}, {5, 4.5, 6}};
	struct reduce_rule how = rule_of(STATISTIC_MEDIAN);
	struct estimate e = launches_reduce(launches, 3, &how);

	(void)state;
	assert_true(e.value == 3 && e.low == 0 && e.high > 5);
	e = launches_reduce(launches, 1, &how);
	assert_true(e.value == 3 && e.low == 2 && e.high == 4);
	how.statistic = STATISTIC_MIN;
	e = launches_reduce(launches, 3, &how);
	assert_true(e.value == 1 && e.low == 0.5 && e.high == 1.5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_timings_after_the_warm_up_stand_for_a_sample_by_each_statistic),
		cmocka_unit_test(the_warm_up_counts_if_the_rule_says_so),
		cmocka_unit_test(
			intervals_are_wider_where_timings_go_together_unless_the_rule_takes_them_as_independent),
		cmocka_unit_test(an_interval_is_as_wide_as_the_clock_is_coarse_for_one_operation_of_a_loop),
		cmocka_unit_test(an_interval_goes_below_zero_only_where_a_timing_does),
		cmocka_unit_test(without_timings_there_is_no_number),
		cmocka_unit_test(send_calls_are_reduced_where_they_were_timed),
		cmocka_unit_test(launches_stand_for_a_point_by_their_mean_or_by_the_least_of_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
