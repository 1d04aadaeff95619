#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "patterns.h"
#include "schedule/goal.h"

/* Sums of a few numbers of this size in another order than the formula's. */
#define EXACT 1e-12

enum { PROCESSES = 9, BYTES = 5000 };

static struct model *model_of(const struct model_class *class, const char *const *names, const double *values)
{
	struct link any = {LINK_ANY, LINK_ANY};
	struct model *model = model_new(class, PROCESSES, &any, 1);
	struct error err = {0};

	assert_non_null(model);
	for (; *names; names++, values++)
		assert_int_equal(model_set(model, 0, *names, *values, &err), OK);
	if (model_check(model, &err) != OK)
		fail_msg("%s", err.text);
	return model;
}

static double seconds_of(const struct schedule *schedule, const struct model *model, bool parallel, uint64_t eager_most)
{
	struct model_use use = {.model = model, .parallel = parallel};
	struct costs costs = model_costs(&use, eager_most);
	struct simulation found = {0};
	struct error err = {0};
	double seconds;

	if (simulate(schedule, &costs, &found, &err) != OK)
		fail_msg("%s", err.text);
	seconds = found.seconds;
	simulation_release(&found);
	return seconds;
}

static void assert_near(double found, double wanted)
{
	if (!(fabs(found - wanted) <= EXACT * wanted))
		fail_msg("%.17g instead of %.17g", found, wanted);
}

/* A linear scatter and a linear gather. */
static void assert_linear(const struct model *model, bool parallel, double wanted)
{
	static const struct pattern scatter = {"scatter", PROCESSES, BYTES, 1, build_scatter, 0, 0}, gather = {"gather", PROCESSES, BYTES, 1, build_gather, 0, 0};
	struct schedule schedule = pattern_schedule(&scatter);

	assert_near(seconds_of(&schedule, model, parallel, UINT64_MAX), wanted);
	schedule = pattern_schedule(&gather);
	assert_near(seconds_of(&schedule, model, parallel, UINT64_MAX), wanted);
}

static void linear_scatter_and_gather_under_hockney_are_the_sum_or_the_maximum(void **state)
{
	static const char *const names[] = {"alpha", "beta", NULL};
	static const double values[] = {30e-6, 1e-9};
	struct model *model = model_of(model_class_find("hockney", NULL), names, values);
	double one = values[0] + values[1] * BYTES;

	(void)state;
	assert_linear(model, false, (PROCESSES - 1) * one);
	assert_linear(model, true, one);
	model_free(model);
}

static void linear_scatter_and_gather_under_loggp_are_the_closed_form(void **state)
{
	static const char *const names[] = {"L", "o_s", "o_r", "g", "G", NULL};
	static const double values[] = {10e-6, 1e-6, 1e-6, 3e-6, 1e-9};
	struct model *model = model_of(model_class_find("loggp", NULL), names, values);

	(void)state;
	assert_linear(model, false, values[0] + 2 * values[1] + (PROCESSES - 1) * (BYTES - 1) * values[4] + (PROCESSES - 2) * values[3]);
	model_free(model);
}

static void linear_scatter_and_gather_under_plogp_are_the_closed_form(void **state)
{
	static const char *const names[] = {"L", "o_s", "o_r", "g", NULL};
	static const double values[] = {10e-6, 1e-6, 2e-6, 7e-6};
	struct model *model = model_of(model_class_find("plogp", NULL), names, values);

	(void)state;
	assert_linear(model, false, values[0] + (PROCESSES - 1) * values[3]);
	model_free(model);
}

/* The receiver computes for long, then receives: an eager message is there and costs its overhead, a longer one leaves only then. */
static void a_rendezvous_message_leaves_when_its_receive_is_posted(void **state)
{
	static const char *const names[] = {"L", "o_s", "o_r", "g", "G", NULL};
	static const double values[] = {10e-6, 1e-6, 1e-6, 3e-6, 1e-9};
	static const char text[] = "num_ranks 2 rank 0 { a: send 101b to 1 b: calc 0 b requires a } rank 1 { a: calc 1000000 b: recv 101b from 0 b requires a }";
	struct model *model = model_of(model_class_find("loggp", NULL), names, values);
	struct goal goal = {0};
	struct schedule schedule;

	(void)state;
	assert_int_equal(goal_parse_text(text, strlen(text), "text", &goal, NULL), OK);
	schedule = goal_schedule(&goal);
	assert_near(seconds_of(&schedule, model, false, 101), 1e-3 + 1e-6);
	assert_near(seconds_of(&schedule, model, false, 100), 1e-3 + 12e-6 + 100e-9);
	goal_release(&goal);
	model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(linear_scatter_and_gather_under_hockney_are_the_sum_or_the_maximum),
		cmocka_unit_test(linear_scatter_and_gather_under_loggp_are_the_closed_form),
		cmocka_unit_test(linear_scatter_and_gather_under_plogp_are_the_closed_form),
		cmocka_unit_test(a_rendezvous_message_leaves_when_its_receive_is_posted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
