#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "lab/tool.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void what_a_program_says_and_how_it_ends_is_told(void **state)
{
	static const struct {
		const char *const argv[4];
		enum status status;
		const char *said;
	} cases[] = {{{"true"}, OK, ""},
		     {{"false"}, ERR_PLATFORM, "\"false\" failed: it did not say why"},
		     {{"sh", "-c", "echo not now >&2; exit 3"}, ERR_PLATFORM, "failed: not now"},
		     {{"sh", "-c", "kill -9 $$"}, ERR_PLATFORM, "failed"},
		     {{"sonde-no-such-program"}, ERR_PLATFORM, "not in PATH"}};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct error err = {0};

		assert_int_equal(tool_run(cases[i].argv, &err), cases[i].status);
		assert_non_null(strstr(err.text, cases[i].said));
	}
}

static void a_program_whose_end_cannot_be_had_has_not_done_well(void **state)
{
	const char *const argv[] = {"false", NULL};
	struct error err = {0};
	void (*before)(int) = signal(SIGCHLD, SIG_IGN);
	enum status status = tool_run(argv, &err);

	(void)state;
	signal(SIGCHLD, before);
	assert_int_equal(status, ERR_PLATFORM);
	assert_non_null(strstr(err.text, "how it ended cannot be had"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_a_program_says_and_how_it_ends_is_told),
		cmocka_unit_test(a_program_whose_end_cannot_be_had_has_not_done_well),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
