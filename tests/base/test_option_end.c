#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "base/option_read.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define ARGUMENTS_MAX 6

static void options_before_another_command_line_end_where_it_begins(void **state)
{
	static const struct {
		const char *arguments[ARGUMENTS_MAX];
		int end;
	} cases[] = {
		{{NULL}, 0},
		{{"program", "--json", NULL}, 0},
		{{"-", NULL}, 0},
		{{"--json", "program", "-q", NULL}, 1},
		{{"-o", "out", "--output=x", "program", NULL}, 3},
		{{"-n", "4", "--", "-program", "--", NULL}, 3},
		{{"--shift", "-5", "program", NULL}, 2},
		{{"-o", "--json", "program", NULL}, 2},
		{{"--unknown", "program", NULL}, 1},
		{{"--json", "-o", NULL}, 2},
	};
	bool json = false;
	const char *output = NULL;
	size_t processes = 0;
	double shift = 0;
	const struct option table[] = {
		OPT_FLAG(0, "json", &json, "print JSON"),
		OPT_TEXT('o', "output", &output, "FILE", "write there"),
		OPT_COUNT('n', "processes", &processes, "N", 1, 1024, "processes"),
		OPT_NUMBER('s', "shift", &shift, "X", 0, 0, "any number"),
		OPT_END,
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		int argc = 0;

		while (cases[i].arguments[argc])
			argc++;
		assert_int_equal(options_end(table, argc, (char **)cases[i].arguments), cases[i].end);
	}
	assert_null(output); /* nothing is set */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(options_before_another_command_line_end_where_it_begins),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
