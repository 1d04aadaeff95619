#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "sample/arrival.h"
#include "sample/setup.h"

static void what_a_user_says_becomes_a_pattern_in_seconds(void **state)
{
	static const struct {
		const char *said, *pattern;
	} cases[] = {{"late-root", "late-root:0.0001"},
		     {"late-root:50us", "late-root:5e-05"},
		     {"random:10us", "random:1e-05:7"},
		     {"random:10us:3", "random:1e-05:3"}};
	char pattern[SETUP_ARRIVAL_MOST];
	bool named;
	(void)state;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_int_equal(arrival_parse(cases[i].said, 7, pattern, sizeof(pattern), &named, NULL), OK);
		assert_true(named);
		assert_string_equal(pattern, cases[i].pattern);
	}
	assert_int_equal(arrival_parse("late.txt", 7, pattern, sizeof(pattern), &named, NULL), OK);
	assert_false(named);
}

static void wrong_values_are_named(void **state)
{
	static const char *const wrong[] = {"late-root:",   "late-root:5",   "late-root:-1us",  "random",     "random:",
					    "random:10us:", "random:10us:x", "random:10us:1:2", "random:much"};
	char pattern[SETUP_ARRIVAL_MOST];
	bool named;
	(void)state;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct error err = {0};

		assert_int_equal(arrival_parse(wrong[i], 7, pattern, sizeof(pattern), &named, &err), ERR_INPUT);
		assert_non_null(strstr(err.text, "is expected"));
	}
}

static void nobody_comes_more_than_an_hour_late(void **state)
{
	static const char *const said[] = {"late-root:1e12s", "late-root:3600.1s", "random:3601s:7"},
				 *const patterns[] = {"late-root:3601", "random:3601:7", "0,3601,0", "0,1e300,0"};
	char pattern[SETUP_ARRIVAL_MOST];
	double delays[3];
	bool named;
	size_t n;
	struct error err = {0};
	(void)state;

	for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++) {
		err = (struct error){0};
		assert_int_equal(arrival_parse(said[i], 7, pattern, sizeof(pattern), &named, &err), ERR_INPUT);
		assert_non_null(strstr(err.text, "an hour (3600s) late at most"));
	}
	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++)
		assert_int_equal(arrival_delays(patterns[i], 3, 0, delays, NULL), ERR_INPUT);
	err = (struct error){0};
	assert_int_equal(arrival_read("0us\n3601s\n", pattern, sizeof(pattern), &n, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "line 2: a delay is expected, as 10us, of an hour (3600s) at most"));
	assert_int_equal(arrival_parse("late-root:3600s", 7, pattern, sizeof(pattern), &named, NULL), OK);
	assert_int_equal(arrival_delays(pattern, 3, 2, delays, NULL), OK);
	assert_true(delays[2] == ARRIVAL_LONGEST);
}

static void the_root_is_late_or_each_as_drawn(void **state)
{
	double delays[64], again[64], sum = 0, squares = 0;
	(void)state;

	assert_int_equal(arrival_delays("late-root:5e-05", 4, 2, delays, NULL), OK);
	for (size_t p = 0; p < 4; p++)
		assert_true(delays[p] == (p == 2 ? 5e-5 : 0));
	assert_int_equal(arrival_delays("random:1e-05:7", 64, 0, delays, NULL), OK);
	assert_int_equal(arrival_delays("random:1e-05:7", 64, 5, again, NULL), OK);
	assert_memory_equal(delays, again, sizeof(delays));
	for (size_t p = 0; p < 64; p++)
		sum += delays[p];
	for (size_t p = 0; p < 64; p++)
		squares += (delays[p] - sum / 64) * (delays[p] - sum / 64);
	/* The standard deviation of 64 draws is within 30 % in all but 1 of 1000 cases. */
	assert_true(fabs(sqrt(squares / 63) / 1e-5 - 1) < 0.3);
	assert_int_equal(arrival_delays("", 4, 0, delays, NULL), OK);
	assert_true(delays[3] == 0);
	assert_int_equal(arrival_delays("late-root:5e-05", 1, 0, delays, NULL), OK);
	assert_true(delays[0] == 0);
	assert_int_equal(arrival_delays("", 4, 4, delays, NULL), ERR_INPUT);
}

static void a_file_has_a_delay_for_each_process(void **state)
{
	char pattern[SETUP_ARRIVAL_MOST];
	double delays[5];
	size_t n;
	struct error err = {0};
	(void)state;

	assert_int_equal(
		arrival_read("# delays\n2us 2us, 2us\n0.5ms # the fourth\n3us\n", pattern, sizeof(pattern), &n, NULL),
		OK);
	assert_int_equal(n, 5);
	assert_string_equal(pattern, "2e-06*3,0.0005,3e-06");
	assert_int_equal(arrival_delays(pattern, 5, 0, delays, NULL), OK);
	assert_true(delays[0] == 0 && fabs(delays[3] - 0.000498) < 1e-12 && fabs(delays[4] - 1e-6) < 1e-12);
	assert_int_equal(arrival_delays(pattern, 4, 0, delays, &err), ERR_INPUT);
	err = (struct error){0};
	assert_int_equal(arrival_read("0us\n5 us\n", pattern, sizeof(pattern), &n, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "line 2"));
	assert_int_equal(arrival_read("# none\n", pattern, sizeof(pattern), &n, &err), ERR_INPUT);
	err = (struct error){0};
	assert_int_equal(arrival_read("1us 2us 3us", pattern, 12, &n, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "more than is kept"));
}

static void other_texts_are_no_patterns(void **state)
{
	static const char *const wrong[] = {"late-root",      "late-root:x", "late-root:-1", "random", "random:1e-05",
					    "random:1e-05:x", "0,1",         "0*4",          "0*3,",   "x",
					    "0*2,-1",         "0*2 1",       "0*9"};
	double delays[3];
	(void)state;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_int_equal(arrival_delays(wrong[i], 3, 0, delays, NULL), ERR_INPUT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_a_user_says_becomes_a_pattern_in_seconds),
		cmocka_unit_test(wrong_values_are_named),
		cmocka_unit_test(nobody_comes_more_than_an_hour_late),
		cmocka_unit_test(the_root_is_late_or_each_as_drawn),
		cmocka_unit_test(a_file_has_a_delay_for_each_process),
		cmocka_unit_test(other_texts_are_no_patterns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
