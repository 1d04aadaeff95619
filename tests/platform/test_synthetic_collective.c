#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "model/classes.h"
#include "platform/synthetic.h"

enum { N = 4 };

/* Four processes that are all alike; S, M1 and M2 as given, escalations certain and of 0.1 to 0.3 s. */
static struct model *cluster(void)
{
	const struct link any = {LINK_ANY, LINK_ANY};
	const double bytes[] = {0}, certain[] = {1}, deciles[3][1] = {{0.1}, {0.2}, {0.3}};
	struct model *model = model_new(&model_lmo, N, &any, 1);

	assert_non_null(model);
	assert_int_equal(model_set(model, 0, "C", 1e-5, NULL), OK);
	assert_int_equal(model_set(model, 0, "t", 1e-8, NULL), OK);
	assert_int_equal(model_set(model, 0, "L", 3e-5, NULL), OK);
	assert_int_equal(model_set(model, 0, "inverse_beta", 5e-8, NULL), OK);
	assert_int_equal(model_set(model, 0, "S", 5000, NULL), OK);
	assert_int_equal(model_set(model, 0, "M1", 2048, NULL), OK);
	assert_int_equal(model_set(model, 0, "M2", 4096, NULL), OK);
	assert_int_equal(model_set_curve(model, 0, "escalation_probability", bytes, certain, 1, NULL), OK);
	assert_int_equal(model_set_curve(model, 0, "escalation_q10", bytes, deciles[0], 1, NULL), OK);
	assert_int_equal(model_set_curve(model, 0, "escalation_q50", bytes, deciles[1], 1, NULL), OK);
	assert_int_equal(model_set_curve(model, 0, "escalation_q90", bytes, deciles[2], 1, NULL), OK);
	return model;
}

static enum status run(const char *operation, const char *algorithm, size_t bytes, double *seconds)
{
	const struct noise none = {0};
	struct experiment what = {.kind = EXPERIMENT_COLLECTIVE, .bytes = bytes, .count = 1, .loop = 1};
	struct model *model = cluster();
	struct platform *platform = NULL;
	struct observation observation = {.seconds = NAN};
	enum status status;

	snprintf(what.setup.collective, sizeof(what.setup.collective), "%s", operation);
	snprintf(what.setup.algorithm, sizeof(what.setup.algorithm), "%s", algorithm);
	assert_int_equal(synthetic_open(model, &none, 1, &platform, NULL), OK);
	status = platform_run(platform, &what, 1, &observation, NULL);
	*seconds = observation.seconds;
	platform_close(platform);
	model_free(model);
	return status;
}

static void scatter_and_gather_take_what_the_equations_say(void **state)
{
	static const struct {
		const char *operation;
		size_t bytes;
		int others; /* how many of the others' times count: 1 the longest, N - 1 the sum */
	} cases[] = {{"scatter", 0, 1},   {"scatter", 5000, 1},    {"scatter", 5001, N - 1},
		     {"gather", 2047, 1}, {"gather", 4096, N - 1}, {"gather", 9000, N - 1}};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		double m = (double)cases[i].bytes, process = 1e-5 + 1e-8 * m, link = 3e-5 + 5e-8 * m, seconds;

		assert_int_equal(run(cases[i].operation, "linear", cases[i].bytes, &seconds), OK);
		assert_true(fabs(seconds - ((N - 1) * process + cases[i].others * (link + process))) <
			    1e-15); /* rounding */
	}
}

static void between_M1_and_M2_gathers_escalate_by_what_the_deciles_allow(void **state)
{
	static const size_t sizes[] = {2048, 3000, 4095};

	(void)state;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		double seconds;

		assert_int_equal(run("gather", "linear", sizes[i], &seconds), OK);
		assert_true(seconds > 0.075 && seconds < 0.326); /* the lines through the deciles end at 0.075 and
								    0.325; without it takes less than 1 ms */
	}
}

static void other_operations_and_algorithms_are_refused(void **state)
{
	double seconds;

	(void)state;
	assert_int_equal(run("bcast", "", 10, &seconds), ERR_INPUT);
	assert_int_equal(run("gather", "binomial", 10, &seconds), ERR_INPUT);
	assert_int_equal(run("scatter", "", 10, &seconds), OK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scatter_and_gather_take_what_the_equations_say),
		cmocka_unit_test(between_M1_and_M2_gathers_escalate_by_what_the_deciles_allow),
		cmocka_unit_test(other_operations_and_algorithms_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
