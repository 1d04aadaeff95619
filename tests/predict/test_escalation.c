#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

#include "model/classes.h"
#include "predict/escalation.h"

static struct model *cluster(bool escalates)
{
	const struct link any = {LINK_ANY, LINK_ANY};
	const double bytes[] = {8192, 65535}, probability[] = {0.5, 0.1}, q10[] = {0.02, 0.02}, q50[] = {0.2, 0.2},
		     q90[] = {0.28, 0.28};
	struct model *model = model_new(&model_lmo, 8, &any, 1);

	assert_non_null(model);
	assert_int_equal(model_set(model, 0, "C", 2e-5, NULL), OK);
	if (!escalates)
		return model;
	assert_int_equal(model_set(model, 0, "M1", 8192, NULL), OK);
	assert_int_equal(model_set(model, 0, "M2", 65536, NULL), OK);
	assert_int_equal(model_set_curve(model, 0, "escalation_probability", bytes, probability, 2, NULL), OK);
	assert_int_equal(model_set_curve(model, 0, "escalation_q10", bytes, q10, 2, NULL), OK);
	assert_int_equal(model_set_curve(model, 0, "escalation_q50", bytes, q50, 2, NULL), OK);
	assert_int_equal(model_set_curve(model, 0, "escalation_q90", bytes, q90, 2, NULL), OK);
	return model;
}

static struct escalation of(const struct model *model, enum collective collective, const char *algorithm,
			    uint64_t bytes)
{
	const struct call call = {.collective = collective, .processes = 8, .count = bytes};

	return escalation_of(model, algorithm_find(collective, algorithm, NULL), &call);
}

static void medium_linear_gathers_escalate_and_nothing_else(void **state)
{
	struct model *model = cluster(true), *regular = cluster(false);

	(void)state;
	assert_true(of(model, COLLECTIVE_GATHER, "linear", 8191).probability == 0);
	assert_true(of(model, COLLECTIVE_GATHER, "linear", 8192).probability == 0.5);
	assert_true(of(model, COLLECTIVE_GATHER, "linear", 65535).probability == 0.1);
	assert_true(of(model, COLLECTIVE_GATHER, "linear", 65536).probability == 0);
	assert_true(of(model, COLLECTIVE_GATHER, "linear-nonblocking", 8192).probability ==
		    0.5); /* all send at once to the same root */
	assert_true(of(model, COLLECTIVE_GATHER, "linear-synchronised", 10000).probability == 0);
	assert_true(of(model, COLLECTIVE_GATHER, "binomial", 10000).probability == 0);
	assert_true(of(model, COLLECTIVE_SCATTER, "linear", 10000).probability == 0);
	assert_true(of(regular, COLLECTIVE_GATHER, "linear", 10000).probability == 0 &&
		    isnan(of(regular, COLLECTIVE_GATHER, "linear", 10000).mean));
	model_free(model);
	model_free(regular);
}

static struct escalation in_segments(const struct model *model, const char *algorithm, uint64_t bytes, uint64_t segment)
{
	const struct call call = {.collective = COLLECTIVE_GATHER, .processes = 8, .count = bytes, .segment = segment};

	return escalation_of(model, algorithm_find(COLLECTIVE_GATHER, algorithm, NULL), &call);
}

/* In turn come short blocks at once; with credits the first segments do. */
static void what_comes_unasked_escalates_a_block_or_its_first_segment(void **state)
{
	static const struct {
		uint64_t bytes, segment;
		double in_turn, credited;
	} cases[] = {
		{8192, 0, 0, 0.5},     {8192, 8191, 0, 0},  {8192, 8192, 0.5, 0.5},  {8192, 100000, 0.5, 0.5},
		{65535, 8192, 0, 0.5}, {65535, 0, 0, 0.1},  {65536, 65535, 0, 0.1},  {65536, 0, 0, 0},
		{65536, 65536, 0, 0},  {65536, 8191, 0, 0}, {1000000, 8192, 0, 0.5}, {1000000, 65536, 0, 0},
		{8191, 8191, 0, 0},
	};
	struct model *model = cluster(true);

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct escalation in_turn = in_segments(model, "linear-in-turn", cases[i].bytes, cases[i].segment),
				  credited = in_segments(model, "linear-credited", cases[i].bytes, cases[i].segment);

		assert_true(in_turn.probability == cases[i].in_turn);
		assert_true(credited.probability == cases[i].credited);
	}
	model_free(model);
}

/* From the median, 200 ms, lines go to 0 (the first decile's would go below) and to 300 ms: the mean is (0 + 2 * 200 +
 * 300) / 4. */
static void the_mean_is_that_of_lines_through_the_deciles(void **state)
{
	struct model *model = cluster(true);
	struct escalation escalation = of(model, COLLECTIVE_GATHER, "linear", 8192);

	(void)state;
	assert_true(escalation.median == 0.2);
	assert_true(fabs(escalation.mean - 0.175) < 1e-15); /* rounding */
	model_free(model);
}

/* Half of the gathers escalate at 8192 bytes, a tenth at 65535: deciles of 20, 200 and 280 ms. Between are lines, which
 * go on to 0 and to 300 ms. */
static void a_part_of_all_gathers_is_longer_by_a_part_of_the_escalations(void **state)
{
	static const struct {
		uint64_t bytes;
		double part, longer;
	} cases[] = {
		{8192, 0, 0},       {8192, 0.5, 0},     {8192, 0.55, 0.02}, {8192, 0.65, 0.11},
		{8192, 0.75, 0.2},  {8192, 0.95, 0.28}, {8192, 1, 0.3},     {65535, 0.5, 0},
		{65535, 0.95, 0.2}, {8191, 0.95, 0},    {65536, 0.95, 0},
	};
	struct model *model = cluster(true), *regular = cluster(false);

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct call call = {.collective = COLLECTIVE_GATHER, .processes = 8, .count = cases[i].bytes};
		const struct algorithm_class *linear = algorithm_find(COLLECTIVE_GATHER, "linear", NULL);

		assert_true(fabs(escalation_quantile(model, linear, &call, cases[i].part) - cases[i].longer) <
			    1e-12); /* rounding */
		assert_true(escalation_quantile(regular, linear, &call, cases[i].part) == 0);
		assert_true(escalation_quantile(model, algorithm_find(COLLECTIVE_GATHER, "binomial", NULL), &call,
						cases[i].part) == 0);
	}
	model_free(model);
	model_free(regular);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(medium_linear_gathers_escalate_and_nothing_else),
		cmocka_unit_test(what_comes_unasked_escalates_a_block_or_its_first_segment),
		cmocka_unit_test(a_part_of_all_gathers_is_longer_by_a_part_of_the_escalations),
		cmocka_unit_test(the_mean_is_that_of_lines_through_the_deciles),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
