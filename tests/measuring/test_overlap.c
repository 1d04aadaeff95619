/* Runs on a platform whose times are known and vary, so that no precision is ever reached. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../probe/scripted.h"
#include "measuring/overlap.h"

static size_t calls;

/* A message and computation take as long as the longer of the two, and every second time a third more. */
static double longer_of_both(const struct experiment *what, double now)
{
	double message = 10e-6 + 1e-9 * (double)what->bytes;

	(void)now;
	return fmax(message, what->setup.compute) * (calls++ % 2 ? 1.33 : 1);
}

static void all_parts_get_a_share_of_a_deadlines_time(void **state)
{
	static const size_t sizes[] = {0, 1000, 100000};
	enum { SIZES = sizeof(sizes) / sizeof(*sizes) };
	struct scripted scripted = scripted_platform(longer_of_both);
	const struct measuring_host host = {.live = &scripted.platform};
	const struct purpose purpose = purpose_of(PURPOSE_MEASURE_OVERLAP, "measure overlap");
	const struct overlap_request request = {
		.bytes = sizes, .n = SIZES, .parts = overlap_parts, .n_parts = OVERLAP_PARTS, .spread = -1};
	struct overlap_point points[SIZES * OVERLAP_PARTS];
	struct measuring measuring;
	struct measurement m;
	struct error err = {0};

	(void)state;
	calls = 0;
	measuring_init(&measuring, &host);
	measuring.options.pair[0] = 0;
	measuring.options.pair[1] = 1;
	measuring.options.reps[0] = 6;
	measuring.options.reps[1] = 1000000;
	measuring.options.error = 0;
	measuring.options.deadline = 1;
	measuring.options.statistic = STATISTIC_MEDIAN;
	assert_int_equal(measuring_open(&measuring, &err), OK);
	assert_int_equal(measurement_begin(&m, &measuring, NULL, &purpose, &err), OK);
	assert_int_equal(overlap_measure(&m, &request, points, &err), OK);
	assert_true(scripted.time > 0.9 && scripted.time < 1.01);
	for (size_t i = 0; i < SIZES * OVERLAP_PARTS; i++) {
		double part = overlap_parts[i % OVERLAP_PARTS];

		assert_true(points[i].whole.n >= 6);
		assert_true(points[i].alone > 0);
		assert_true(part > 0 ? points[i].overlap > 0 : isnan(points[i].overlap));
	}
	measurement_release(&m);
	measuring_release(&measuring);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_parts_get_a_share_of_a_deadlines_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
