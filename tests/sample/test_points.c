#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "sample/points.h"
#include "timings.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* Products in double precision. */
#define ROUNDING 1e-12

static const struct point *longest_train(const struct points *points, int from, int to, size_t bytes)
{
	const struct experiment like = {.from = from, .to = to, .bytes = bytes};

	return points_longest_train(points, &like);
}

static void assert_close(double value, double expected)
{
	if (!(fabs(value - expected) <= ROUNDING * fabs(expected)))
		fail_msg("%.17g is not %.17g", value, expected);
}

static void a_reduction_holds_one_point_per_sample_in_order(void **state)
{
	static const struct timing timings[] = {
		{EXPERIMENT_TRAIN, 0, 1, 5, 0, 40, 90, 7},    {EXPERIMENT_ROUNDTRIP, 0, 1, 8, 0, 1, 30, 3},
		{EXPERIMENT_TRAIN, 0, 1, 5, 0, 1, 10, 2},     {EXPERIMENT_ROUNDTRIP, 0, 1, 2, 0, 1, 20, NAN},
		{EXPERIMENT_ROUNDTRIP, 0, 1, 8, 0, 1, 24, 5}, {EXPERIMENT_TRAIN, 0, 1, 5, 0, 10, 30, 4},
		{EXPERIMENT_ROUNDTRIP, 1, 0, 4, 0, 1, 44, 4}, {EXPERIMENT_ROUNDTRIP, 0, 1, 4, 4, 1, 40, 4},
		{EXPERIMENT_ROUNDTRIP, 0, 1, 8, 0, 1, 99, 4}, {EXPERIMENT_TRAIN, 0, 1, 6, 0, 1, 11, 2},
	};
	static const struct {
		enum statistic statistic;
		double us, send;
	} cases[] = {{STATISTIC_MIN, 24, 3}, {STATISTIC_MEDIAN, 30, 4}, {STATISTIC_MEAN, 51, 4}};
	const struct experiment trip = {.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .bytes = 8, .count = 1};
	const struct experiment untimed = {.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .bytes = 2, .count = 1};
	const struct experiment empty = {.kind = EXPERIMENT_SEND, .from = 0, .to = 1, .count = 1};
	struct campaign campaign = {0};
	(void)state;
	timings_add(&campaign, timings, COUNT(timings));
	assert_non_null(campaign_point(&campaign, &empty, NULL)); /* nothing was measured there */
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct reduction *reduction = reduction_new(&campaign, cases[i].statistic, NULL);
		const struct points *points = reduction_values(reduction);
		size_t *sizes = NULL, n = 0;

		assert_int_equal(points->n, 8);
		assert_close(points_find(points, &trip)->seconds, cases[i].us * US);
		assert_close(points_find(points, &trip)->send_seconds, cases[i].send * US);
		assert_true(isnan(points_find(points, &untimed)->send_seconds));
		assert_null(points_find(points, &empty));
		for (size_t k = 0; k < points->n; k++) {
			const struct experiment *what = &points->points[k].what;
			const struct point_key key = {what->kind,  what->from,        what->to,
						      what->bytes, what->reply_bytes, what->count},
					       other = {what->kind,  what->from,        what->to,
							what->bytes, what->reply_bytes, what->count + 1000};

			assert_ptr_equal(points_find(points, what), &points->points[k]);
			assert_ptr_equal(points_at(points, &key), &points->points[k]);
			assert_null(points_at(points, &other));
		}
		assert_int_equal(longest_train(points, 0, 1, 5)->what.count, 40);
		assert_null(longest_train(points, 0, 1, 6)); /* one message is no train */
		assert_null(longest_train(points, 0, 1, 4));
		assert_null(longest_train(points, 1, 0, 5));
		assert_int_equal(points_sizes(points, EXPERIMENT_ROUNDTRIP, 0, 1, &sizes, &n, NULL), OK);
		assert_int_equal(n, 2); /* the echo of 4 bytes has no empty answer */
		assert_int_equal(sizes[0], 2);
		assert_int_equal(sizes[1], 8);
		free(sizes);
		assert_int_equal(points_sizes(points, EXPERIMENT_TRAIN, 0, 1, &sizes, &n, NULL), OK);
		assert_int_equal(n, 2); /* 5 and 6, each once */
		free(sizes);
		reduction_free(reduction);
	}
	campaign_release(&campaign);
}

static void pooled_launches_give_their_mean_and_draws_that_vary_as_they_do(void **state)
{
	static const double launches[] = {10, 11, 12, 13};
	const struct experiment trip = {.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .bytes = 8, .count = 1};
	struct campaign campaigns[4] = {{0}};
	const struct campaign *list[4];
	struct random random;
	(void)state;
	for (size_t l = 0; l < 4; l++) {
		list[l] = &campaigns[l];
		for (int k = 0; k < 5; k++) {
			const struct observation observation = {.seconds = launches[l] * US, .send_seconds = NAN};

			assert_int_equal(sample_add(campaign_point(&campaigns[l], &trip, NULL), &observation, 1, NULL),
					 OK);
		}
	}
	for (int s = 0; s < 2; s++) {
		struct reduction *reduction = reduction_pool(list, 4, s ? STATISTIC_MIN : STATISTIC_MEDIAN, NULL);
		double squares = 0, least = INFINITY, value = points_find(reduction_values(reduction), &trip)->seconds;

		assert_close(value, (s ? 10 : 11.5) * US);
		random_init(&random, 1);
		for (int d = 0; d < 20000; d++) {
			double draw = points_find(reduction_draw(reduction, &random), &trip)->seconds;

			squares += (draw - value) * (draw - value) / 20000;
			least = fmin(least, draw);
		}
		/* Student's t of 3 degrees of freedom: the variance of the mean, 5/12 us^2, times 3; heavy tails make
		 * the average of so many draws uncertain by a tenth or more. */
		if (s == 0)
			assert_true(sqrt(squares) > 0.9 * sqrt(1.25) * US && sqrt(squares) < 1.2 * sqrt(1.25) * US);
		else
			assert_close(least, 10 * US); /* no launch tells of less */
		reduction_free(reduction);
	}
	for (size_t l = 0; l < 4; l++)
		campaign_release(&campaigns[l]);
}

/* By whatever statistic: few timings leave much room, but not below 0. */
static void no_draw_of_few_timings_is_below_0(void **state)
{
	const struct experiment trip = {.kind = EXPERIMENT_ROUNDTRIP, .to = 1, .bytes = 1000, .count = 1};
	const double seconds[] = {1e-5, 2e-5, 15e-2};

	(void)state;
	for (int statistic = STATISTIC_MIN; statistic <= STATISTIC_MEDIAN; statistic++) {
		struct campaign campaign = {.n = 0};
		struct reduction *reduction;
		struct random random;

		for (size_t i = 0; i < 3; i++) {
			const struct observation o = {.seconds = seconds[i], .send_seconds = NAN};

			assert_int_equal(sample_add(campaign_point(&campaign, &trip, NULL), &o, 1, NULL), OK);
		}
		reduction = reduction_new(&campaign, (enum statistic)statistic, NULL);
		assert_non_null(reduction);
		random_init(&random, 7);
		for (size_t d = 0; d < 10000; d++)
			assert_true(points_find(reduction_draw(reduction, &random), &trip)->seconds >= 0);
		reduction_free(reduction);
		campaign_release(&campaign);
	}
}

/* Timings that are all the same are drawn as they are, but for what they have in common. */
static void draws_move_together_by_what_points_share(void **state)
{
	enum { DRAWS = 2000 };
	struct campaign campaign = {0};
	struct reduction *reduction;
	struct random random;
	double squares = 0;

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		timing_add(&campaign, &(struct timing){EXPERIMENT_ROUNDTRIP, 0, 1, 8 * i, 0, 1, 10, NAN});
		timing_add(&campaign, &(struct timing){EXPERIMENT_ROUNDTRIP, 0, 1, 8 * i, 0, 1, 10, NAN});
		campaign.samples[i]->sharing = i == 1 ? 0 : 0.05 * (double)(i + 1);
	}
	reduction = reduction_new(&campaign, STATISTIC_MEDIAN, NULL);
	random_init(&random, 1);
	for (int d = 0; d < DRAWS; d++) {
		const struct points *points = reduction_draw(reduction, &random);
		double first = log(points->points[0].seconds / (10 * US));

		assert_close(points->points[1].seconds, 10 * US);
		assert_true(fabs(log(points->points[2].seconds / (10 * US)) - 3 * first) < 1e-9);
		squares += first * first / DRAWS;
	}
	assert_true(fabs(sqrt(squares) / 0.05 - 1) < 0.06); /* four standard deviations */
	reduction_free(reduction);
	campaign_release(&campaign);
}

static double spread_of(const double *x, size_t n)
{
	double sum = 0, squares = 0;

	for (size_t i = 0; i < n; i++) {
		sum += x[i];
		squares += x[i] * x[i];
	}
	return sqrt(squares / (double)n - sum * sum / (double)(n * n));
}

/* 25 round trips, of 100 to 124 us. */
static struct reduction *reduction_of_25(struct campaign *campaign, enum statistic statistic)
{
	struct reduction *reduction;

	for (int k = 0; k < 25; k++)
		timing_add(campaign, &(struct timing){EXPERIMENT_ROUNDTRIP, 0, 1, 8, 0, 1, 100 + k, NAN});
	reduction = reduction_new(campaign, statistic, NULL);
	assert_non_null(reduction);
	return reduction;
}

static void trials_are_as_far_apart_as_draws_and_the_same_whatever_was_drawn_before(void **state)
{
	enum { DRAWS = 2000 };
	const struct experiment what = {.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .bytes = 8, .count = 1};
	static const enum statistic statistics[] = {STATISTIC_MIN, STATISTIC_MEDIAN, STATISTIC_MEAN};

	(void)state;
	for (size_t i = 0; i < COUNT(statistics); i++) {
		struct campaign campaign = {0}, other = {0};
		struct reduction *reduction = reduction_of_25(&campaign, statistics[i]),
				 *again = reduction_of_25(&other, statistics[i]);
		const struct points *points = reduction_values(reduction);
		const double *trials = points_trials(points, points_find(points, &what), false);
		double draws[DRAWS];
		struct random random;

		assert_true(points->draw == 0);
		assert_true(isnan(points_trials(points, points_find(points, &what), true)[0]));
		random_init(&random, 3);
		for (int d = 0; d < DRAWS; d++) {
			points = reduction_draw(again, &random);
			assert_true(points->draw != 0);
			draws[d] = points_find(points, &what)->seconds;
		}
		if (!(fabs(spread_of(trials, POINTS_TRIALS) / spread_of(draws, DRAWS) - 1) < 0.4)) /* 4 deviations */
			fail_msg("%g is not %g", spread_of(trials, POINTS_TRIALS), spread_of(draws, DRAWS));
		assert_memory_equal(trials, points_trials(points, points_find(points, &what), false),
				    POINTS_TRIALS * sizeof(*trials));
		reduction_free(reduction);
		reduction_free(again);
		campaign_release(&campaign);
		campaign_release(&other);
	}
}

static void an_empty_campaign_has_no_points(void **state)
{
	const struct campaign campaign = {0};
	const struct experiment trip = {.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .count = 1};
	struct reduction *reduction = reduction_new(&campaign, STATISTIC_MIN, NULL);
	(void)state;
	assert_int_equal(reduction_values(reduction)->n, 0);
	assert_null(points_find(reduction_values(reduction), &trip));
	assert_null(longest_train(reduction_values(reduction), 0, 1, 0));
	reduction_free(reduction);
	reduction_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_reduction_holds_one_point_per_sample_in_order),
		cmocka_unit_test(pooled_launches_give_their_mean_and_draws_that_vary_as_they_do),
		cmocka_unit_test(no_draw_of_few_timings_is_below_0),
		cmocka_unit_test(draws_move_together_by_what_points_share),
		cmocka_unit_test(trials_are_as_far_apart_as_draws_and_the_same_whatever_was_drawn_before),
		cmocka_unit_test(an_empty_campaign_has_no_points),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
