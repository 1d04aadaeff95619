#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>

#include "estimate/drift.h"
#include "truth.h"

static const struct noise quiet = {0};

/* A PLogP platform whose parameter name is so many times what it is in truth.h, at the knots from least bytes on. */
static struct model *changed(const char *name, double factor, double least)
{
	struct model *model = truth_plogp(false);
	struct parameter *parameter = &model->parameters[model_param_index(model->class, name)];

	for (size_t k = 0; k < parameter->curve.n; k++)
		if (parameter->curve.x[k] >= least)
			parameter->curve.y[k] *= factor;
	return model;
}

static void estimate(struct estimation *e, struct model *platform, const struct estimate_options *options)
{
	estimation_run(e, platform, &quiet, options, NULL);
	model_free(platform);
}

static void what_differs_since_the_run_before_is_told(void **state)
{
	static const struct {
		const char *name;
		double factor, least;
		const char *says; /* NULL: nothing */
	} cases[] = {
		{"g", 1, 0, NULL},
		{"g", 1.04, 16384, NULL},
		{"g", 0.9, 262144, " g of 1M B: 1740.000 us, where it was 2000.000 before (-13 %"},
		{"g", 1.2, 65536, " other sizes too)."},
		{"g", 1.5, 0, " g of "},
		{"o_s", 2, 0, NULL}, /* an overhead is a process's, not the link's */
		{"L", 1.09, 0, NULL},
		{"L", 1.2, 0, " L: 12.000 us, where it was 10.000 before (+20 %)."},
	};
	struct estimate_options options = truth_options(&model_plogp, "fast", false);
	struct estimation before;
	(void)state;

	estimate(&before, truth_plogp(false), &options);
	options.before = &before.campaign;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct estimate_options fresh = truth_options(&model_plogp, "fast", false);
		struct estimation now;
		struct parameter_drift drift;

		estimate(&now, changed(cases[i].name, cases[i].factor, cases[i].least), &fresh);
		assert_int_equal(drift_find(now.model, &now.campaign, &options, &drift, NULL), OK);
		assert_true(drift.known);
		if (cases[i].says ? !strstr(drift.text, cases[i].says) : drift.text[0] != '\0')
			fail_msg("case %zu says \"%s\"", i, drift.text);
		estimation_release(&now);
	}
	estimation_release(&before);
}

static void a_parameter_per_byte_is_told_in_its_unit(void **state)
{
	struct estimate_options options = truth_options(&model_loggp, "saturation", false), fresh = options;
	struct model *faster = truth_logp(&model_loggp, false);
	struct estimation before, now;
	struct parameter_drift drift;
	(void)state;

	truth_set(faster, 0, "G", 0.45e-9);
	estimate(&before, truth_logp(&model_loggp, false), &options);
	estimate(&now, faster, &fresh);
	options.before = &before.campaign;
	assert_int_equal(drift_find(now.model, &now.campaign, &options, &drift, NULL), OK);
	assert_string_equal(drift.text, " G: 0.00045 us/B, where it was 0.0009 before (-50 %).");
	estimation_release(&before);
	estimation_release(&now);
}

static void an_earlier_campaign_of_another_kind_is_not_held_against(void **state)
{
	struct estimate_options hockney = truth_options(&model_hockney, "two-point", false),
				plogp = truth_options(&model_plogp, "fast", false);
	struct estimation before, now;
	struct parameter_drift drift;
	(void)state;

	estimate(&before, truth_plogp(false), &hockney);
	estimate(&now, truth_plogp(false), &plogp);
	assert_int_equal(drift_find(now.model, &now.campaign, &plogp, &drift, NULL), OK);
	assert_false(drift.known); /* there is none */
	plogp.before = &before.campaign;
	assert_int_equal(drift_find(now.model, &now.campaign, &plogp, &drift, NULL), OK);
	assert_false(drift.known);
	assert_string_equal(drift.text, "");
	estimation_release(&before);
	estimation_release(&now);
}

/* The platform is exact, and bends: the fits of all sizes differ, those of the sizes that both measured do not. */
static void the_same_machine_measured_at_other_sizes_has_not_moved(void **state)
{
	static const struct {
		const struct model_class *class;
		const char *method;
		size_t sizes[2][3], long_size[2];
		bool known;
	} cases[] = {
		{&model_hockney, "regression", {{0, 4096, 262144}, {0, 1024, 4096}}, {1 << 20, 1 << 20}, true},
		{&model_hockney, "two-point", {{0, 4096, 262144}, {0, 1024, 4096}}, {16384, 262144}, false},
		{&model_loggp, "saturation", {{0, 4096, 262144}, {0, 1024, 4096}}, {16384, 262144}, false},
		{&model_3pc, "paths", {{0, 4096, 262144}, {0, 1024, 4096}}, {1 << 20, 1 << 20}, true},
		{&model_plogp, "fast", {{0, 4096, 262144}, {0, 1024, 4096}}, {1 << 20, 1 << 20}, true},
	};
	(void)state;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct estimate_options options = truth_options(cases[i].class, cases[i].method, false);
		struct estimation runs[2];
		struct parameter_drift drift;

		for (size_t k = 0; k < 2; k++) {
			size_t bytes[3] = {cases[i].sizes[k][0], cases[i].sizes[k][1], cases[i].sizes[k][2]};
			const struct size_list list = {.bytes = bytes, .n = 3};

			options.list = &list;
			options.long_size = cases[i].long_size[k];
			estimate(&runs[k], truth_plogp(false), &options);
		}
		options.list = NULL;
		options.before = &runs[0].campaign;
		assert_int_equal(drift_find(runs[1].model, &runs[1].campaign, &options, &drift, NULL), OK);
		if (drift.known != cases[i].known || drift.text[0])
			fail_msg("case %zu, %sknown, says \"%s\"", i, drift.known ? "" : "un", drift.text);
		estimation_release(&runs[0]);
		estimation_release(&runs[1]);
	}
}

static void what_there_is_no_room_for_is_counted(void **state)
{
	struct estimate_options options = truth_options(&model_plogp, "saturation", true), fresh = options;
	struct model *slower = truth_plogp(true);
	struct estimation before, now;
	struct parameter_drift drift;
	size_t sentences = 0;
	char count[40];
	(void)state;

	for (size_t k = 0; k < slower->n_links * slower->class->n_params; k++)
		for (size_t i = 0; i < slower->parameters[k].curve.n; i++)
			slower->parameters[k].curve.y[i] *= 12345678.9;
	estimate(&before, truth_plogp(true), &options);
	estimate(&now, slower, &fresh);
	options.before = &before.campaign;
	assert_int_equal(drift_find(now.model, &now.campaign, &options, &drift, NULL), OK);
	for (const char *at = drift.text; (at = strstr(at, " us, where it was ")) != NULL; at++)
		sentences++;
	assert_true(drift.more > 0);
	snprintf(count, sizeof(count), "). And %zu more parameter%s.", drift.more, drift.more == 1 ? "" : "s");
	assert_string_equal(drift.text + strlen(drift.text) - strlen(count), count);
	assert_int_equal(sentences + drift.more, 2 * 4); /* L, g, T and T_i each way */
	estimation_release(&before);
	estimation_release(&now);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_differs_since_the_run_before_is_told),
		cmocka_unit_test(a_parameter_per_byte_is_told_in_its_unit),
		cmocka_unit_test(an_earlier_campaign_of_another_kind_is_not_held_against),
		cmocka_unit_test(the_same_machine_measured_at_other_sizes_has_not_moved),
		cmocka_unit_test(what_there_is_no_room_for_is_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
