#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "sync/window.h"

static void a_window_is_twice_what_a_barrier_and_a_broadcast_take_and_at_least_20_us(void **state)
{
	(void)state;
	assert_true(window_for(1e-3).length == 2e-3);
	assert_true(window_for(1e-6).length == 20e-6);
	assert_true(window_for(0.2).length == 0.4);
}

static void a_window_grows_when_more_than_a_quarter_are_late(void **state)
{
	struct window few = window_for(1e-3), many = window_for(1e-3);
	(void)state;

	for (int i = 0; i < 100; i++)
		window_note(&few, i % 4 != 3);
	assert_true(few.length == 2e-3);
	assert_int_equal(few.discarded, 25);
	for (int i = 0; i < 8; i++)
		window_note(&many, i % 2);
	assert_true(many.length == 4e-3);
	for (int i = 0; i < 7; i++) /* too few to judge again */
		window_note(&many, false);
	assert_true(many.length == 4e-3);
	window_note(&many, false);
	assert_true(many.length == 8e-3);
	assert_int_equal(many.discarded, 12);
}

static void a_window_grows_as_soon_after_a_thousand_beginnings_in_time(void **state)
{
	struct window window = window_for(1e-3);
	(void)state;

	for (int i = 0; i < 1000; i++)
		window_note(&window, true);
	assert_true(window.length == 2e-3);
	for (int i = 0; i < 8; i++)
		window_note(&window, false);
	assert_true(window.length == 4e-3);
}

static void a_window_shrinks_again_to_what_it_began_with(void **state)
{
	struct window window = window_for(1e-3);
	(void)state;

	for (int i = 0; i < 24; i++)
		window_note(&window, false);
	assert_true(window.length == 16e-3 && window_is_long(&window));
	for (int i = 0; i < 64; i++)
		window_note(&window, true);
	assert_true(window.length == 8e-3 && !window_is_long(&window));
	for (int i = 0; i < 1000; i++)
		window_note(&window, true);
	assert_true(window.length == 2e-3);
}

/* However long processes take to meet: what is long for one network is short for another. */
static void a_window_is_exhausted_beyond_half_a_second_and_64_times_its_beginning(void **state)
{
	const double meetings[] = {1e-6, 1e-3, 0.1};
	(void)state;

	for (size_t i = 0; i < sizeof(meetings) / sizeof(meetings[0]); i++) {
		struct window window = window_for(meetings[i]);
		size_t beginnings = 0;

		while (!window_is_exhausted(&window) && beginnings++ < 1000)
			window_note(&window, false);
		assert_true(window.length > 0.5 && window.length / window.least > 64);
		assert_true(window.length <= 1 || window.length / window.least <= 128);
	}
}

static void a_beginning_further_ahead_than_the_window_is_missed(void **state)
{
	const struct window window = {.least = 1e-3, .length = 0.2};
	(void)state;

	assert_true(window_is_missed(&window, 0.22) && window_is_missed(&window, 10));
	assert_false(window_is_missed(&window, 0.205) || window_is_missed(&window, -10));
}

static void it_says_when_the_window_grows(void **state)
{
	struct window window = window_for(1e-3);
	(void)state;

	for (int i = 1; i <= 32; i++)
		assert_int_equal(window_note(&window, i % 16 != 0 && i > 8), i == 8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_window_is_twice_what_a_barrier_and_a_broadcast_take_and_at_least_20_us),
		cmocka_unit_test(a_window_grows_when_more_than_a_quarter_are_late),
		cmocka_unit_test(a_window_grows_as_soon_after_a_thousand_beginnings_in_time),
		cmocka_unit_test(a_window_shrinks_again_to_what_it_began_with),
		cmocka_unit_test(a_window_is_exhausted_beyond_half_a_second_and_64_times_its_beginning),
		cmocka_unit_test(a_beginning_further_ahead_than_the_window_is_missed),
		cmocka_unit_test(it_says_when_the_window_grows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
