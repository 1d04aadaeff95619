#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>

#include "base/random.h"
#include "model/file/file.h"
#include "rules/tuned_check.h"
#include "tune/tune.h"

enum { SEED = 4711, PROBES = 60 };

static enum status build(const void *self, int process, struct rank_program *program, struct error *err)
{
	return decision_build(self, process, program, err);
}

/* What the library takes with a rule, or without one. */
static double seconds_of(const struct tune_options *options, const struct decision_case *what)
{
	const struct schedule schedule = {.processes = what->processes, .build = build, .self = what};
	struct simulation simulation = {0};
	struct error err = {.status = OK};
	double seconds;

	assert_int_equal(predict_schedule(&options->predict, &schedule, &simulation, &err), OK);
	seconds = simulation.seconds;
	simulation_release(&simulation);
	return seconds;
}

static void take_rule(struct decision_case *what, const struct tuned_file *file, int id)
{
	const struct tuned_operation *operation = tuned_operation(file, id);
	bool total = tuned_class(id)->measure == TUNED_TOTAL || tuned_class(id)->measure == TUNED_SUM;
	uint64_t bytes = what->count * (total ? (uint64_t)what->processes : 1);
	const struct tuned_communicator *communicator =
		operation ? tuned_communicator(operation, what->processes) : NULL;
	const struct tuned_rule *rule = communicator ? tuned_rule(communicator, bytes) : NULL;

	if (!rule)
		return;
	what->algorithm = rule->algorithm;
	what->fanout = rule->fanout;
	what->segment = rule->segment;
}

static void read_lists(struct tune_options *options, struct model *model)
{
	struct error err = {.status = OK};

	*options = (struct tune_options){.predict = predict_options_default(model), .loss = 0.02};
	assert_int_equal(size_list_parse("3,8,13", &options->processes, &err), OK);
	assert_int_equal(size_list_parse("1:1M", &options->sizes, &err), OK);
	assert_int_equal(size_list_parse("1K,16K", &options->segments, &err), OK);
	for (int id = 0; id < TUNED_OPERATIONS; id++) {
		enum decision_operation operation;

		options->operations[id] = tuned_class(id)->measure != TUNED_MEAN && tune_operation(id, &operation);
	}
}

/* At sizes between those that were simulated, drawn at random. */
static void expect_no_slower(const struct tune_options *options, const struct tuned_file *file, struct random *random)
{
	size_t quicker = 0;

	for (int i = 0; i < PROBES; i++) {
		struct decision_case what = {.library = LIBRARY_OPENMPI_4_1,
					     .processes = (int)options->processes.bytes[random_below(random, 3)],
					     .count = 1 + random_below(random, (size_t)1 << random_below(random, 21)),
					     .size = 1,
					     .commutes = true,
					     .predefined = true};
		int id = file->list[random_below(random, file->n)].id;
		double own, tuned;

		assert_true(tune_operation(id, &what.operation));
		own = seconds_of(options, &what);
		take_rule(&what, file, id);
		tuned = seconds_of(options, &what);
		if (tuned > 1.02 * own)
			print_error("%s, %d processes, %llu B: %g s by algorithm %d, %g without\n",
				    tuned_class(id)->name, what.processes, (unsigned long long)what.count, tuned,
				    what.algorithm, own);
		assert_true(tuned <= 1.02 * own);
		quicker += tuned < 0.98 * own;
	}
	assert_true(quicker > 0);
}

/* Rules of a drawn platform do what they say, are not slower than the library's own choice between the sizes that were
 * simulated, and quicker at some. */
static void rules_gain_and_lose_nothing(void **state)
{
	struct random random;

	(void)state;
	random_init(&random, SEED);
	for (int trial = 0; trial < 4; trial++) {
		struct error err = {.status = OK};
		struct rule_effects effects = {.n = 0};
		struct tune_options options;
		struct tune_result result;
		char text[600];
		struct model *model;

		snprintf(text, sizeof(text),
			 "{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"loggp\", \"processes\": 2, "
			 "\"parameters\": {\"L\": %g, \"o_s\": %g, \"o_r\": %g, \"g\": %g, \"G\": "
			 "%g}}",
			 1e-6 + 40e-6 * random_uniform(&random), 1e-7 + 1e-6 * random_uniform(&random),
			 1e-7 + 1e-6 * random_uniform(&random), 1e-6 + 3e-6 * random_uniform(&random),
			 1e-10 + 9e-9 * random_uniform(&random));
		model = model_parse(text, "drawn", &err);
		if (!model)
			print_error("%s\n", err.text);
		assert_non_null(model);
		read_lists(&options, model);
		assert_int_equal(tune_model(&options, &result, &err), OK);
		assert_true(result.n > 0);
		assert_int_equal(tuned_check(&result.file, &effects, &err), OK);
		for (size_t i = 0; i < effects.n; i++)
			print_error("%s, %d processes: %s\n", effects.list[i].operation, effects.list[i].processes,
				    effects.list[i].text);
		assert_int_equal(effects.n, 0);
		expect_no_slower(&options, &result.file, &random);
		rule_effects_release(&effects);
		tune_result_release(&result);
		size_list_release(&options.processes);
		size_list_release(&options.sizes);
		size_list_release(&options.segments);
		model_free(model);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(rules_gain_and_lose_nothing)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
