#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "estimate/classes.h"
#include "model/file.h"
#include "truth.h"

/* What the project promises without noise; rounding alone would leave about 1e-12. */
#define EXACT 1e-9

enum { KINDS = 4 };

static const struct noise quiet = {0}, noisy = {.spread = 0.02};

/* Process i is of kind 5 i % 7 % KINDS, so that classes do not lie in a row. */
static int kind_of(int process)
{
	return process * 5 % 7 % KINDS;
}

static double value_of(const struct param_spec *spec, struct link link)
{
	int a = kind_of(link.from), b = kind_of(link.to);

	if (spec->scope == SCOPE_PROCESS)
		return strcmp(spec->name, "C") == 0 ? (5 + 2 * a) * 1e-6 : (3 + a) * 1e-9;
	if (spec->of_process)
		return spec->of_receiver ? 1.1e-6 * (1 + 0.3 * b) : 0.7e-6 * (1 + 0.4 * a);
	if (strcmp(spec->unit, "s/B") == 0)
		return 2e-9 * (1 + 0.5 * (a + b) + 0.1 * a * b);
	return 20e-6 * (1 + 0.3 * (a + b) + 0.05 * a * b);
}

/* All processes and pairs of their own. */
static struct model *of_kinds(const struct model_class *class, size_t processes)
{
	struct link *links = calloc(processes * processes + 1, sizeof(*links));
	size_t n = 0;
	struct model *model;

	for (int i = 0; i < (int)processes; i++)
		for (int k = 0; k < (int)processes; k++)
			if (class->symmetric ? i <= k : i != k)
				links[n++] = (struct link){i, k};
	model = model_new(class, processes, links, n);
	assert_non_null(model);
	for (size_t l = 0; l < n; l++)
		for (size_t p = 0; p < class->n_params; p++)
			if (!class->params[p].optional && (class->params[p].scope == SCOPE_PROCESS) == (links[l].from == links[l].to))
				assert_int_equal(model_set(model, l, class->params[p].name, value_of(&class->params[p], links[l]), NULL), OK);
	free(links);
	return model;
}

static void estimate_classes(struct estimation *e, const struct class_plan *plan, const char *method, const struct model *truth, const struct noise *noise, uint64_t seed)
{
	struct estimate_options options = truth_options(truth->class, method, false);

	options.classes = plan;
	options.parallel = true;
	options.both_directions = !truth->class->symmetric && !estimate_is_symmetric(options.method);
	options.probe.seed = seed;
	options.draws = 20;
	estimation_run(e, truth, noise, &options, NULL);
}

static void check_classes(const struct model *model)
{
	assert_non_null(model->classes);
	assert_int_equal(model->n_classes, KINDS);
	for (int i = 0; i < (int)model->processes; i++)
		for (int k = 0; k < i; k++)
			assert_int_equal(model->classes[i] == model->classes[k], kind_of(i) == kind_of(k));
}

static void check_messages(const struct model *model, const struct model *truth, double tolerance)
{
	for (int i = 0; i < (int)model->processes; i++)
		for (int k = 0; k < (int)model->processes; k++)
			for (size_t bytes = 0; i != k && bytes <= 16384; bytes += 16384) {
				double found = model_p2p(model, (struct link){i, k}, bytes), expected = model_p2p(truth, (struct link){i, k}, bytes);

				if (!(fabs(found - expected) <= tolerance * expected))
					fail_msg("%s, %zu bytes from %d to %d: %.17g is not %.17g", model->class->name, bytes, i, k, found, expected);
			}
}

static const struct {
	const struct model_class *class;
	const char *method;
} estimators[] = {{&model_hockney, "two-point"}, {&model_loggp, "saturation"}, {&model_lmo, "quickest"}, {&model_lmo, "mean"}};

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
		assert_true(model_check(e.model, NULL) == OK);
		estimation_release(&e);
		model_free(truth);
	}
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
		/* Two sizes with each landmark; all pairs and triplets of 8 members. */
		assert_true(e.campaign.n <= 2 * processes * logarithm + 2 * 28 + 6 * 56);
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
	struct remarks remarks = {.n = 0};
	const struct progress progress = {.note = remarks_take, .context = &remarks};
	struct estimate_options options = truth_options(&model_lmo, "quickest", false);
	(void)state;
	for (int i = 0; i < 32; i++)
		for (int k = i; k < 32; k++)
			links[n++] = (struct link){i, k};
	truth = model_new(&model_lmo, 32, links, n);
	for (size_t l = 0; l < n; l++) {
		bool process = links[l].from == links[l].to;

		assert_int_equal(model_set(truth, l, process ? "C" : "L", (process ? 5e-6 : 30e-6) * (1 + 0.02 * links[l].from), NULL), OK);
		assert_int_equal(model_set(truth, l, process ? "t" : "inverse_beta", 2e-9 * (1 + 0.02 * links[l].to), NULL), OK);
	}
	options.classes = &plan;
	estimation_run(&e, truth, &quiet, &options, &progress);
	assert_true(e.model->n_classes < 32 && e.model->n_classes > 2);
	assert_true(e.campaign.n <= 32 * 32 * 5);
	assert_true(remarks_hold(&remarks, "too many experiments"));
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
		{"[0]", "1 classes for 2 processes"}, {"[0, 2]", "more classes than processes"}, {"[1, 1]", "class 0 of 2 has no process"}, {"[0, -1]", "the number of a class"}, {"[0, 0.5]", "the number of a class"},
		{"7", "an array of numbers"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[300];
		struct error err = {0};

		snprintf(text, sizeof(text), "{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"hockney\", \"processes\": 2, \"classes\": %s, \"parameters\": {\"0>1\": {\"alpha\": 1, \"beta\": 1}}}", cases[i].classes);
		assert_null(model_parse(text, "file", &err));
		if (!strstr(err.text, cases[i].says))
			fail_msg("\"%s\" does not say \"%s\"", err.text, cases[i].says);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_message_between_processes_of_few_kinds_comes_back),
		cmocka_unit_test(experiments_grow_as_n_log_n),
		cmocka_unit_test(noise_does_not_split_classes),
		cmocka_unit_test(many_kinds_share_classes_when_experiments_would_be_too_many),
		cmocka_unit_test(given_classes_are_taken_and_kept_in_the_file),
		cmocka_unit_test(classes_that_cannot_be_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
