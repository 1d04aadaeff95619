#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "base/error.h"

static void the_first_failure_wins(void **state)
{
	struct error err = {0};

	(void)state;
	assert_int_equal(error_set(&err, ERR_INPUT, "%s:%d: no such model '%s'", "m.json", 7, "logq"), ERR_INPUT);
	assert_int_equal(error_set(&err, ERR_IO, "later"), ERR_INPUT);
	assert_int_equal(error_memory(&err, "anything"), ERR_INPUT);
	assert_int_equal(err.status, ERR_INPUT);
	assert_string_equal(err.text, "m.json:7: no such model 'logq'");
}

static void without_an_error_struct_only_the_status_is_returned(void **state)
{
	(void)state;
	assert_int_equal(error_set(NULL, ERR_USAGE, "%d", 1), ERR_USAGE);
	assert_int_equal(error_memory(NULL, "rows"), ERR_MEMORY);
}

static void memory_that_could_not_be_had_is_named(void **state)
{
	struct error err = {0};

	(void)state;
	assert_int_equal(error_memory(&err, "the table's rows"), ERR_MEMORY);
	assert_string_equal(err.text, "not enough memory for the table's rows");
}

static void too_long_a_text_is_cut(void **state)
{
	struct error err = {0};
	char text[2 * ERROR_TEXT_MAX];

	(void)state;
	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	assert_int_equal(error_set(&err, ERR_PLATFORM, "%s", text), ERR_PLATFORM);
	assert_int_equal(strlen(err.text), ERROR_TEXT_MAX - 1);
	assert_memory_equal(err.text, text, ERROR_TEXT_MAX - 1);
}

static void a_text_is_one_line_without_control_characters(void **state)
{
	struct error err = {0};

	(void)state;
	error_set(&err, ERR_INPUT, "key \"%s\" of 'ü'", "a\nb\tc\033[2Jd\r\177");
	assert_string_equal(err.text, "key \"a b c?[2Jd??\" of 'ü'");
}

static void an_empty_text_is_a_failure_too(void **state)
{
	struct error err = {0};

	(void)state;
	assert_int_equal(error_set(&err, ERR_STOPPED, "%s", ""), ERR_STOPPED);
	assert_int_equal(error_set(&err, ERR_IO, "later"), ERR_STOPPED);
	assert_string_equal(err.text, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_failure_wins),
		cmocka_unit_test(without_an_error_struct_only_the_status_is_returned),
		cmocka_unit_test(memory_that_could_not_be_had_is_named),
		cmocka_unit_test(too_long_a_text_is_cut),
		cmocka_unit_test(a_text_is_one_line_without_control_characters),
		cmocka_unit_test(an_empty_text_is_a_failure_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
