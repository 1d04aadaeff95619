#include "fit_support.h"

#include "model/paths_fit.h"
#include "sample/points.h"

/*
 * One message of 100 bytes takes 30 us, eleven of them 290 us: 26 us each. The receive call takes 20 us by itself, and
 * the send call 3 us, as long as buffers swallow the messages.
 */
static const struct timing times[] = {
	{EXPERIMENT_TRAIN, 0, 1, 100, 0, 1, 30, 3},
	{EXPERIMENT_TRAIN, 0, 1, 100, 0, 11, 290, 33},
	{EXPERIMENT_SEND, 0, 1, 100, 0, 1, 3, NAN},
	{EXPERIMENT_RECEIVE, 0, 1, 100, 0, 1, 20, NAN},
};

static const struct experiment like = {.from = 0, .to = 1, .bytes = 100};

enum { REPEATED = 21, DRAWS = 100 };

/* Each time from 1 - spread to 1 + spread times what it is. */
static struct reduction *scattered(struct campaign *campaign, double spread)
{
	struct reduction *reduction;

	for (size_t i = 0; i < COUNT(times); i++)
		for (int k = 0; k < REPEATED; k++) {
			double factor = 1 + spread * (k - REPEATED / 2) / (REPEATED / 2);
			struct timing timing = times[i];

			timing.us *= factor;
			timing.send *= factor;
			timing_add(campaign, &timing);
		}
	reduction = reduction_new(campaign, STATISTIC_MEDIAN, NULL);
	assert_non_null(reduction);
	return reduction;
}

static double receive_call(const struct points *points)
{
	const struct experiment call = {.kind = EXPERIMENT_RECEIVE, .from = 0, .to = 1, .bytes = 100, .count = 1};

	return points_find(points, &call)->seconds;
}

static void a_stream_that_surely_takes_longer_than_the_calls_keeps_both_ends_busy(void **state)
{
	struct campaign campaign = {0};
	struct reduction *reduction = scattered(&campaign, 0.02);
	const struct points *points = reduction_values(reduction);

	(void)state;
	assert_close(path_call(points, PATH_KIND_RECEIVE, &like), 20 * US);
	assert_close(path_busy(points, PATH_KIND_RECEIVE, &like), 26 * US);
	assert_close(path_busy(points, PATH_KIND_SEND, &like), 26 * US);
	reduction_free(reduction);
	campaign_release(&campaign);
}

static double gap(const struct points *points)
{
	const struct experiment train = {.kind = EXPERIMENT_TRAIN, .from = 0, .to = 1, .bytes = 100, .count = 1};

	return (points_longest_train(points, &like)->seconds - points_find(points, &train)->seconds) / 10;
}

/* In half of the draws, whichever is longer there: the longer one of each would be longer than either. */
static void where_noise_hides_which_is_longer_draws_have_both(void **state)
{
	struct campaign campaign = {0};
	struct reduction *reduction = scattered(&campaign, 0.6);
	const struct points *points = reduction_values(reduction);
	struct random random;
	size_t streams = 0, shorter = 0;

	(void)state;
	assert_close(path_busy(points, PATH_KIND_RECEIVE, &like), 26 * US); /* what is more probable */
	random_init(&random, 1);
	for (int d = 0; d < DRAWS; d++) {
		double busy;

		points = reduction_draw(reduction, &random);
		busy = path_busy(points, PATH_KIND_RECEIVE, &like);
		if (busy != receive_call(points)) {
			assert_close(busy, gap(points));
			streams++;
			shorter += busy < receive_call(points);
		}
	}
	assert_in_range(streams, DRAWS / 2 - 20, DRAWS / 2 + 20); /* four deviations */
	assert_true(shorter > 0);
	reduction_free(reduction);
	campaign_release(&campaign);
}

/* Two launches tell nothing of how far a third would be off: one of many draws may be further off by far. */
static void launches_that_agree_tell_that_the_stream_takes_longer(void **state)
{
	struct campaign launches[2] = {{0}, {0}};
	const struct campaign *all[2] = {&launches[0], &launches[1]};
	struct reduction *reduction;

	(void)state;
	for (int l = 0; l < 2; l++)
		for (size_t i = 0; i < COUNT(times); i++) {
			struct timing timing = times[i];

			timing.us *= l ? 1.001 : 0.999;
			timing_add(&launches[l], &timing);
		}
	reduction = reduction_pool(all, 2, STATISTIC_MEDIAN, NULL);
	assert_close(path_busy(reduction_values(reduction), PATH_KIND_RECEIVE, &like), 26 * US);
	assert_close(path_busy(reduction_values(reduction), PATH_KIND_SEND, &like), 26 * US);
	reduction_free(reduction);
	campaign_release(&launches[0]);
	campaign_release(&launches[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_stream_that_surely_takes_longer_than_the_calls_keeps_both_ends_busy),
		cmocka_unit_test(where_noise_hides_which_is_longer_draws_have_both),
		cmocka_unit_test(launches_that_agree_tell_that_the_stream_takes_longer),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
