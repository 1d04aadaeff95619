#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "kinds.h"

static const struct {
	const struct model_class *class;
	const char *method;
} estimators[] = {
	{&model_hockney, "two-point"}, {&model_loggp, "saturation"}, {&model_lmo, "quickest"}, {&model_lmo, "mean"}};

static void every_message_between_processes_of_few_kinds_comes_back(void **state)
{
	const struct class_plan plan = {.tolerance = 0.01};
	(void)state;
	for (size_t i = 0; i < sizeof(estimators) / sizeof(estimators[0]); i++) {
		struct model *truth = of_kinds(estimators[i].class, 40);
		struct estimation e;

		estimate_classes(&e, &plan, estimators[i].method, truth, &quiet, 1);
		check_classes(e.model);
		check_messages(e.model, truth, EXACT);
		assert_true(model_fact(e.model, "class_spread")->number <= EXACT);
		check_checked(e.model, 60, EXACT);
		assert_true(model_check(e.model, NULL) == OK);
		estimation_release(&e);
		model_free(truth);
	}
}

/* Nine processes, each of its own kind: measuring all is cheap, and none shares a class with another one. */
static void few_processes_that_are_all_unlike_are_all_measured(void **state)
{
	const struct class_plan plan = {.tolerance = 0.01};
	struct model *truth = of_kinds(&model_lmo, 9);
	struct estimation e;

	(void)state;
	for (int i = 0; i < 9; i++)
		assert_int_equal(model_set(truth, model_process(truth, i), "C", (5 + 3 * i) * 1e-6, NULL), OK);
	estimate_classes(&e, &plan, "quickest", truth, &quiet, 1);
	assert_true(model_fact(e.model, "classes")->number == 9);
	check_messages(e.model, truth, EXACT);
	estimation_release(&e);
	model_free(truth);
}

static void check_platform(const struct model *model, const struct model *truth)
{
	static const char *const names[] = {"S", "rendezvous_hold"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (model_value(model, model_platform(model), names[i], 0) !=
		    model_value(truth, model_platform(truth), names[i], 0))
			fail_msg("%s of %zu processes: %g is not %g", names[i], truth->processes,
				 model_value(model, model_platform(model), names[i], 0),
				 model_value(truth, model_platform(truth), names[i], 0));
}

/* A class alone has a third member, since two make no triplet. A fit of what was measured says the same. */
static void lmo_by_classes_knows_messages_beyond_the_switch_also_where_all_processes_are_alike(void **state)
{
	static const struct {
		size_t processes;
		bool alike, given;
		size_t members;
	} cases[] = {{3, true, false, 3},
		     {4, true, true, 3},
		     {8, true, false, 3},
		     {8, true, true, 3},
		     {12, false, false, 8}};
	static const size_t one[12] = {0};
	(void)state;
	for (size_t i = 0; i < 2 * sizeof(cases) / sizeof(cases[0]); i++) {
		const struct class_plan plan = {.tolerance = 0.01, .given = cases[i / 2].given ? one : NULL, .seed = 1};
		struct model *truth = beyond_switch(cases[i / 2].processes, cases[i / 2].alike, (double)(i % 2)),
			     *again;
		struct estimate_options options = truth_options(&model_lmo, "quickest", false);
		struct estimation e;
		const struct campaign *launch = &e.campaign;
		struct error err = {0};

		options.classes = &plan;
		options.switch_size = BEFORE_SWITCH;
		options.long_size = BEFORE_SWITCH / 2;
		options.draws = 20;
		estimation_run(&e, truth, &quiet, &options, NULL);
		again = estimate_fit(&options, truth->processes, &launch, 1, &err);
		if (!again)
			fail_msg("%s", err.text);
		assert_int_equal(e.model->n_classes, cases[i / 2].alike ? 1 : KINDS);
		assert_int_equal((size_t)model_fact(e.model, "class_members")->number, cases[i / 2].members);
		check_messages(e.model, truth, EXACT);
		check_platform(e.model, truth);
		check_messages(again, truth, EXACT);
		check_platform(again, truth);
		model_free(again);
		estimation_release(&e);
		model_free(truth);
	}
}

/* Classes are compared by messages that all exchange with landmarks: those that only members exchanged are not looked
 * for between others. */
static void a_fit_finds_the_classes_again_where_members_exchanged_longer_messages(void **state)
{
	static const size_t bytes[] = {0, 1024, 1 << 20, 4 << 20};
	static const struct size_list list = {.bytes = (size_t *)bytes, .n = 4};
	const struct class_plan plan = {.tolerance = 0.01, .seed = 1};
	struct model *truth = of_kinds(&model_hockney, 12), *again;
	struct estimate_options options = truth_options(&model_hockney, "regression", false);
	struct estimation e;
	const struct campaign *launch = &e.campaign;
	struct error err = {0};
	(void)state;
	options.classes = &plan;
	options.list = &list;
	options.draws = 20;
	estimation_run(&e, truth, &quiet, &options, NULL);
	again = estimate_fit(&options, truth->processes, &launch, 1, &err);
	if (!again)
		fail_msg("%s", err.text);
	check_classes(again);
	check_messages(again, truth, EXACT);
	assert_true(model_fact(again, "class_spread")->number == model_fact(e.model, "class_spread")->number);
	assert_true(model_fact(again, "check_pairs")->number == model_fact(e.model, "check_pairs")->number);
	model_free(again);
	estimation_release(&e);
	model_free(truth);
}

/* Where nothing is ever as precise as is asked for, comparing processes, members and checks all get a part. */
static void a_deadlines_time_is_shared_by_all_phases(void **state)
{
	const struct class_plan plan = {.tolerance = 0.5, .seed = 1};
	struct model *truth = of_kinds(&model_hockney, 6);
	struct estimate_options options = truth_options(&model_hockney, "two-point", false);
	struct estimation e;

	(void)state;
	options.classes = &plan;
	options.draws = 20;
	options.probe.stopping.most = SIZE_MAX;
	options.probe.stopping.error = 0;
	options.probe.steady = 0;
	options.probe.large_most = SIZE_MAX;
	options.probe.deadline = 10;
	estimation_run(&e, truth, &noisy, &options, NULL);
	assert_true(platform_now(e.platform) > 9 && platform_now(e.platform) < 10.1);
	assert_true(model_fact(e.model, "check_pairs")->number == model_fact(e.model, "check_others")->number);
	estimation_release(&e);
	model_free(truth);
}

static void experiments_grow_as_n_log_n(void **state)
{
	const struct class_plan plan = {.tolerance = 0.01};
	(void)state;
	for (size_t processes = 32; processes <= 128; processes *= 2) {
		struct model *truth = of_kinds(&model_lmo, processes);
		struct estimation e;
		size_t logarithm = processes == 32 ? 5 : processes == 64 ? 6 : 7;

		estimate_classes(&e, &plan, "quickest", truth, &quiet, 1);
		/* Two sizes with each landmark and of 60 pairs by which classes are checked; all pairs and triplets of
		 * 8 members. */
		assert_true(e.campaign.n <= 2 * processes * logarithm + 2 * 60 + 2 * 28 + 6 * 56);
		if (processes == 128) /* 2 % of two sizes of all pairs, and of the triplets of each process with two
					 others in two sizes */
			assert_true((double)e.campaign.n <= 0.02 * (128 * 127 + 128 * 127 * 126));
		estimation_release(&e);
		model_free(truth);
	}
}

static void noise_does_not_split_classes(void **state)
{
	const struct class_plan plan = {.tolerance = 0.05};
	(void)state;
	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct model *truth = of_kinds(&model_hockney, 24);
		struct estimation e;

		estimate_classes(&e, &plan, "two-point", truth, &noisy, seed);
		check_classes(e.model);
		check_messages(e.model, truth, 0.02); /* the noise; the minimum is closer */
		assert_true(model_fact(e.model, "class_spread")->number < 0.05);
		check_checked(e.model, 24 * 5 / 2,
			      0.05); /* as above: the noise of both; 60 of 24 processes are n log2 n / 2 */
		estimation_release(&e);
		model_free(truth);
	}
}

/* Every process another: the experiments stay within 32 n log2 n, and the model says how far it may be off. */
static void many_kinds_share_classes_when_experiments_would_be_too_many(void **state)
{
	const struct class_plan plan = {.tolerance = 0};
	struct link links[1000];
	size_t n = 0;
	struct model *truth;
	struct estimation e;
	struct notes notes = {.n = 0};
	const struct progress progress = {.note = notes_take, .context = &notes};
	struct estimate_options options = truth_options(&model_lmo, "quickest", false);
	(void)state;
	for (int i = 0; i < 32; i++)
		for (int k = i; k < 32; k++)
			links[n++] = (struct link){i, k};
	truth = model_new(&model_lmo, 32, links, n);
	for (size_t l = 0; l < n; l++) {
		bool process = links[l].from == links[l].to;

		assert_int_equal(model_set(truth, l, process ? "C" : "L",
					   (process ? 5e-6 : 30e-6) * (1 + 0.02 * links[l].from), NULL),
				 OK);
		assert_int_equal(
			model_set(truth, l, process ? "t" : "inverse_beta", 2e-9 * (1 + 0.02 * links[l].to), NULL), OK);
	}
	options.classes = &plan;
	estimation_run(&e, truth, &quiet, &options, &progress);
	assert_true(e.model->n_classes < 32 && e.model->n_classes > 2);
	assert_true(e.campaign.n <= 32 * 32 * 5);
	assert_true(notes_hold(&notes, "too many experiments"));
	assert_true(model_fact(e.model, "class_spread")->number > 0.01);
	estimation_release(&e);
	model_free(truth);
}

static void given_classes_are_taken_and_kept_in_the_file(void **state)
{
	struct model *truth = of_kinds(&model_hockney, 12), *again;
	size_t given[12];
	const struct class_plan plan = {.given = given, .tolerance = 0.05};
	struct estimation e;
	struct error err = {0};
	char *text;
	(void)state;
	for (int i = 0; i < 12; i++)
		given[i] = (size_t[]){0, 1, 3, 2}[kind_of(i)];
	estimate_classes(&e, &plan, "two-point", truth, &quiet, 1);
	check_messages(e.model, truth, EXACT);
	text = model_text(e.model, &err);
	assert_non_null(text);
	again = model_parse(text, "text", &err);
	if (!again)
		fail_msg("%s", err.text);
	assert_memory_equal(again->classes, given, sizeof(given));
	check_messages(again, truth, EXACT);
	free(text);
	model_free(again);
	estimation_release(&e);
	model_free(truth);
}

static void classes_that_cannot_be_are_refused(void **state)
{
	static const struct {
		const char *classes, *says;
	} cases[] = {
		{"[0]", "1 classes for 2 processes"},      {"[0, 2]", "more classes than processes"},
		{"[1, 1]", "class 0 of 2 has no process"}, {"[0, -1]", "the number of a class"},
		{"[0, 0.5]", "the number of a class"},     {"7", "an array of numbers"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[300];
		struct error err = {0};

		snprintf(text, sizeof(text),
			 "{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"hockney\", \"processes\": 2, "
			 "\"classes\": %s, \"parameters\": {\"0>1\": {\"alpha\": 1, \"beta\": 1}}}",
			 cases[i].classes);
		assert_null(model_parse(text, "file", &err));
		if (!strstr(err.text, cases[i].says))
			fail_msg("\"%s\" does not say \"%s\"", err.text, cases[i].says);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_message_between_processes_of_few_kinds_comes_back),
		cmocka_unit_test(few_processes_that_are_all_unlike_are_all_measured),
		cmocka_unit_test(lmo_by_classes_knows_messages_beyond_the_switch_also_where_all_processes_are_alike),
		cmocka_unit_test(a_fit_finds_the_classes_again_where_members_exchanged_longer_messages),
		cmocka_unit_test(a_deadlines_time_is_shared_by_all_phases),
		cmocka_unit_test(experiments_grow_as_n_log_n),
		cmocka_unit_test(noise_does_not_split_classes),
		cmocka_unit_test(many_kinds_share_classes_when_experiments_would_be_too_many),
		cmocka_unit_test(given_classes_are_taken_and_kept_in_the_file),
		cmocka_unit_test(classes_that_cannot_be_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
