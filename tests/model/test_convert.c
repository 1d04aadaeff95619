#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "fit_support.h"

/* L 10; g 7.5 and o_s 2 at 1 byte, by the line between 0 and 4; o_r 3.5; g(1000) = 500 us. */
static struct model *table_1(const struct link *links, size_t n_links)
{
	static const double g_bytes[] = {0, 4, 1000}, g[] = {7 * US, 9 * US, 500 * US}, o_bytes[] = {0, 2},
			    o_s[] = {1 * US, 3 * US}, o_r[] = {3 * US, 4 * US};
	struct model *model = made(&model_plogp, links, n_links);

	for (size_t l = 0; l < n_links; l++) {
		assert_int_equal(model_set(model, l, "L", (l ? 30 : 10) * US, NULL), OK);
		assert_int_equal(model_set_curve(model, l, "o_s", o_bytes, o_s, 2, NULL), OK);
		assert_int_equal(model_set_curve(model, l, "o_r", o_bytes, o_r, 2, NULL), OK);
		assert_int_equal(model_set_curve(model, l, "g", g_bytes, g, 3, NULL), OK);
	}
	return model;
}

static void conversions_are_those_of_table_1(void **state)
{
	/* L' = 10 + 7.5 - 2 - 3.5, o = (2 + 3.5)/2, g = 7.5, G = 500 us / 1000. */
	static const struct {
		const char *name;
		double us[2];
	} expected[] = {
		{"L", {12, 32}}, {"o_s", {2.75, 2.75}}, {"o_r", {2.75, 2.75}}, {"g", {7.5, 7.5}}, {"G", {0.5, 0.5}}};
	struct model *plogp = table_1(both, 2), *loggp = model_convert(plogp, &model_loggp, NULL),
		     *logp = model_convert(plogp, &model_logp, NULL);
	struct model *twice = model_convert(loggp, &model_logp, NULL);
	(void)state;
	for (size_t i = 0; i < COUNT(expected) * 2; i++) {
		const char *name = expected[i / 2].name;

		assert_close(model_value(loggp, i % 2, name, 0), expected[i / 2].us[i % 2] * US);
		if (strcmp(name, "G") == 0)
			continue;
		assert_close(model_value(logp, i % 2, name, 0), expected[i / 2].us[i % 2] * US);
		assert_close(model_value(twice, i % 2, name, 0), expected[i / 2].us[i % 2] * US);
	}
	model_free(twice);
	model_free(logp);
	model_free(loggp);
	model_free(plogp);
}

static void conversions_that_do_not_exist_are_refused(void **state)
{
	struct model *plogp = table_1(any, 1), *logp = model_convert(plogp, &model_logp, NULL);
	struct error upwards = {0}, same = {0}, other = {0};
	(void)state;
	assert_null(model_convert(logp, &model_plogp, &upwards));
	assert_int_equal(upwards.status, ERR_INPUT);
	assert_null(model_convert(plogp, &model_plogp, &same));
	assert_contains(same.text, "is a plogp model already");
	assert_null(model_convert(plogp, &model_hockney, &other));
	assert_contains(other.text, "can be converted to loggp and logp, not to hockney");
	model_free(logp);
	model_free(plogp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(conversions_are_those_of_table_1),
		cmocka_unit_test(conversions_that_do_not_exist_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
