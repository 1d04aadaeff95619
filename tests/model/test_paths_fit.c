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

/* What is longer by chance would be taken otherwise, and intervals lie above the truth. */
static void where_noise_hides_which_is_longer_calls_count_in_all_draws(void **state)
{
	struct campaign campaign = {0};
	struct reduction *reduction = scattered(&campaign, 0.6);
	const struct points *points = reduction_values(reduction);
	struct random random;
	size_t longer = 0;

	(void)state;
	assert_close(path_busy(points, PATH_KIND_RECEIVE, &like), 20 * US);
	assert_close(path_busy(points, PATH_KIND_SEND, &like), 3 * US);
	random_init(&random, 1);
	for (int d = 0; d < DRAWS; d++) {
		const struct point *one, *many;
		const struct experiment train = {
			.kind = EXPERIMENT_TRAIN, .from = 0, .to = 1, .bytes = 100, .count = 1};

		points = reduction_draw(reduction, &random);
		one = points_find(points, &train);
		many = points_longest_train(points, &like);
		longer += (many->seconds - one->seconds) / 10 > 1.3 * receive_call(points);
		assert_close(path_busy(points, PATH_KIND_RECEIVE, &like), receive_call(points));
	}
	assert_true(longer > DRAWS / 10); /* so often the stream of a draw takes longer by far */
	reduction_free(reduction);
	campaign_release(&campaign);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_stream_that_surely_takes_longer_than_the_calls_keeps_both_ends_busy),
		cmocka_unit_test(where_noise_hides_which_is_longer_calls_count_in_all_draws),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
