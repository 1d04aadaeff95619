#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "sync/window.h"

static void a_window_is_three_operations_long_and_20_us_to_10_ms(void **state)
{
	(void)state;
	assert_true(window_for(1e-3).length == 3e-3);
	assert_true(window_for(1e-6).length == 20e-6);
	assert_true(window_for(0.2).length == 10e-3);
}

static void a_window_grows_when_more_than_a_quarter_are_invalid(void **state)
{
	struct window few = window_for(1e-3), many = window_for(1e-3);
	(void)state;

	for (int i = 0; i < 100; i++)
		window_note(&few, i % 4 != 3);
	assert_true(few.length == 3e-3);
	assert_int_equal(few.discarded, 25);
	for (int i = 0; i < 8; i++)
		window_note(&many, i % 2);
	assert_true(many.length == 6e-3);
	for (int i = 0; i < 7; i++) /* too few to judge again */
		window_note(&many, false);
	assert_true(many.length == 6e-3);
	window_note(&many, false);
	assert_true(many.length == 12e-3);
	assert_int_equal(many.discarded, 12);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_window_is_three_operations_long_and_20_us_to_10_ms),
		cmocka_unit_test(a_window_grows_when_more_than_a_quarter_are_invalid),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
