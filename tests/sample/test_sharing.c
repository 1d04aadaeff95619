#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

#include "sample/sharing.h"

enum { SHORT = 100, STRETCH = 10 };

static const double levels[REGIMES_MOST] = {1, 2};

static void add(struct campaign *campaign, size_t bytes, double at, double seconds, int state, double level)
{
	const struct experiment what = {.kind = EXPERIMENT_ROUNDTRIP, .to = 1, .bytes = bytes, .count = 1, .loop = 1};
	const struct observation o = {.at = at,
				      .seconds = seconds,
				      .send_seconds = NAN,
				      .state_before = state,
				      .state_after = state,
				      .level = level};
	struct sample *sample = campaign_point(campaign, &what, NULL);

	assert_non_null(sample);
	assert_int_equal(sample_add(sample, &o, 1, NULL), OK);
}

/* A state lasts for STRETCH milliseconds; then n observations that are 10 s long each, of mean level 1.5. */
static struct sharing sharing_of(size_t n)
{
	struct campaign all = {.n = 0};
	struct sharing found;

	for (int i = 0; i < SHORT; i++)
		add(&all, 1, 1e-3 * i, 1e-4, i / STRETCH % 2, levels[i / STRETCH % 2]);
	for (size_t i = 0; i < n; i++)
		add(&all, 2, 1 + 10 * (double)i, 10, STATE_NONE, i % 2 ? 1.4 : 1.6);
	assert_int_equal(sharing_find(&all, levels, &found, NULL), OK);
	campaign_release(&all);
	return found;
}

/* Of n looks that tell nothing of each other: (1.5 - 1)(2 - 1.5) / n, as a part of 1.5 squared. */
static void looks_far_apart_count_one_by_one(void **state)
{
	(void)state;
	for (size_t n = 25; n <= 1600; n *= 4) {
		struct sharing found = sharing_of(n);
		double expected = 0.5 / sqrt((double)n) / 1.5;

		if (fabs(found.error / expected - 1) > 0.05)
			fail_msg("%zu looks: %g is not %g", n, found.error, expected);
		assert_true(found.rate > 10 && found.rate < 1000);
	}
}

static void nothing_is_shared_where_nothing_is_of_several_states(void **state)
{
	struct sharing found = sharing_of(0);

	(void)state;
	assert_true(found.error == 0 && sharing_error(&found, 1) == 0);
}

static void looks_at_both_ends_leave_the_less_the_shorter_it_is(void **state)
{
	const struct sharing sharing = {.error = 0.1, .rate = 10};

	(void)state;
	assert_true(sharing_error(&sharing, 0) == 0);
	assert_true(sharing_error(&sharing, 1e-3) < 1e-6);
	assert_true(fabs(sharing_error(&sharing, 0.2) - 0.1 * (1 - tanh(1))) < 1e-12);
	assert_true(fabs(sharing_error(&sharing, 1e3) - 0.1) < 1e-4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(looks_far_apart_count_one_by_one),
		cmocka_unit_test(nothing_is_shared_where_nothing_is_of_several_states),
		cmocka_unit_test(looks_at_both_ends_leave_the_less_the_shorter_it_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
