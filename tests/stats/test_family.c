#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stats/family.h"

enum { N = 4 };

static void correct(struct family_test *tests, size_t n)
{
	struct family_test *list[N];

	for (size_t i = 0; i < n; i++)
		list[i] = &tests[i];
	assert_int_equal(family_correct(list, n, NULL), OK);
}

/* In ascending order 4 x 0.004, 3 x 0.015, 2 x 0.02, which is less than what came before, and 0.9. */
static void each_p_is_corrected_once_for_their_number_and_keeps_its_place(void **state)
{
	struct family_test tests[N] = {{.p = 0.02}, {.p = 0.9}, {.p = 0.004}, {.p = 0.015}};
	const double expected[N] = {0.045, 0.9, 0.016, 0.045};

	(void)state;
	for (int again = 0; again < 2; again++) {
		correct(tests, N);
		for (size_t i = 0; i < N; i++)
			if (fabs(tests[i].holm - expected[i]) > 1e-15)
				fail_msg("test %zu: %.17g instead of %g", i, tests[i].holm, expected[i]);
	}
}

static void a_single_test_is_corrected_for_nothing(void **state)
{
	struct family_test test = {.p = 0.03};

	(void)state;
	correct(&test, 1);
	assert_true(test.holm == test.p);
	assert_int_equal(family_correct(NULL, 0, NULL), OK);
}

/* Two-sided at 1 - confidence; one-sided at half of it. */
static void what_tests_show_follows_from_the_corrected_p_alone(void **state)
{
	static const struct {
		double holm, confidence;
		bool differs, exceeds;
	} cases[] = {{0.02, 0.95, true, true},
		     {0.03, 0.95, true, false},
		     {0.06, 0.95, false, false},
		     {0.03, 0.9, true, true},
		     {0.02, 0.99, false, false}};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct family_test test = {.p = 0, .holm = cases[i].holm};

		assert_int_equal(family_differs(&test, cases[i].confidence), cases[i].differs);
		assert_int_equal(family_exceeds(&test, cases[i].confidence), cases[i].exceeds);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_p_is_corrected_once_for_their_number_and_keeps_its_place),
		cmocka_unit_test(a_single_test_is_corrected_for_nothing),
		cmocka_unit_test(what_tests_show_follows_from_the_corrected_p_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
