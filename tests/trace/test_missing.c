#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "trace/missing.h"

enum { MANY = 4096 };

static void processes_are_told_together_by_what_is_missing(void **state)
{
	const char *what[] = {"its end", "its end", NULL, "its file", "its end", "its file"};
	char text[512];

	(void)state;
	assert_string_equal(trace_missing(what, 6, text, sizeof(text)),
			    "processes 0-1, 4: its end; processes 3, 5: its file");
	assert_string_equal(trace_missing(what + 2, 2, text, sizeof(text)), "process 1: its file");
	assert_string_equal(trace_missing(what + 2, 1, text, sizeof(text)), "");
}

static void what_has_no_place_is_counted(void **state)
{
	static const char *what[MANY];
	static char own[MANY][32];
	char text[160];
	int told = 0, left;

	(void)state;
	for (int i = 0; i < MANY; i++) {
		snprintf(own[i], sizeof(own[i]), "part %d", i);
		what[i] = own[i];
	}
	trace_missing(what, MANY, text, sizeof(text));
	assert_true(strlen(text) < sizeof(text));
	for (const char *part = strstr(text, "part "); part; part = strstr(part + 1, "part "))
		told++;
	assert_int_equal(sscanf(strstr(text, "; and "), "; and %d more processes", &left), 1);
	assert_int_equal(told + left, MANY);
	for (int i = 0; i < MANY; i++) /* so many ranges that their list is cut */
		what[i] = i % 2 ? "its file" : NULL;
	trace_missing(what, MANY, text, sizeof(text));
	assert_true(strlen(text) < sizeof(text));
	assert_string_equal(text, "2048 more processes");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(processes_are_told_together_by_what_is_missing),
		cmocka_unit_test(what_has_no_place_is_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
