#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "decompose/sequence.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static void a_sequence_is_read_line_by_line(void **state)
{
	static const char text[] = "# a comment\n"
				   "domain 64x48x32\r\n"
				   "element 8\n"
				   "processes 16\n"
				   "periodic x z\n"
				   "\n"
				   "scatter\n"
				   "repeat 100\n"
				   "\texchange 2x1x0 # along x and y\n"
				   "\trepeat 3\n"
				   "\t\tcompute 4K:3ns,1M:5ns keep times 2\n"
				   "\tend\n"
				   "\texchange 4 times 7\n"
				   "end\n"
				   "gather";
	struct sequence s = {.n = 0};
	struct error err = {0};

	(void)state;
	if (sequence_read(text, "a.ops", &s, &err) != OK || sequence_check(&s, &err) != OK)
		fail_msg("%s", err.text);
	assert_int_equal(s.domain.ndims, 3);
	assert_int_equal(s.domain.extent[1], 48);
	assert_int_equal(s.domain.element, 8);
	assert_int_equal(s.processes, 16);
	assert_true(s.domain.periodic[0] && !s.domain.periodic[1] && s.domain.periodic[2]);
	assert_int_equal(s.n, 7);
	assert_int_equal(s.steps[1].kind, STEP_REPEAT);
	assert_int_equal(s.steps[1].body, 4);
	assert_int_equal(s.steps[2].border[1], 1);
	assert_int_equal(s.steps[2].border[2], 0);
	assert_int_equal(s.steps[3].body, 1);
	assert_true(s.steps[4].keep && s.steps[4].times == 2);
	assert_int_equal(s.steps[5].border[2], 4);
	assert_true(s.steps[5].times == 7);
	assert_int_equal(s.steps[6].line, 15);
	sequence_release(&s);
}

static void what_cannot_be_read_is_refused_with_its_line(void **state)
{
	static const struct {
		const char *text, *why;
	} cases[] = {
		{"scatter", "line 1: the domain comes first"},
		{"domain 8x8\nscater", "line 2: there is no \"scater\", perhaps \"scatter\""},
		{"domain 8x8x8x8", "line 1: 8x8x8x8"},
		{"domain 0x8", "each 1 to"},
		{"domain 8x", "8x"},
		{"domain -8", "-8"},
		{"domain", "before all operations"},
		{"domain 8x8\nscatter\ndomain 9x9", "line 3: domain"},
		{"domain 8x8\nelement 0", "element 0"},
		{"domain 8x8\nprocesses 99999999", "processes 99999999"},
		{"domain 8x8\nprocesses 4K", "processes 4K"},
		{"domain 8x8\nperiodic w", "periodic w"},
		{"domain 8x8\nperiodic z", "periodic z"},
		{"domain 8x8\nperiodic", "none, all, or"},
		{"domain 8x8\nexchange", "the border in elements"},
		{"domain 8x8\nexchange 1x2x3", "each of the 2 dimensions"},
		{"domain 8x8x8\nexchange 1x2", "each of the 3 dimensions"},
		{"domain 8x8\nexchange 1 times", "only \"times N\""},
		{"domain 8x8\nexchange 1 times 0", "times 0"},
		{"domain 8x8\nexchange 99999999999999999999", "the border"},
		{"domain 8x8\ncompute", "time per element is missing"},
		{"domain 8x8\ncompute 12", "12"},
		{"domain 8x8\ncompute 1K:2ns,1K:3ns", "larger than the one before"},
		{"domain 8x8\ncompute 2ns,3ns", "elements before it"},
		{"domain 8x8\ncompute 2ns again", "only \"times N\""},
		{"domain 8x8\nrepeat", "how often"},
		{"domain 8x8\nrepeat 3\nexchange 1", "repeat of line 2 has no end"},
		{"domain 8x8\nrepeat 3\nend", "nothing to be repeated"},
		{"domain 8x8\nend", "no repeat"},
		{"domain 8x8\ngather now", "nothing may follow"},
		{"domain 8x8 a b c d e f g", "more than 6 words"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct sequence s = {.n = 0};
		struct error err = {0};

		assert_int_equal(sequence_read(cases[i].text, "a.ops", &s, &err), ERR_INPUT);
		if (!strstr(err.text, cases[i].why) || strncmp(err.text, "a.ops, line ", 12) != 0)
			fail_msg("%s\nsays: %s", cases[i].text, err.text);
		sequence_release(&s);
	}
}

static void steps_must_be_able_to_follow_each_other(void **state)
{
	static const struct {
		const char *text, *why;
	} cases[] = {
		{"domain 8x8\nscatter\nscatter", "line 3: scatter: the domain is spread already"},
		{"domain 8x8\ngather\nexchange 1", "line 3: exchange: the domain is at process 0 only"},
		{"domain 8x8\nrepeat 2\nscatter\nexchange 1\nend", "must end as it begins"},
		{"domain 8x8\nscatter\nrepeat 2\ngather\nend", "must end as it begins"},
		{"domain 8x8", "no operations"},
		{"domain 1x16777216\nelement 1M\nexchange 16777216", "too large"},
	};
	static const char *const fine[] = {
		"domain 8x8\nrepeat 2\nscatter\nexchange 1\ngather\nend",
		"domain 8x8\nexchange 1\nrepeat 3\ncompute 1ns\nend\ngather\nscatter",
		"domain 8\nrepeat 2\nrepeat 2\nexchange 1\nend\nend",
		"domain 8\nrepeat 2\nrepeat 2\nscatter\ngather\nend\nend",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct sequence s = {.domain = {.element = 4}};
		struct error err = {0};

		assert_int_equal(sequence_read(cases[i].text, "a.ops", &s, &err), OK);
		assert_int_equal(sequence_check(&s, &err), ERR_INPUT);
		if (!strstr(err.text, cases[i].why))
			fail_msg("%s\nsays: %s", cases[i].text, err.text);
		sequence_release(&s);
	}
	for (size_t i = 0; i < COUNT(fine); i++) {
		struct sequence s = {.domain = {.element = 4}};
		struct error err = {0};

		assert_int_equal(sequence_read(fine[i], "a.ops", &s, &err), OK);
		if (sequence_check(&s, &err) != OK)
			fail_msg("%s", err.text);
		sequence_release(&s);
	}
}

static void times_per_element_lie_on_lines_between_those_given(void **state)
{
	struct step_cost cost;

	(void)state;
	assert_int_equal(step_cost_read("1K:2ns,3K:4ns", &cost, NULL), OK);
	assert_true(fabs(step_cost_at(&cost, 100) - 2e-9) < 1e-18);
	assert_true(fabs(step_cost_at(&cost, 2048) - 3e-9) < 1e-18);
	assert_true(fabs(step_cost_at(&cost, 1e9) - 4e-9) < 1e-18);
	assert_int_equal(step_cost_read("12ns", &cost, NULL), OK);
	assert_true(fabs(step_cost_at(&cost, 5) - 12e-9) < 1e-18);
	assert_false(step_cost_is_nothing(&cost));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sequence_is_read_line_by_line),
		cmocka_unit_test(what_cannot_be_read_is_refused_with_its_line),
		cmocka_unit_test(steps_must_be_able_to_follow_each_other),
		cmocka_unit_test(times_per_element_lie_on_lines_between_those_given),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
