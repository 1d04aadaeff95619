/* A file for which no stream can be had: fdopen is this program's own here, and fails. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/file.h"

FILE *fdopen(int descriptor, const char *mode)
{
	(void)descriptor, (void)mode;
	errno = EMFILE;
	return NULL;
}

static void the_cause_is_that_of_the_stream_and_no_file_is_left(void **state)
{
	char folder[] = "/tmp/sonde-test-base-XXXXXX", path[64], expected[128];
	struct file_replacement file;
	struct error err = {0};

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/file", folder);
	snprintf(expected, sizeof(expected), "%s: the text cannot be written: %s", path, strerror(EMFILE));
	assert_int_equal(file_replace_begin(&file, path, "text", &err), ERR_IO);
	assert_string_equal(err.text, expected);
	assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_cause_is_that_of_the_stream_and_no_file_is_left),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
