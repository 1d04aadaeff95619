#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../sanitized.h"
#include "base/random.h"
#include "model/file/file.h"
#include "report/tuning.h"
#include "rules/mpich.h"
#include "rules/tuned_check.h"
#include "tune/choose.h"
#include "tune/search.h"
#include "tune/tune.h"

enum { SEED = 4711, PROBES = FEWER(60, 10) };

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

static void take_rule(const struct tune_library *library, struct decision_case *what, const struct tuned_file *file,
		      int id)
{
	const struct tuned_operation *operation = tuned_operation(file, id);
	const struct tuned_class *class = library->class(id);
	bool total = class->measure == TUNED_TOTAL || class->measure == TUNED_SUM;
	uint64_t bytes = what->count * (total ? (uint64_t)what->processes : 1);
	const struct tuned_communicator *communicator =
		operation ? tuned_communicator(operation, what->processes) : NULL;
	const struct tuned_rule *rule = communicator ? tuned_rule(communicator, bytes) : NULL;

	if (!rule)
		return;
	if (library == &tune_mpich)
		what->named = rule->algorithm > 0 ? class->algorithms[rule->algorithm].name : NULL;
	what->algorithm = rule->algorithm;
	what->fanout = rule->fanout;
	what->segment = rule->segment;
}

static void read_lists(struct tune_options *options, const struct tune_library *library, struct model *model)
{
	struct error err = {.status = OK};

	*options = (struct tune_options){.library = library, .predict = predict_options_default(model), .loss = 0.02};
	assert_int_equal(size_list_parse("3,8,13", &options->processes, &err), OK);
	assert_int_equal(size_list_parse("1:1M", &options->sizes, &err), OK);
	assert_int_equal(size_list_parse("1K,16K", &options->segments, &err), OK);
	for (int id = 0; id < TUNED_OPERATIONS; id++) {
		enum decision_operation operation;

		options->operations[id] =
			tuned_class(id)->measure != TUNED_MEAN && tune_operation(library, id, &operation);
	}
}

/* At sizes between those that were simulated, drawn at random. */
static size_t expect_no_slower(const struct tune_options *options, const struct tuned_file *file, struct random *random)
{
	size_t quicker = 0;

	for (int i = 0; i < PROBES; i++) {
		struct decision_case what = {.library = options->library->decision,
					     .processes = (int)options->processes.bytes[random_below(random, 3)],
					     .count = 1 + random_below(random, (size_t)1 << random_below(random, 21)),
					     .size = 1,
					     .commutes = true,
					     .predefined = true};
		int id = file->list[random_below(random, file->n)].id;
		double own, tuned;

		assert_true(tune_operation(options->library, id, &what.operation));
		own = seconds_of(options, &what);
		take_rule(options->library, &what, file, id);
		tuned = seconds_of(options, &what);
		if (tuned > 1.02 * own)
			print_error("%s, %d processes, %llu B: %g s by algorithm %d, %g without\n",
				    options->library->class(id)->name, what.processes, (unsigned long long)what.count,
				    tuned, what.algorithm, own);
		assert_true(tuned <= 1.02 * own);
		quicker += tuned < 0.98 * own;
	}
	return quicker;
}

/* What the library makes of the rules is what they say. */
static void expect_no_effects(const struct tuned_file *file)
{
	struct rule_effects effects = {.n = 0};
	struct error err = {.status = OK};

	assert_int_equal(tuned_check(file, &effects, &err), OK);
	for (size_t i = 0; i < effects.n; i++)
		print_error("%s, %d processes: %s\n", effects.list[i].operation, effects.list[i].processes,
			    effects.list[i].text);
	assert_int_equal(effects.n, 0);
	rule_effects_release(&effects);
}

/* At sizes drawn at random MPICH takes, of the file as it is written, what the rules say. */
static void expect_selected(const struct tune_options *options, const struct tuned_file *file, const char *text,
			    size_t length, struct random *random)
{
	struct rule_effects effects = {.n = 0};
	struct error err = {.status = OK};
	struct mpich_tree tree;

	assert_int_equal(mpich_read(text, length, &tree, &err), OK);
	assert_int_equal(mpich_check(&tree, &effects, &err), OK);
	assert_int_equal(effects.n, 0);
	rule_effects_release(&effects);
	for (int i = 0; i < PROBES; i++) {
		const struct tuned_operation *operation = &file->list[random_below(random, file->n)];
		const struct tuned_class *class = mpich_class(operation->id);
		int processes = (int)options->processes.bytes[random_below(random, 3)];
		uint64_t bytes = (uint64_t)processes * (1 + random_below(random, 1 << 20));
		bool total = class->measure == TUNED_TOTAL || class->measure == TUNED_SUM;
		const struct mpich_call call = {.operation = class->name,
						.processes = processes,
						.nodes = 1,
						.mean = total ? bytes / (uint64_t)processes : bytes,
						.total = total ? bytes : bytes * (uint64_t)processes,
						.count = bytes,
						.commutes = true,
						.built_in = true};
		const struct tuned_rule *rule = tuned_rule(tuned_communicator(operation, processes), bytes);
		const struct mpich_algorithm *found = mpich_find(&tree, &call);

		assert_non_null(found);
		if (rule && rule->algorithm > 0)
			assert_string_equal(found->name + strlen("intra_"), class->algorithms[rule->algorithm].name);
	}
	mpich_release(&tree);
}

static void expect_written(const struct tune_options *options, const struct tuned_file *file, struct random *random)
{
	struct error err = {.status = OK};
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	assert_non_null(out);
	assert_int_equal(options->library->write(out, file, "", &err), OK);
	assert_int_equal(fclose(out), 0);
	if (options->library == &tune_mpich)
		expect_selected(options, file, text, length, random);
	else
		expect_no_effects(file);
	free(text);
}

/* Rules of a drawn platform do what they say, are not slower than the library's own choice between the sizes that were
 * simulated, and quicker at some. */
static void expect_gains(const struct tune_library *library)
{
	struct random random;
	size_t quicker = 0;

	random_init(&random, SEED);
	for (int trial = 0; trial < FEWER(4, 1); trial++) {
		struct error err = {.status = OK};
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
		read_lists(&options, library, model);
		assert_int_equal(tune_model(&options, &result, &err), OK);
		if (result.n > 0) {
			expect_written(&options, &result.file, &random);
			quicker += expect_no_slower(&options, &result.file, &random);
		}
		tune_result_release(&result);
		size_list_release(&options.processes);
		size_list_release(&options.sizes);
		size_list_release(&options.segments);
		model_free(model);
	}
	assert_true(quicker > 0);
}

static void rules_of_openmpi_gain_and_lose_nothing(void **state)
{
	(void)state;
	expect_gains(&tune_openmpi);
}

static void rules_of_mpich_gain_and_lose_nothing(void **state)
{
	(void)state;
	expect_gains(&tune_mpich);
}

/* Platforms whose messages and ports are unlike, with %g for what is drawn: seconds of a start and per byte. */
static const char *const platforms[] = {
	"\"loggp\", \"processes\": 2, \"parameters\": {\"L\": %g, \"o_s\": 1e-6, \"o_r\": 2e-6, \"g\": 3e-6, \"G\": "
	"%g}",
	"\"loggpo\", \"processes\": 2, \"parameters\": {\"L\": %g, \"O_control\": 2e-6, "
	"\"O_i\": {\"bytes\": [0, 1048576], \"seconds\": [2e-6, 260e-6]}, "
	"\"O_c\": {\"bytes\": [0, 1048576], \"seconds\": [2e-6, 260e-6]}, "
	"\"G\": {\"bytes\": [0, 1048576], \"seconds\": [0, %g]}, \"S\": 65536, "
	"\"T_m\": {\"bytes\": [65537], \"value\": [2]}, \"S_cp\": {\"bytes\": [65537], \"value\": [1]}}",
	"\"lmo\", \"processes\": 13, \"parameters\": {\"any\": "
	"{\"C\": 2e-5, \"t\": 2e-9, \"L\": %g, \"inverse_beta\": %g, \"S\": 50000}}",
	"\"hockney\", \"processes\": 2, \"parameters\": {\"alpha\": %g, \"beta\": %g}, \"provenance\": {\"ports\": "
	"\"parallel\"}",
	"\"plogp\", \"processes\": 2, \"parameters\": {\"L\": %g, "
	"\"o_s\": {\"bytes\": [0, 65536], \"seconds\": [1e-6, 9e-5]}, "
	"\"o_r\": {\"bytes\": [0, 65536], \"seconds\": [2e-6, 9e-5]}, "
	"\"g\": {\"bytes\": [0, 1048576], \"seconds\": [5e-6, %g]}}"};

static struct model *drawn(size_t platform, struct random *random)
{
	struct error err = {.status = OK};
	bool at_most = platform == 1 || platform == 4; /* time for 1 MB in place of a byte */
	double start = 1e-6 + 60e-6 * random_uniform(random), byte = 1e-9 + 9e-9 * random_uniform(random);
	char parameters[700], text[800];
	struct model *model;

	snprintf(parameters, sizeof(parameters), platforms[platform], start, at_most ? 1e6 * byte : byte);
	snprintf(text, sizeof(text), "{\"format\": \"sonde-model\", \"version\": 1, \"model\": %s}", parameters);
	model = model_parse(text, "drawn", &err);
	if (!model)
		print_error("%s: %s\n", text, err.text);
	assert_non_null(model);
	return model;
}

/* No candidate that was simulated takes less than its bound. */
static void expect_bounds(const struct tune_task *task)
{
	for (size_t c = 0; c < task->candidates.n; c++)
		for (size_t s = 0; s < task->n_sizes; s++) {
			struct error err = {.status = OK};
			double seconds = task->predicted[c * task->n_sizes + s], bound;

			if (!isfinite(seconds))
				continue;
			assert_int_equal(tune_task_bound(task, c, task->sizes[s], &bound, &err), OK);
			if (bound > seconds)
				print_error("%s %zu of %d at %zu B: %g s, at least %g\n", tune_task_class(task)->name,
					    c, task->processes, task->sizes[s], seconds, bound);
			assert_true(bound <= seconds);
		}
}

/* What is the library's own decision takes as long as that. Returns how many were. */
static size_t expect_own(const struct tune_task *task)
{
	size_t n = 0;

	for (size_t s = 0; s < task->n_sizes; s++)
		for (size_t c = 1; c < task->candidates.n; c++) {
			double own = task->predicted[s], its = task->predicted[c * task->n_sizes + s];
			bool is_own;

			assert_int_equal(tune_task_is_own(task, c, task->sizes[s], &is_own, NULL), OK);
			n += is_own && isfinite(its);
			if (is_own && isfinite(its) && !(fabs(its - own) <= 1e-9 * own))
				fail_msg(
					"%s among %d at %zu B: candidate %zu takes %g s, the library's own decision %g",
					tune_task_class(task)->name, task->processes, task->sizes[s], c, its, own);
		}
	return n;
}

/* What is left out of a search is not chosen, and what is chosen is known as well. */
static void expect_same_choices(const struct tune_options *options, size_t *all, size_t *searched)
{
	struct error err = {.status = OK};
	struct tune_tasks whole, quick;
	size_t own = 0;

	assert_int_equal(tune_tasks_open(options, &whole, &err), OK);
	assert_int_equal(tune_tasks_open(options, &quick, &err), OK);
	assert_int_equal(tune_tasks_simulate(whole.list, whole.n, &err), OK);
	assert_int_equal(tune_tasks_search(quick.list, quick.n, &err), OK);
	for (size_t i = 0; i < whole.n; i++) {
		struct tune_task *a = &whole.list[i], *b = &quick.list[i];

		expect_bounds(a);
		own += expect_own(a);
		tune_choose(a);
		tune_choose(b);
		for (size_t s = 0; s < a->n_sizes; s++) {
			size_t chosen = a->choice[s] * a->n_sizes + s;

			assert_int_equal(a->choice[s], b->choice[s]);
			assert_true(a->seconds[chosen] == b->seconds[chosen] && a->seconds[s] == b->seconds[s]);
		}
		for (size_t k = 0; k < a->candidates.n * a->n_sizes; k++)
			assert_true(a->seconds[k] == b->seconds[k] || b->seconds[k] == INFINITY);
		*all += a->simulations;
		*searched += b->simulations;
	}
	assert_true(own > 0);
	tune_tasks_release(&whole);
	tune_tasks_release(&quick);
}

/* Pairs of processes share a node, within which messages are as another model says. */
static void search_placed(struct tune_options options, const struct model *within, size_t *all, size_t *searched)
{
	static const int node[] = {0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 12};
	const struct model_use use = model_use_within(within, &options.predict.use);

	options.predict.use.within = &use;
	options.predict.use.within_eager = model_eager_default(within);
	options.predict.use.node = node;
	options.node = node;
	expect_same_choices(&options, all, searched);
}

static void a_search_chooses_what_all_simulations_do(void **state)
{
	const struct tune_library *const libraries[] = {&tune_openmpi, &tune_mpich};
	size_t all = 0, searched = 0;
	struct random random;

	(void)state;
	random_init(&random, SEED);
	for (size_t i = 0; i < FEWER(2 * sizeof(platforms) / sizeof(platforms[0]), 2); i++) {
		struct error err = {.status = OK};
		struct model *model = drawn(i / 2, &random);
		struct tune_options options;

		read_lists(&options, libraries[i % 2], model);
		size_list_release(&options.sizes);
		assert_int_equal(size_list_parse("1,32,1K,5000,64K,1M", &options.sizes, &err), OK);
		expect_same_choices(&options, &all, &searched);
		if (i / 2 == 0) {
			struct model *within = drawn(0, &random);

			search_placed(options, within, &all, &searched);
			model_free(within);
		}
		size_list_release(&options.processes);
		size_list_release(&options.sizes);
		size_list_release(&options.segments);
		model_free(model);
	}
	print_message("%zu of %zu simulations\n", searched, all);
	assert_true(searched < all);
}

static double number_in(const struct table *table, const char *column)
{
	for (size_t c = 0; c < table->n_columns; c++)
		if (strcmp(table->columns[c].name, column) == 0)
			return table->cells[c].number;
	fail_msg("no column %s", column);
	return NAN;
}

/* Of timings that vary by factors the ratio of two is in the median another one than that of the medians. */
static void a_gain_is_that_of_the_times_beside_it_and_pairs_of_timings_have_their_own(void **state)
{
	struct tune_gain gain = {.id = 11, /* reduce */
				 .processes = 8,
				 .choice.algorithm = 1,
				 .unchanged = 122.208,
				 .seconds = 19.777,
				 .won = {{-0.9809, -0.9963, -0.7115}, 0.003}};
	const struct tune_result result = {.gains = &gain, .n = 1};
	struct table *table = tuning_table(&result, &tune_openmpi, true);

	(void)state;
	assert_non_null(table);
	assert_int_equal(table_status(table, NULL), OK);
	assert_float_equal(number_in(table, "gain"), 1 - 19.777 / 122.208, 1e-12);
	assert_float_equal(number_in(table, "of_pairs"), 0.9809, 1e-12);
	assert_float_equal(number_in(table, "gain_low"), 0.7115, 1e-12);
	assert_float_equal(number_in(table, "gain_high"), 0.9963, 1e-12);
	table_free(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_search_chooses_what_all_simulations_do),
		cmocka_unit_test(a_gain_is_that_of_the_times_beside_it_and_pairs_of_timings_have_their_own),
		cmocka_unit_test(rules_of_openmpi_gain_and_lose_nothing),
		cmocka_unit_test(rules_of_mpich_gain_and_lose_nothing)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
