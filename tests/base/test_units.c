#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "base/units.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void sizes_are_read_with_their_suffixes(void **state)
{
	static const struct {
		const char *text;
		size_t bytes;
	} cases[] = {
		{"0", 0},
		{"512", 512},
		{"1B", 1},
		{"64K", 65536},
		{"64KiB", 65536},
		{"1M", 1048576},
		{"2MiB", 2097152},
		{"3G", 3221225472},
		{"1GiB", 1073741824},
		{"0G", 0},
		{"64k", 65536},
		{"64kB", 65536},
		{"64KB", 65536},
		{"64kiB", 65536},
		{"2m", 2097152},
		{"2MB", 2097152},
		{"1g", 1073741824},
		{"1GB", 1073741824},
		{"007", 7},
		{"1000", 1000},
		{"18446744073709551615", SIZE_MAX},
		{"17179869183G", SIZE_MAX - 1073741823},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		size_t bytes = 1;

		assert_int_equal(size_parse(cases[i].text, &bytes, NULL), OK);
		assert_int_equal(bytes, cases[i].bytes);
	}
}

static void a_text_that_is_no_size_is_refused(void **state)
{
	static const char *const cases[] = {"",     " ",   "K",  "-1",  "+1",  " 1",   "1 ",  "1 K", "1.5K", "1.5",
					    "1KBB", "1iB", "1T", "1KK", "1Ki", "0x10", "1e3", "K1",  "1,",   "1:"};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct error err = {0};
		char shown[32];
		size_t bytes = 42;

		assert_int_equal(size_parse(cases[i], &bytes, &err), ERR_INPUT);
		assert_int_equal(bytes, 42);
		snprintf(shown, sizeof shown, "'%s' is not a size", cases[i]);
		assert_non_null(strstr(err.text, shown));
		assert_non_null(strstr(err.text, "64K"));
	}
}

static void a_size_that_does_not_fit_is_refused(void **state)
{
	static const char *const cases[] = {"18446744073709551616", "18446744073709551616K", "18014398509481984K",
					    "17179869184G", "99999999999999999999999999"};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct error err = {0};
		size_t bytes = 42;

		assert_int_equal(size_parse(cases[i], &bytes, &err), ERR_INPUT);
		assert_int_equal(bytes, 42);
		assert_non_null(strstr(err.text, "too large"));
	}
}

static void sizes_are_written_as_people_write_them(void **state)
{
	static const struct {
		size_t bytes;
		const char *text;
	} cases[] = {
		{0, "0"},
		{1, "1"},
		{512, "512"},
		{1000, "1000"},
		{1024, "1K"},
		{1025, "1025"},
		{1536, "1536"},
		{65536, "64K"},
		{1048576, "1M"},
		{1572864, "1536K"},
		{1073741824, "1G"},
		{1099511627776, "1024G"},
		{SIZE_MAX, "18446744073709551615"},
	};
	char text[32];

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_string_equal(size_format(cases[i].bytes, text, sizeof text), cases[i].text);
}

static void any_size_reads_back_as_it_was_written(void **state)
{
	struct random random;
	char text[32];

	(void)state;
	random_init(&random, 1);
	for (size_t i = 0; i < 20000; i++) {
		size_t bytes = random_bits(&random) >> random_below(&random, 64), back;

		bytes <<= random_below(&random, 41);
		assert_int_equal(size_parse(size_format(bytes, text, sizeof text), &back, NULL), OK);
		assert_int_equal(back, bytes);
	}
}

static void too_little_room_cuts_a_size_and_is_not_overrun(void **state)
{
	char text[4] = "zzz";

	(void)state;
	assert_string_equal(size_format(123456789, text, 3), "12");
	assert_int_equal(text[3], '\0');
}

static void a_size_is_added_to_a_list_in_its_place(void **state)
{
	static const size_t added[] = {64, 3, 64, 5}, expected[] = {3, 5, 64};
	struct size_list list = {.n = 0};
	struct error err = {.status = OK};

	(void)state;
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(size_list_add(&list, added[i], &err), OK);
	assert_int_equal(list.n, 3);
	assert_memory_equal(list.bytes, expected, sizeof(expected));
	size_list_release(&list);
}

static void lists_of_sizes_are_read_sorted_and_without_twins(void **state)
{
	static const struct {
		const char *text;
		size_t n, bytes[16];
	} cases[] = {
		{"0", 1, {0}},
		{"0,1K,64K", 3, {0, 1024, 65536}},
		{"64K,0,1K,0", 3, {0, 1024, 65536}},
		{"1K:8K", 4, {1024, 2048, 4096, 8192}},
		{"3:20", 4, {3, 6, 12, 20}},
		{"5:9", 2, {5, 9}},
		{"5:5", 1, {5}},
		{"0:4", 4, {0, 1, 2, 4}},
		{"0:0", 1, {0}},
		{"1K:4K:1K", 4, {1024, 2048, 3072, 4096}},
		{"1:10:4", 3, {1, 5, 9}},
		{"7:7:3", 1, {7}},
		{"1:8:100", 1, {1}},
		{"0,1:4,3:9:3,4", 7, {0, 1, 2, 3, 4, 6, 9}},
		{"9223372036854775808:18446744073709551615", 2, {UINT64_C(1) << 63, SIZE_MAX}},
		{"1:18446744073709551615:18446744073709551614", 2, {1, SIZE_MAX}},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct size_list list;

		assert_int_equal(size_list_parse(cases[i].text, &list, NULL), OK);
		assert_false(list.adaptive);
		assert_int_equal(list.n, cases[i].n);
		assert_memory_equal(list.bytes, cases[i].bytes, list.n * sizeof *list.bytes);
		size_list_release(&list);
	}
}

static void an_adaptive_range_keeps_its_two_ends(void **state)
{
	struct size_list list;

	(void)state;
	assert_int_equal(size_list_parse("auto:0:1M", &list, NULL), OK);
	assert_true(list.adaptive);
	assert_int_equal(list.n, 2);
	assert_int_equal(list.bytes[0], 0);
	assert_int_equal(list.bytes[1], 1048576);
	size_list_release(&list);
	assert_null(list.bytes);
	assert_int_equal(list.n, 0);
	size_list_release(&list);
}

static void a_wrong_list_is_refused_with_the_part_that_is_wrong(void **state)
{
	static const struct {
		const char *text, *why;
	} cases[] = {
		{"", "'' is not a size"},
		{",", "'' is not a size"},
		{"1K,", "'' is not a size"},
		{"1K,,2K", "'' is not a size"},
		{"1K,64Q,2K", "'64Q' is not a size"},
		{"0, 1K", "' 1K' is not a size"},
		{"1K:", "'' is not a size"},
		{":1K", "'' is not a size"},
		{"2K:1K", "smaller size"},
		{"1K,2K:1K:4", "smaller size"},
		{"1K:2K:0", "stride"},
		{"1:2:3:4", "three parts"},
		{"1:1000000:1", "100000"},
		{"1:99999:1,200000,200001", "100000"},
		{"auto", "'auto' is not a size"},
		{"auto:", "'' is not a size"},
		{"auto:1K", "auto:MIN:MAX"},
		{"auto:1K:1K", "auto:MIN:MAX"},
		{"auto:1K:4K:1K", "auto:MIN:MAX"},
		{"auto:2K:1K", "smaller size"},
		{"auto:1K:2K,4K", "'2K,4K' is not a size"},
		{"1K,auto:1K:2K", "'auto' is not a size"},
		{"1:99999999999999999999", "too large"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		size_t kept = 42;
		struct size_list list = {&kept, 1, true};
		struct error err = {0};

		assert_int_equal(size_list_parse(cases[i].text, &list, &err), ERR_INPUT);
		assert_non_null(strstr(err.text, cases[i].why));
		assert_non_null(strstr(err.text, "1K:64K:1K"));
		assert_ptr_equal(list.bytes, &kept);
		assert_true(list.n == 1 && list.adaptive && kept == 42);
	}
}

static void as_many_sizes_as_allowed_are_taken(void **state)
{
	struct size_list list;

	(void)state;
	assert_int_equal(size_list_parse("1:100000:1", &list, NULL), OK);
	assert_int_equal(list.n, 100000);
	assert_int_equal(list.bytes[99999], 100000);
	size_list_release(&list);
}

static void a_long_wrong_text_still_leaves_room_for_what_is_allowed(void **state)
{
	struct error err = {0};
	struct size_list list;
	char text[5000];

	(void)state;
	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	assert_int_equal(size_list_parse(text, &list, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "auto:0:1M"));
}

static void seconds_are_written_as_microseconds(void **state)
{
	static const struct {
		double seconds;
		const char *text;
	} cases[] = {
		{12.3456e-6, "12.346"}, {1e-9, "0.001"},     {0, "0.000"},      {-0.0, "0.000"},
		{1, "1000000.000"},     {-2.5e-6, "-2.500"}, {1e-10, "0.0001"}, {1.2345e-10, "0.000123"},
		{0.5e-9, "0.0005"},     {NAN, "-"},          {INFINITY, "inf"},
	};
	char text[32];

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_string_equal(microseconds_format(cases[i].seconds, text, sizeof text), cases[i].text);
}

static void times_are_read_with_their_units(void **state)
{
	static const struct {
		const char *text;
		double seconds;
	} cases[] = {
		{"2us", 2e-6}, {"3us", 3e-6}, {"0.5 ms", 0.5e-3}, {"7ns", 7e-9},   {"1s", 1},      {"1.5s", 1.5},
		{"0", 0},      {".5s", 0.5},  {"0.0", 0},         {"1e3us", 1e-3}, {"+2us", 2e-6}, {"2  us", 2e-6},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		double seconds = 42;

		assert_int_equal(seconds_parse(cases[i].text, &seconds, NULL), OK);
		/* Exact: the number is divided by a power of ten that a double holds, which rounds like the literal.
		 * 0.5e-3 = 0.5 / 1e3 too. */
		assert_true(seconds == cases[i].seconds);
	}
}

static void a_text_that_is_no_time_is_refused(void **state)
{
	static const char *const cases[] = {"",     "us",   "-1us", "-0",   "1 m",   "1min", "1US",
					    "1us ", " 1us", "inf",  "nan",  "1e999", "0x1s", "1,5us",
					    "1us2", "1 ",   "1.5",  "1e-6", "2"};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct error err = {0};
		double seconds = 42;

		assert_int_equal(seconds_parse(cases[i], &seconds, &err), ERR_INPUT);
		assert_true(seconds == 42);
		assert_non_null(strstr(err.text, "ns, us, ms or s"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sizes_are_read_with_their_suffixes),
		cmocka_unit_test(a_text_that_is_no_size_is_refused),
		cmocka_unit_test(a_size_that_does_not_fit_is_refused),
		cmocka_unit_test(sizes_are_written_as_people_write_them),
		cmocka_unit_test(any_size_reads_back_as_it_was_written),
		cmocka_unit_test(too_little_room_cuts_a_size_and_is_not_overrun),
		cmocka_unit_test(lists_of_sizes_are_read_sorted_and_without_twins),
		cmocka_unit_test(a_size_is_added_to_a_list_in_its_place),
		cmocka_unit_test(an_adaptive_range_keeps_its_two_ends),
		cmocka_unit_test(a_wrong_list_is_refused_with_the_part_that_is_wrong),
		cmocka_unit_test(as_many_sizes_as_allowed_are_taken),
		cmocka_unit_test(a_long_wrong_text_still_leaves_room_for_what_is_allowed),
		cmocka_unit_test(seconds_are_written_as_microseconds),
		cmocka_unit_test(times_are_read_with_their_units),
		cmocka_unit_test(a_text_that_is_no_time_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
