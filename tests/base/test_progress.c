#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "base/progress.h"

struct heard {
	char report[64], note[2048];
};

static void hear_report(void *context, const char *what, size_t done, size_t total)
{
	struct heard *heard = context;

	snprintf(heard->report, sizeof heard->report, "%s %zu/%zu", what, done, total);
}

static void hear_note(void *context, const char *text)
{
	struct heard *heard = context;

	snprintf(heard->note, sizeof heard->note, "%s", text);
}

static void reports_and_notes_arrive(void **state)
{
	struct heard heard = {{0}, {0}};
	struct progress progress = {hear_report, hear_note, &heard};

	(void)state;
	progress_report(&progress, "roundtrip", 3, 17);
	progress_note(&progress, "Size %d is not stable (%s).", 1024, "p2p");
	assert_string_equal(heard.report, "roundtrip 3/17");
	assert_string_equal(heard.note, "Size 1024 is not stable (p2p).");
}

static void nobody_needs_to_listen(void **state)
{
	struct heard heard = {{0}, {0}};
	struct progress deaf = {NULL, NULL, &heard}, reports_only = {hear_report, NULL, &heard};

	(void)state;
	progress_report(NULL, "roundtrip", 1, 2);
	progress_note(NULL, "%d", 1);
	progress_report(&deaf, "roundtrip", 1, 2);
	progress_note(&deaf, "%d", 1);
	progress_note(&reports_only, "%d", 1);
	assert_string_equal(heard.report, "");
	assert_string_equal(heard.note, "");
}

static void too_long_a_note_is_cut(void **state)
{
	struct heard heard = {{0}, {0}};
	struct progress progress = {NULL, hear_note, &heard};

	(void)state;
	progress_note(&progress, "%01500d", 7);
	assert_int_equal(strlen(heard.note), 1023);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reports_and_notes_arrive),
		cmocka_unit_test(nobody_needs_to_listen),
		cmocka_unit_test(too_long_a_note_is_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
