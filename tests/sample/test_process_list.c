#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "sample/process_list.h"

static void lists_ranges_and_sizes_of_groups_are_read(void **state)
{
	static const struct {
		const char *text;
		size_t n;
		int list[8];
		bool groups;
	} cases[] = {
		{"0", 1, {0}, false},
		{"0,3,1,2", 4, {0, 3, 1, 2}, false},
		{" 0 3\n1\t2\r\n", 4, {0, 3, 1, 2}, false},
		{"0,3-1", 4, {0, 3, 2, 1}, false},
		{"2-3,1-0,", 4, {2, 3, 1, 0}, false},
		{"1-1,0", 2, {1, 0}, false},
		{"0,0,1,1", 4, {0, 0, 1, 1}, true},
		{"2", 5, {0, 0, 1, 1, 2}, true},
		{"1", 3, {0, 1, 2}, true},
		{"9", 3, {0, 0, 0}, true},
		{"99999999999999999999999", 3, {0, 0, 0}, true},
		{"1-0", 2, {1, 0}, true},
		{"2\n", 5, {0, 0, 1, 1, 2}, true},
		{" \t2 \r\n", 3, {0, 0, 1}, true},
		{"0", 1, {0}, true},
		{"0\n", 1, {0}, true},
		{"1", 1, {0}, true},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct error err = {0};
		int list[8];

		if ((cases[i].groups ? process_groups_parse : process_list_parse)(cases[i].text, cases[i].n, list,
										  &err) != OK)
			fail_msg("\"%s\": %s", cases[i].text, err.text);
		assert_memory_equal(list, cases[i].list, cases[i].n * sizeof(*list));
	}
}

static void what_is_no_list_for_so_many_processes_is_refused(void **state)
{
	static const struct {
		const char *text, *error;
		bool groups;
	} wrong[] = {
		{"", "0 numbers for 3 processes", false},
		{"0,1", "2 numbers for 3", false},
		{"0,1,2,0", "more numbers than the 3", false},
		{"0,1,3", "\"3\" for process 2: numbers are 0 to 2", false},
		{"0,-1,2", "\"-1\" for process 1", false},
		{"0,1-,2", "\"1-\" for process 1", false},
		{"0-2-1", "\"0-2-1\" for process 0", false},
		{"0,x,2", "\"x\" for process 1", false},
		{"0,18446744073709551617,2", "\"18446744073709551617\" for process 1", false},
		{"0-2,0", "more numbers", false},
		{"0", "groups of 0", true},
		{"0\n", "groups of 0", true},
		{"2,", "1 numbers for 3", true},
		{"0,1", "2 numbers for 3", true},
		{"", "0 numbers for 3", true},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct error err = {0};
		int list[3];

		assert_int_equal(
			(wrong[i].groups ? process_groups_parse : process_list_parse)(wrong[i].text, 3, list, &err),
			ERR_INPUT);
		if (!strstr(err.text, wrong[i].error))
			fail_msg("\"%s\" instead of \"%s\"", err.text, wrong[i].error);
	}
}

static void a_list_that_is_written_is_read_back_or_does_not_fit(void **state)
{
	enum { MOST = 40, ROOM = 60 };
	struct random random;
	size_t fitted = 0;

	(void)state;
	random_init(&random, 1);
	for (int run = 0; run < 5000; run++) {
		int list[MOST], again[MOST];
		size_t n = 1 + random_below(&random, MOST);
		char text[ROOM];

		/* Runs up and down, so that there are ranges. */
		for (size_t i = 0, way = 0; i < n; i++) {
			int next = i > 0 ? list[i - 1] + (int)way - 1 : -1;

			way = random_below(&random, 4) ? way : random_below(&random, 3);
			list[i] = next >= 0 && next < (int)n && random_below(&random, 5)
					  ? next
					  : (int)random_below(&random, n);
		}
		if (!process_list_format(list, n, text, sizeof(text)))
			continue;
		fitted++;
		assert_null(strchr(text, ' '));
		assert_int_equal(process_list_parse(text, n, again, NULL), OK);
		assert_memory_equal(list, again, n * sizeof(*list));
	}
	assert_true(fitted > 1000 && fitted < 5000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists_ranges_and_sizes_of_groups_are_read),
		cmocka_unit_test(what_is_no_list_for_so_many_processes_is_refused),
		cmocka_unit_test(a_list_that_is_written_is_read_back_or_does_not_fit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
