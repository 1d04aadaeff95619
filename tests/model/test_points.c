#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "model/points.h"
#include "timings.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* Products in double precision. */
#define ROUNDING 1e-12

static void assert_close(double value, double expected)
{
	if (!(fabs(value - expected) <= ROUNDING * fabs(expected)))
		fail_msg("%.17g is not %.17g", value, expected);
}

static void a_reduction_holds_one_point_per_sample_in_order(void **state)
{
	static const struct timing timings[] = {
		{EXPERIMENT_TRAIN, 0, 1, 5, 0, 40, 90, 7},
		{EXPERIMENT_ROUNDTRIP, 0, 1, 8, 0, 1, 30, 3},
		{EXPERIMENT_TRAIN, 0, 1, 5, 0, 1, 10, 2},
		{EXPERIMENT_ROUNDTRIP, 0, 1, 2, 0, 1, 20, NAN},
		{EXPERIMENT_ROUNDTRIP, 0, 1, 8, 0, 1, 24, 5},
		{EXPERIMENT_TRAIN, 0, 1, 5, 0, 10, 30, 4},
		{EXPERIMENT_ROUNDTRIP, 1, 0, 4, 0, 1, 44, 4},
		{EXPERIMENT_ROUNDTRIP, 0, 1, 4, 4, 1, 40, 4},
		{EXPERIMENT_ROUNDTRIP, 0, 1, 8, 0, 1, 99, 4},
		{EXPERIMENT_TRAIN, 0, 1, 6, 0, 1, 11, 2},
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
		for (size_t k = 0; k < points->n; k++)
			assert_ptr_equal(points_find(points, &points->points[k].what), &points->points[k]);
		assert_int_equal(points_longest_train(points, 0, 1, 5)->what.count, 40);
		assert_null(points_longest_train(points, 0, 1, 6)); /* one message is no train */
		assert_null(points_longest_train(points, 0, 1, 4));
		assert_null(points_longest_train(points, 1, 0, 5));
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

static void an_empty_campaign_has_no_points(void **state)
{
	const struct campaign campaign = {0};
	const struct experiment trip = {.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .count = 1};
	struct reduction *reduction = reduction_new(&campaign, STATISTIC_MIN, NULL);
	(void)state;
	assert_int_equal(reduction_values(reduction)->n, 0);
	assert_null(points_find(reduction_values(reduction), &trip));
	assert_null(points_longest_train(reduction_values(reduction), 0, 1, 0));
	reduction_free(reduction);
	reduction_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_reduction_holds_one_point_per_sample_in_order),
		cmocka_unit_test(an_empty_campaign_has_no_points),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
