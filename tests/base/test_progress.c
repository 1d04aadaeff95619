#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/progress.h"

struct heard {
	char report[64], note[4096];
	enum note_severity severity;
};

static void hear_report(void *context, const char *what, size_t done, size_t total, double left)
{
	struct heard *heard = context;

	snprintf(heard->report, sizeof heard->report, "%s %zu/%zu %g", what, done, total, left);
}

static void hear_note(void *context, enum note_severity severity, const char *text)
{
	struct heard *heard = context;

	snprintf(heard->note, sizeof heard->note, "%s", text);
	heard->severity = severity;
}

static void reports_and_notes_arrive(void **state)
{
	struct heard heard = {.report = ""};
	struct progress progress = {hear_report, hear_note, NULL, &heard};

	(void)state;
	progress_report(&progress, "roundtrip", 3, 17, 12.5);
	progress_note(&progress, "Size %d is not stable (%s).", 1024, "p2p");
	assert_string_equal(heard.report, "roundtrip 3/17 12.5");
	assert_string_equal(heard.note, "Size 1024 is not stable (p2p).");
	assert_int_equal(heard.severity, NOTE_INFORMATION);
	progress_warn(&progress, "%d of %d sizes", 3, 4);
	assert_string_equal(heard.note, "3 of 4 sizes");
	assert_int_equal(heard.severity, NOTE_WARNING);
}

static void nobody_needs_to_listen(void **state)
{
	struct heard heard = {.report = ""};
	struct progress deaf = {NULL, NULL, NULL, &heard}, reports_only = {hear_report, NULL, NULL, &heard};

	(void)state;
	progress_report(NULL, "roundtrip", 1, 2, 0);
	progress_note(NULL, "%d", 1);
	progress_warn(NULL, "%d", 1);
	progress_report(&deaf, "roundtrip", 1, 2, 0);
	progress_note(&deaf, "%d", 1);
	progress_note(&reports_only, "%d", 1);
	assert_string_equal(heard.report, "");
	assert_string_equal(heard.note, "");
}

static void too_long_a_note_is_cut(void **state)
{
	struct heard heard = {.report = ""};
	struct progress progress = {NULL, hear_note, NULL, &heard};

	(void)state;
	progress_note(&progress, "%03000d", 7);
	assert_int_equal(strlen(heard.note), 2047);
}

static void the_rest_takes_as_long_as_the_share_that_is_done(void **state)
{
	(void)state;
	assert_true(progress_left(3, 9, 4) == 12);
	assert_true(progress_left(3, 0, 4) == 0);
	assert_true(isnan(progress_left(0, 9, 4)));
	assert_true(isnan(progress_left(3, 9, 0)));
	assert_true(isnan(progress_left(3, NAN, 4)));
}

static void the_time_left_is_told_as_people_say_it(void **state)
{
	static const struct {
		double left;
		const char *text;
	} cases[] = {
		{NAN, ""},
		{0, "less than 1 s left"},
		{0.99, "less than 1 s left"},
		{1, "about 1 s left"},
		{12.4, "about 12 s left"},
		{99.4, "about 99 s left"},
		{99.6, "about 2 min left"},
		{720, "about 12 min left"},
		{7200, "about 2 h left"},
		{1e6, "about 278 h left"},
	};
	char text[64];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_string_equal(progress_left_text(cases[i].left, text, sizeof(text)), cases[i].text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reports_and_notes_arrive),
		cmocka_unit_test(the_rest_takes_as_long_as_the_share_that_is_done),
		cmocka_unit_test(the_time_left_is_told_as_people_say_it),
		cmocka_unit_test(nobody_needs_to_listen),
		cmocka_unit_test(too_long_a_note_is_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
