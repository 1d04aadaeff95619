#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "simulate/simulate.h"

static void parameters_are_exact_nanoseconds_however_they_are_written(void **state)
{
	static const char *const texts[] = {"L=2us,o=1.1us,g=300ns,G=0.1ns,O=0,S=64K",
					    "S=65536,O=0s,G=1e-10s,g=3e-7s,o=1.1e-6s,L=0.002ms"};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct loggops p = {0};
		char note[LOGGOPS_NOTE];
		struct error err = {0};

		if (loggops_parse(texts[i], &p, note, &err) != OK)
			fail_msg("%s", err.text);
		assert_true(p.L == 2000 && p.o == 1100 && p.g == 300 && p.G == 0.1 && p.O == 0 && p.S == 65536);
		assert_string_equal(note, "");
	}
}

static void what_is_not_named_is_said(void **state)
{
	struct loggops p = {0};
	char note[LOGGOPS_NOTE];

	(void)state;
	assert_int_equal(loggops_parse("L=1us,g=1us", &p, note, NULL), OK);
	assert_string_equal(note, "o, G, O not given: taken as 0; S not given: no message waits for its receiver");
	assert_true(p.o == 0 && p.S == UINT64_MAX);
}

static void what_is_no_parameter_is_refused_and_changes_nothing(void **state)
{
	static const struct {
		const char *text, *why;
	} cases[] = {
		{"L", "\"L\" is not NAME=VALUE, for example L=2us"},
		{"L=1us,", "\"\" is not NAME=VALUE"},
		{"X=1us", "there is no parameter X"},
		{"L=1us,L=2us", "L is given twice"},
		{"L=-1us", "'-1us' is not a time"},
		{"o=1us,G=1e300s", "G=1e300s: at most 1e+100 s"}, /* as nanoseconds it is infinite */
		{"S=much", "much"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct loggops p = {.L = 7};
		char note[LOGGOPS_NOTE];
		struct error err = {0};

		assert_int_equal(loggops_parse(cases[i].text, &p, note, &err), ERR_INPUT);
		if (!strstr(err.text, cases[i].why))
			fail_msg("\"%s\" does not say \"%s\"", err.text, cases[i].why);
		assert_true(p.L == 7);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parameters_are_exact_nanoseconds_however_they_are_written),
		cmocka_unit_test(what_is_not_named_is_said),
		cmocka_unit_test(what_is_no_parameter_is_refused_and_changes_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
