#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>

#include "estimate/classes/class_file.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static void processes_of_one_host_and_place_are_a_class(void **state)
{
	char a[] = "a", b[] = "b", none[] = "", first[] = "package 0, NUMA node 0", second[] = "package 1, NUMA node 1";
	char *hosts[] = {a, a, b, a, b, b}, *places[] = {first, second, first, first, none, none};
	const size_t expected[] = {0, 1, 2, 0, 3, 3};
	struct circumstances here = {.processes = COUNT(hosts), .hosts = hosts, .places = places};
	size_t *classes = NULL;

	(void)state;
	assert_int_equal(classes_of_places(&here, &classes, NULL), OK);
	assert_memory_equal(classes, expected, sizeof(expected));
	free(classes);
}

static void what_a_platform_does_not_say_is_no_class(void **state)
{
	char a[] = "a", *hosts[] = {a, NULL}, *places[] = {a, a};
	struct circumstances unknown = {.processes = 2}, one = {.processes = 2, .hosts = hosts, .places = places};
	size_t *classes = NULL;
	struct error err = {0};

	(void)state;
	assert_int_equal(classes_of_places(&unknown, &classes, &err), ERR_INPUT);
	assert_int_equal(classes_of_places(&one, &classes, NULL), ERR_INPUT);
	assert_null(classes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(processes_of_one_host_and_place_are_a_class),
		cmocka_unit_test(what_a_platform_does_not_say_is_no_class),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
