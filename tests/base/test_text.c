#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "base/text.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void the_width_counts_characters_not_bytes(void **state)
{
	(void)state;
	assert_int_equal(text_width(""), 0);
	assert_int_equal(text_width("gap"), 3);
	assert_int_equal(text_width("\xc2\xb5s"), 2);
	assert_int_equal(text_width("\xe2\x80\xa6"), 1);
}

static void digits_are_read_and_what_follows_is_returned(void **state)
{
	static const struct {
		const char *text, *rest;
		size_t whole;
	} cases[] = {{"0", "", 0}, {"007x", "x", 7}, {"64K", "K", 64}, {"18446744073709551615:", ":", UINT64_MAX}};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		size_t whole = 1;

		assert_string_equal(text_whole(cases[i].text, &whole), cases[i].rest);
		assert_int_equal(whole, cases[i].whole);
	}
}

static void no_digits_and_too_many_are_refused(void **state)
{
	static const char *const cases[] = {
		"", "K", "-1", "+1", " 1", "18446744073709551616", "18446744073709551620", "99999999999999999999999"};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		size_t whole = 42;

		assert_null(text_whole(cases[i], &whole));
		assert_int_equal(whole, 42);
	}
}

static void decimal_numbers_are_read(void **state)
{
	static const struct {
		const char *text, *rest;
		double number;
	} cases[] = {{"1", "", 1},           {"-2.5", "", -2.5}, {"+3", "", 3},  {".5ms", "ms", 0.5},
		     {"1e-6 s", " s", 1e-6}, {"2us", "us", 2},   {"1e", "e", 1}, {"0", "", 0}};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		double number = 42;

		assert_string_equal(text_number(cases[i].text, &number), cases[i].rest);
		assert_memory_equal(&number, &cases[i].number, sizeof number);
	}
}

static void what_is_no_decimal_number_is_refused(void **state)
{
	static const char *const cases[] = {"",     "x",      "-",  ".",     "inf",    "nan", "-inf",
					    "0x10", "-0X1p3", " 1", "1e999", "-1e999", "--1", "e5"};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		double number = 42;

		assert_null(text_number(cases[i], &number));
		assert_true(number == 42);
	}
}

static void the_parts_of_a_line_are_read_one_after_the_other(void **state)
{
	static const char *const wrong[] = {"",          "at",        "at 7",       "at 7 s", "at x in 1 s",
					    "at 7 in s", "at 7 in 1", "on 7 in 1 s"};
	size_t whole = 0;
	double number = 0;

	(void)state;
	assert_string_equal(
		text_after(text_number(text_after(text_whole(text_after("at 7 in 1.5 s!", "at "), &whole), " in "),
				       &number),
			   " s"),
		"!");
	assert_int_equal(whole, 7);
	assert_true(number == 1.5);
	for (size_t i = 0; i < COUNT(wrong); i++)
		assert_null(text_after(
			text_number(text_after(text_whole(text_after(wrong[i], "at "), &whole), " in "), &number),
			" s"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_width_counts_characters_not_bytes),
		cmocka_unit_test(digits_are_read_and_what_follows_is_returned),
		cmocka_unit_test(no_digits_and_too_many_are_refused),
		cmocka_unit_test(decimal_numbers_are_read),
		cmocka_unit_test(what_is_no_decimal_number_is_refused),
		cmocka_unit_test(the_parts_of_a_line_are_read_one_after_the_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
