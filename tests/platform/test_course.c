#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "platform/course.h"

/* Sums of a few thousand terms in double precision. */
#define ROUNDING 1e-9

static void a_machine_that_stays_the_same_takes_what_the_work_says(void **state)
{
	const struct unrest none = {.factor = 0};
	struct course course;

	(void)state;
	course_init(&course, &none, 1);
	for (int i = 0; i < 100; i++)
		assert_true(course_take(&course, i, 0.37) == 0.37);
}

/* In pieces or at once: the time that work takes does not depend on how it is divided. */
static void work_takes_the_same_however_it_is_divided(void **state)
{
	const struct unrest unrest = {.factor = 2.7, .dwell = 0.5, .disturbance = 3, .disturbed = 0.01, .apart = 0.3};

	(void)state;
	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct course whole, pieces;
		double at = 0;

		course_init(&whole, &unrest, seed);
		pieces = whole;
		for (int i = 0; i < 1000; i++)
			at += course_take(&pieces, at, 0.01);
		if (fabs(at - course_take(&whole, 0, 10)) > ROUNDING * at)
			fail_msg("seed %d: %.12g s in pieces", (int)seed, at);
	}
}

/* Of 2000 stays the mean lies within 4 standard errors, 9 %, of what was asked for, and so does the slow part. */
static void states_last_and_differ_as_was_asked_for(void **state)
{
	const struct unrest unrest = {.factor = 1.25, .dwell = 3};
	struct course course;
	double step = 0.01, slow = 0, last = 0;
	size_t changes = 0, n = 600000;

	(void)state;
	course_init(&course, &unrest, 7);
	for (size_t i = 0; i < n; i++) {
		double factor = course_factor(&course, (double)i * step);

		assert_true(factor == 1 || factor == 1.25);
		changes += i > 0 && factor != last;
		slow += factor > 1;
		last = factor;
	}
	assert_true(fabs((double)changes - 2000) < 180);
	assert_true(fabs(slow / (double)n - 0.5) < 0.045);
}

static void a_drift_adds_its_part_in_its_time(void **state)
{
	const struct unrest unrest = {.drift = 0.3, .drift_time = 10};
	struct course course;

	(void)state;
	course_init(&course, &unrest, 1);
	assert_true(course_factor(&course, 0) == 1);
	assert_true(fabs(course_take(&course, 10, 1e-3) - 1.3e-3) < ROUNDING);
}

/*
 * Work that would take more changes than there are steps, and times at which a stay is less than the clock can tell:
 * both end. The mean is that of the states: half of the time each in 1 and in 1 / 2.7 of the work, a fifth of it four
 * times as long, within 1 %, three times what 100000 changes differ by.
 */
static void changes_that_are_too_many_to_follow_pass_at_their_mean(void **state)
{
	const struct unrest unrest = {.factor = 2.7, .dwell = 1e-9, .disturbance = 4, .disturbed = 1e-9, .apart = 4e-9};
	const double rate = (1 + 1 / 2.7) / 2 * (0.8 + 0.2 / 4);
	static const double begins[] = {0, 1e8}, works[] = {1, 1e3, 1e300};

	(void)state;
	for (uint64_t seed = 1; seed <= 5; seed++)
		for (size_t i = 0; i < 6; i++) {
			double begin = begins[i % 2], work = works[i / 2], took;
			struct course course;

			course_init(&course, &unrest, seed);
			took = course_take(&course, begin, work);
			if (!(fabs(took * rate / work - 1) < 0.01))
				fail_msg("seed %d, from %g s: %g s of work take %g s", (int)seed, begin, work, took);
		}
}

static void what_is_no_change_is_refused(void **state)
{
	static const struct {
		enum status (*read)(const char *text, struct unrest *unrest, struct error *err);
		const char *text;
		enum status status;
	} cases[] = {
		{unrest_read_switching, "2.7:3s", OK},
		{unrest_read_switching, "1:2ms", OK},
		{unrest_read_switching, "0.5:3s", ERR_INPUT},
		{unrest_read_switching, "2.7", ERR_INPUT},
		{unrest_read_switching, "2.7:3s:1", ERR_INPUT},
		{unrest_read_switching, "2.7:0s", ERR_INPUT},
		{unrest_read_switching, "2.7:0.9ns", ERR_INPUT},
		{unrest_read_switching, "2.7:1ns", OK},
		{unrest_read_switching, "nan:1s", ERR_INPUT},
		{unrest_read_switching, "2x:1s", ERR_INPUT},
		{unrest_read_drift, "0.3:10s", OK},
		{unrest_read_drift, "-0.3:10s", ERR_INPUT},
		{unrest_read_disturbances, "4:2ms:50ms", OK},
		{unrest_read_drift, "0.3:0.1ns", ERR_INPUT},
		{unrest_read_disturbances, "4:0.2ns:50ms", ERR_INPUT},
		{unrest_read_disturbances, "4:2ms:1e-300s", ERR_INPUT},
		{unrest_read_disturbances, "4:2ms", ERR_INPUT},
		{unrest_read_disturbances, ":2ms:50ms", ERR_INPUT},
		{unrest_read_jump, "10s:1s", OK},
		{unrest_read_jump, "-10ms:0s", OK},
		{unrest_read_jump, "0:1s", ERR_INPUT},
		{unrest_read_jump, "10s", ERR_INPUT},
		{unrest_read_jump, "-:1s", ERR_INPUT},
		{unrest_read_jump, "--1s:1s", ERR_INPUT},
		{unrest_read_jump, "1s:-1s", ERR_INPUT},
		{unrest_read_jump, "0.1ns:1s", ERR_INPUT},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct unrest unrest = {.factor = 0};
		const struct unrest untouched = unrest;
		struct error err = {.status = OK};

		if (cases[i].read(cases[i].text, &unrest, &err) != cases[i].status)
			fail_msg("%s: %s", cases[i].text, err.text);
		assert_true(cases[i].status == OK || memcmp(&unrest, &untouched, sizeof(unrest)) == 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_machine_that_stays_the_same_takes_what_the_work_says),
		cmocka_unit_test(work_takes_the_same_however_it_is_divided),
		cmocka_unit_test(states_last_and_differ_as_was_asked_for),
		cmocka_unit_test(a_drift_adds_its_part_in_its_time),
		cmocka_unit_test(changes_that_are_too_many_to_follow_pass_at_their_mean),
		cmocka_unit_test(what_is_no_change_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
