#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "report/words.h"

struct word_case {
	const char *(*write)(double value, char *text);
	double value;
	const char *expected;
};

/* With plain spaces instead of those at which no line ends. */
static void plain(char *text)
{
	static const char *const spaces[] = {"\u00a0", "\u202f"};

	for (size_t i = 0; i < 2; i++)
		for (char *found; (found = strstr(text, spaces[i]));) {
			*found = ' ';
			memmove(found + 1, found + strlen(spaces[i]), strlen(found + strlen(spaces[i])) + 1);
		}
}

static void check(const struct word_case *cases, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		char text[WORDS_ROOM];

		assert_ptr_equal(cases[i].write(cases[i].value, text), text);
		assert_null(strchr(text, ' '));
		plain(text);
		assert_string_equal(text, cases[i].expected);
	}
}

#define CHECK(cases) check((cases), sizeof(cases) / sizeof((cases)[0]))

static void times_have_three_digits_and_the_unit_that_fits(void **state)
{
	static const struct word_case cases[] = {
		{words_time, 0.1313e-6, "0.131 µs"},
		{words_time, 13e-6, "13.0 µs"},
		{words_time, 999.6e-6, "1000 µs"},
		{words_time, 2.5e-3, "2.50 ms"},
		{words_time, 1.5, "1.50 s"},
		{words_time, 1e-9, "1.00 ns"},
		{words_time, 0, "0 ns"},
		{words_time, -0.5e-6, "−0.500 µs"},
		{words_time, NAN, "unknown"},
		{words_time, INFINITY, "unknown"},
		{words_duration, 0.74, "0.740 s"},
		{words_duration, 119, "119 s"},
		{words_duration, 720, "12.0 min"},
		{words_duration, 9000, "2.50 h"},
	};

	(void)state;
	CHECK(cases);
}

static void rounding_up_to_another_digit_does_not_show_a_fourth_one(void **state)
{
	static const struct word_case cases[] = {
		{words_number, 9.996, "10.0"},  {words_number, 99.96, "100"},        {words_number, 0.9996, "1.00"},
		{words_number, 12345, "12300"}, {words_number, 0.0123456, "0.0123"},
	};

	(void)state;
	CHECK(cases);
}

static void sizes_are_exact(void **state)
{
	static const struct word_case cases[] = {
		{words_size, 0, "0 bytes"},    {words_size, 1, "1 byte"},      {words_size, 1500, "1500 bytes"},
		{words_size, 65536, "64 KiB"}, {words_size, 1048576, "1 MiB"},
	};

	(void)state;
	CHECK(cases);
}

static void bandwidths_counts_and_parts_are_in_units_that_people_say(void **state)
{
	static const struct word_case cases[] = {
		{words_bandwidth, 12.66e9, "12.7 GB/s"},
		{words_bandwidth, 980e6, "980 MB/s"},
		{words_count, 734, "734"},
		{words_count, 9999, "9999"},
		{words_count, 363006, "363 006"},
		{words_count, 13.8e6, "14 million"},
		{words_count, 4e6, "4.0 million"},
		{words_count, 2.5e9, "2.5 billion"},
		{words_percent, 0.000853, "0.09 %"},
		{words_percent, 0.0561, "5.61 %"},
		{words_percent, 0.2572, "25.7 %"},
		{words_percent, 2.5781, "258 %"},
		{words_percent, NAN, "unknown"},
	};

	(void)state;
	CHECK(cases);
}

static void dates_lose_the_letters_of_the_standard(void **state)
{
	char text[WORDS_ROOM];

	(void)state;
	assert_string_equal(words_date("2026-11-21T04:51:29Z", text), "2026-11-21 04:51:29");
	assert_string_equal(words_date("yesterday", text), "yesterday");
	assert_string_equal(words_date(NULL, text), "unknown");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(times_have_three_digits_and_the_unit_that_fits),
		cmocka_unit_test(rounding_up_to_another_digit_does_not_show_a_fourth_one),
		cmocka_unit_test(sizes_are_exact),
		cmocka_unit_test(bandwidths_counts_and_parts_are_in_units_that_people_say),
		cmocka_unit_test(dates_lose_the_letters_of_the_standard),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
