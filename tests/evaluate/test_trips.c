#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "evaluate/trips.h"

enum { TIMINGS = 6, SIZES = 6 };

/* Round trips of bytes, answered alike: timings around seconds, the farthest of them that part away. */
static void measure(struct campaign *campaign, size_t bytes, double seconds, double part)
{
	static const double around[TIMINGS] = {-1, -0.1, 0, 0, 0.1, 1};
	const struct experiment what = {
		.kind = EXPERIMENT_ROUNDTRIP, .to = 1, .bytes = bytes, .reply_bytes = bytes, .count = 1};
	struct observation observations[TIMINGS];
	struct sample *sample = campaign_point(campaign, &what, NULL);

	assert_non_null(sample);
	for (int i = 0; i < TIMINGS; i++)
		observations[i] =
			(struct observation){.at = i, .seconds = seconds * (1 + part * around[i]), .send_seconds = NAN};
	assert_int_equal(sample_add(sample, observations, TIMINGS, NULL), OK);
}

/* A message of m bytes takes 10 us + m ns. */
static struct model *hockney(void)
{
	const struct link any = {LINK_ANY, LINK_ANY};
	struct model *model = model_new(model_class_find("hockney", NULL), 2, &any, 1);

	assert_non_null(model);
	assert_int_equal(model_set(model, 0, "alpha", 10e-6, NULL), OK);
	assert_int_equal(model_set(model, 0, "beta", 1e-9, NULL), OK);
	return model;
}

static void a_point_whose_interval_reaches_as_far_as_the_model_is_off_is_marked_and_does_not_count(void **state)
{
	size_t bytes[SIZES] = {1000, 2000, 3000, 4000, 5000, 6000};
	const double off[SIZES] = {1.01, 1.01, 1.01, 1.5, 1.5, 1.5}, part[SIZES] = {0.02, 0.02, 0.02, 0.02, 0.6, 0.2};
	static const bool uncertain[SIZES] = {false, false, false, false, true, false};
	struct campaign campaign = {.n = 0};
	struct trips_comparison found = {.n = 0};
	struct model *model = hockney();
	struct prediction_errors errors;

	(void)state;
	for (size_t i = 0; i < SIZES; i++)
		measure(&campaign, bytes[i], off[i] * model_roundtrip(model, (struct link){0, 1}, bytes[i], bytes[i]),
			part[i]);
	assert_int_equal(trips_compare(&found, &campaign, STATISTIC_MEDIAN, (struct link){0, 1},
				       &(struct size_list){.bytes = bytes, .n = SIZES}, &model, 1, NULL),
			 OK);
	assert_int_equal(found.n, SIZES);
	for (size_t i = 0; i < SIZES; i++)
		assert_true(trips_uncertain(&found, 0, i) == uncertain[i]);
	errors = trips_errors(&found, 0);
	assert_int_equal(errors.n, SIZES - 1);
	assert_int_equal(errors.uncertain, 1);
	trips_comparison_release(&found);
	campaign_release(&campaign);
	model_free(model);
}

static void where_all_intervals_are_as_wide_every_point_counts(void **state)
{
	size_t bytes[SIZES] = {1000, 2000, 3000, 4000, 5000, 6000};
	struct campaign campaign = {.n = 0};
	struct trips_comparison found = {.n = 0};
	struct model *model = hockney();
	struct prediction_errors errors;

	(void)state;
	for (size_t i = 0; i < SIZES; i++)
		measure(&campaign, bytes[i], 1e-4, 0.6);
	assert_int_equal(trips_compare(&found, &campaign, STATISTIC_MEDIAN, (struct link){0, 1},
				       &(struct size_list){.bytes = bytes, .n = SIZES}, &model, 1, NULL),
			 OK);
	errors = trips_errors(&found, 0);
	assert_int_equal(errors.n, SIZES);
	assert_int_equal(errors.uncertain, 0);
	trips_comparison_release(&found);
	campaign_release(&campaign);
	model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_point_whose_interval_reaches_as_far_as_the_model_is_off_is_marked_and_does_not_count),
		cmocka_unit_test(where_all_intervals_are_as_wide_every_point_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
