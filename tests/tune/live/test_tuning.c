#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../../sanitized.h"
#include "base/random.h"
#include "model/file/file.h"
#include "tune/choose.h"
#include "tune/extend.h"
#include "tune/live/tuning.h"
#include "tune/search.h"

enum { SEED = 815, TRIALS = FEWER(6, 2), PROCESSES = 8, TEXT = 600 };

/* What a drawn platform is, and what is known of it: a model that is off by as much as the square root of off in each
 * parameter. */
static void draw(struct random *random, double off, char truth[TEXT], char known[TEXT])
{
	double parameter[] = {1e-6 + 40e-6 * random_uniform(random), 1e-7 + 1e-6 * random_uniform(random),
			      1e-7 + 1e-6 * random_uniform(random), 1e-6 + 3e-6 * random_uniform(random),
			      1e-10 + 9e-9 * random_uniform(random)};

	for (int known_now = 0; known_now < 2; known_now++) {
		for (int i = 0; known_now && i < 5; i++)
			parameter[i] *= pow(off, random_uniform(random) - 0.5);
		snprintf(known_now ? known : truth, TEXT,
			 "{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"loggp\", \"processes\": %d, "
			 "\"parameters\": {\"L\": %g, \"o_s\": %g, \"o_r\": %g, \"g\": %g, \"G\": %g}}",
			 PROCESSES, parameter[0], parameter[1], parameter[2], parameter[3], parameter[4]);
	}
}

static struct model *parse(const char *text)
{
	struct error err = {.status = OK};
	struct model *model = model_parse(text, "drawn", &err);

	assert_non_null(model);
	return model;
}

static void choose_lists(struct tune_options *options, const struct model *model, const char *processes)
{
	static const int ids[] = {0, 2, 7, 11};
	struct error err = {.status = OK};

	*options = (struct tune_options){
		.library = &tune_openmpi, .predict = predict_options_default(model), .loss = 0.02};
	assert_int_equal(size_list_parse(processes, &options->processes, &err), OK);
	assert_int_equal(size_list_parse("1,16,256,2K,8K,32K,128K,512K", &options->sizes, &err), OK);
	assert_int_equal(size_list_parse("4K,32K", &options->segments, &err), OK);
	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++)
		options->operations[ids[i]] = true;
}

static void release_lists(struct tune_options *options)
{
	size_list_release(&options->processes);
	size_list_release(&options->sizes);
	size_list_release(&options->segments);
}

/* Tunes on the platform that behaves as the file says; choices are in tasks. */
static void tune(const char *path, size_t seed, struct tune_tasks *tasks)
{
	const struct purpose purpose = purpose_of(PURPOSE_MEASURE_COLLECTIVE, "tune");
	struct measuring measuring;
	struct measurement m = {.run = 0};
	struct error err = {.status = OK};
	struct tuning tuning = {.m = &m, .tasks = tasks};

	measuring_init(&measuring, &(struct measuring_host){.live = NULL});
	measuring.options.synthetic = path;
	measuring.options.noise.spread = 0.02;
	measuring.options.seed = seed;
	measuring.options.pair[0] = 0;
	measuring.options.pair[1] = 1;
	assert_int_equal(measuring_open(&measuring, &err), OK);
	assert_int_equal(platform_prepare(measuring.platform, tuning_room(tasks), &err), OK);
	assert_int_equal(measurement_begin(&m, &measuring, NULL, &purpose, &err), OK);
	if (tuning_explore(&tuning, &err) != OK || tuning_confirm(&tuning, &err) != OK)
		fail_msg("%s", err.text);
	assert_int_equal(probing_end(&tuning.probing, OK, &err), OK);
	assert_true(tuning.confirmed > 0);
	tuning_release(&tuning);
	measurement_release(&m);
	measuring_release(&measuring);
}

/* How much slower choices are than the best that there is, by the platform's own model. */
struct losses {
	double sum, worst;
	size_t n, slower;                 /* slower: than the library's own decision */
	size_t ends, beyond, slower_ends; /* of ranges: all, those between two sizes, and those of them that are slower
					     by more than a rule may lose */
};

static void hold_against(const struct tune_task *task, const struct tune_task *truth, struct losses *losses)
{
	for (size_t s = 0; s < task->n_sizes; s++) {
		double best = INFINITY, own = truth->predicted[s],
		       chosen = truth->predicted[task->choice[s] * truth->n_sizes + s], loss;

		for (size_t c = 0; c < truth->candidates.n; c++)
			best = fmin(best, truth->predicted[c * truth->n_sizes + s]);
		loss = chosen / best - 1;
		losses->sum += loss;
		losses->worst = fmax(losses->worst, loss);
		losses->slower += chosen > 1.001 * own;
		losses->n++;
	}
}

/* Where a choice ends, which may be between two sizes. */
static void hold_end(const struct tune_task *task, const struct tune_task *truth, size_t size, uint64_t bytes,
		     struct losses *losses)
{
	struct error err = {.status = OK};
	double own, its;

	if (task->choice[size] == 0)
		return;
	assert_int_equal(tune_task_predict(truth, 0, bytes, INFINITY, &own, &err), OK);
	assert_int_equal(tune_task_predict(truth, task->choice[size], bytes, INFINITY, &its, &err), OK);
	losses->ends++;
	losses->beyond += bytes != task->sizes[size];
	losses->slower_ends += its > (1 + task->options->loss) * own;
}

static void hold_ends(const struct tune_task *task, const struct tune_task *truth, struct losses *losses)
{
	for (size_t s = 1; s < task->n_sizes; s++)
		if (task->choice[s] != task->choice[s - 1]) {
			assert_true(task->borders[s].last < task->borders[s].first);
			assert_int_equal(tune_choice_at(task, task->borders[s].last), task->choice[s - 1]);
			assert_int_equal(tune_choice_at(task, task->borders[s].first), task->choice[s]);
			if (task->borders[s].last + 1 < task->borders[s].first)
				assert_int_equal(tune_choice_at(task, task->borders[s].last + 1), 0);
			hold_end(task, truth, s - 1, task->borders[s].last, losses);
			hold_end(task, truth, s, task->borders[s].first, losses);
		}
}

static void hold_all(const struct tune_tasks *tasks, const struct tune_tasks *truth, struct losses *losses)
{
	for (size_t i = 0; i < tasks->n; i++)
		hold_against(&tasks->list[i], &truth->list[i], losses);
}

static void hold_all_ends(const struct tune_tasks *tasks, const struct tune_tasks *truth, struct losses *losses)
{
	for (size_t i = 0; i < tasks->n; i++)
		hold_ends(&tasks->list[i], &truth->list[i], losses);
}

/* losses: of choices by measurements, and by the model alone. */
static void try_platform(struct random *random, const char *path, size_t seed, struct losses losses[2])
{
	char truth[TEXT], known[TEXT];
	struct tune_options by_known, by_truth;
	struct tune_tasks tasks, exact;
	struct model *models[2];
	struct error err = {.status = OK};
	FILE *file = fopen(path, "w");

	draw(random, 3, truth, known);
	assert_non_null(file);
	fputs(truth, file);
	assert_int_equal(fclose(file), 0);
	models[0] = parse(known);
	models[1] = parse(truth);
	choose_lists(&by_known, models[0], "8");
	choose_lists(&by_truth, models[1], "8");
	assert_int_equal(tune_tasks_open(&by_known, &tasks, &err), OK);
	assert_int_equal(tune_tasks_open(&by_truth, &exact, &err), OK);
	assert_int_equal(tune_tasks_simulate(tasks.list, tasks.n, &err), OK);
	assert_int_equal(tune_tasks_simulate(exact.list, exact.n, &err), OK);
	for (size_t i = 0; i < tasks.n; i++)
		tune_choose(&tasks.list[i]);
	assert_int_equal(tune_tasks_find_borders(tasks.list, tasks.n, &err), OK);
	hold_all(&tasks, &exact, &losses[1]);
	hold_all_ends(&tasks, &exact, &losses[1]);
	tune(path, seed, &tasks);
	hold_all(&tasks, &exact, &losses[0]);
	hold_all_ends(&tasks, &exact, &losses[0]);
	tune_tasks_release(&tasks);
	tune_tasks_release(&exact);
	release_lists(&by_known);
	release_lists(&by_truth);
	model_free(models[0]);
	model_free(models[1]);
}

/* On noisy platforms, by models that are far off: choices lose 2 % in the mean and 5 % at most against all that rules
 * can choose, and nothing against the library's own decision. */
static void choices_are_the_best_though_the_model_is_off(void **state)
{
	char path[] = "/tmp/sonde-tune-XXXXXX";
	struct losses losses[2] = {{.n = 0}, {.n = 0}};
	struct random random;
	int file = mkstemp(path);

	(void)state;
	assert_true(file >= 0);
	close(file);
	random_init(&random, SEED);
	for (size_t i = 0; i < TRIALS; i++)
		try_platform(&random, path, i + 1, losses);
	unlink(path);
	for (int i = 0; i < 2; i++)
		print_message(
			"%s: %zu choices lose %.2f %% in the mean, %.2f %% at most, %zu are slower; of %zu ends of "
			"ranges %zu lie between two sizes, %zu are slower\n",
			i ? "by the model alone" : "measured", losses[i].n, 100 * losses[i].sum / (double)losses[i].n,
			100 * losses[i].worst, losses[i].slower, losses[i].ends, losses[i].beyond,
			losses[i].slower_ends);
	assert_true(losses[0].sum / (double)losses[0].n <= 0.02);
	assert_true(losses[0].worst <= 0.05);
	assert_int_equal(losses[0].slower, 0);
	assert_int_equal(losses[0].slower_ends, 0);
	assert_true(losses[0].beyond > 0);
	assert_true(losses[1].worst > 0.05);
}

/* How far predictions are off, as they are and corrected, and what choices are worth. */
struct extension {
	double worst[2], sum[2];
	size_t n, within[2], rules; /* within: 10 % */
	struct losses losses, own;  /* own: of the library's own decisions */
};

static void add_errors(const struct tune_task *task, const struct tune_task *truth, struct extension *all)
{
	for (size_t i = 0; i < task->candidates.n * task->n_sizes; i++) {
		if (!isfinite(task->predicted[i]))
			continue;
		all->n++;
		for (int corrected = 0; corrected < 2; corrected++) {
			double seconds = task->predicted[i] * (corrected ? task->factor[i] : 1),
			       off = fabs(seconds / truth->predicted[i] - 1);

			all->worst[corrected] = fmax(all->worst[corrected], off);
			all->sum[corrected] += off;
			all->within[corrected] += off <= 0.1;
		}
	}
	for (size_t s = 0; s < task->n_sizes; s++)
		all->rules += task->choice[s] > 0;
}

static void hold_own(const struct tune_task *truth, struct losses *losses)
{
	for (size_t s = 0; s < truth->n_sizes; s++) {
		double best = INFINITY;

		for (size_t c = 0; c < truth->candidates.n; c++)
			best = fmin(best, truth->predicted[c * truth->n_sizes + s]);
		losses->sum += truth->predicted[s] / best - 1;
		losses->n++;
	}
}

/* A model's tasks of 8 processes, and those of 4, 6 and 16. */
struct tasks_by {
	struct model *model;
	struct tune_options options[2];
	struct tune_tasks tasks[2];
};

static void tasks_open(struct tasks_by *by, const char *text)
{
	struct error err = {.status = OK};

	by->model = parse(text);
	for (int others = 0; others < 2; others++) {
		choose_lists(&by->options[others], by->model, others ? "4,6,16" : "8");
		assert_int_equal(tune_tasks_open(&by->options[others], &by->tasks[others], &err), OK);
		assert_int_equal(tune_tasks_simulate(by->tasks[others].list, by->tasks[others].n, &err), OK);
	}
}

static void tasks_close(struct tasks_by *by)
{
	for (int others = 0; others < 2; others++) {
		tune_tasks_release(&by->tasks[others]);
		release_lists(&by->options[others]);
	}
	model_free(by->model);
}

/* Measures among 8 processes, and chooses for the others. */
static void extend(struct random *random, double off, const char *path, struct extension *all)
{
	char truth[TEXT], known[TEXT];
	struct tasks_by by_known, by_truth;
	struct error err = {.status = OK};
	FILE *file = fopen(path, "w");

	draw(random, off, truth, known);
	assert_non_null(file);
	fputs(truth, file);
	assert_int_equal(fclose(file), 0);
	tasks_open(&by_known, known);
	tasks_open(&by_truth, truth);
	tune(path, 1, &by_known.tasks[0]);
	for (size_t i = 0; i < by_known.tasks[1].n; i++) {
		struct tune_task *task = &by_known.tasks[1].list[i];
		const struct tune_task *measured = by_known.tasks[0].list;

		while (measured->id != task->id)
			measured++;
		assert_int_equal(tune_extend(task, measured, &err), OK);
		add_errors(task, &by_truth.tasks[1].list[i], all);
		hold_own(&by_truth.tasks[1].list[i], &all->own);
	}
	hold_all(&by_known.tasks[1], &by_truth.tasks[1], &all->losses);
	tasks_close(&by_known);
	tasks_close(&by_truth);
}

/* Predictions are better by what was measured among 8 processes, in the mean and by how many are within 10 %: by a
 * model that is off by up to 5 % all are, as they were before. Choices lose little of what the library by itself loses,
 * and none is slower. */
static void what_was_measured_tells_of_other_numbers_of_processes(void **state)
{
	static const double off[] = {1.1, 3};
	char path[] = "/tmp/sonde-tune-XXXXXX";
	struct random random;
	int file = mkstemp(path);

	(void)state;
	assert_true(file >= 0);
	close(file);
	random_init(&random, SEED + 1);
	for (int i = 0; i < 2; i++) {
		struct extension all = {.n = 0};
		double n, own, lost;

		for (size_t k = 0; k < 2; k++)
			extend(&random, off[i], path, &all);
		n = (double)all.n;
		own = all.own.sum / (double)all.own.n;
		lost = all.losses.sum / (double)all.losses.n;
		for (int corrected = 0; corrected < 2; corrected++)
			print_message(
				"off by %g, %s: %zu predictions by %.1f %% in the mean, %.1f %% at most, %.1f %% of "
				"them within 10 %%\n",
				off[i], corrected ? "corrected" : "as they are", all.n, 100 * all.sum[corrected] / n,
				100 * all.worst[corrected], 100 * (double)all.within[corrected] / n);
		print_message("%zu sizes of %zu have rules: loss %.2f %%, %.1f %% at most, %zu are slower; the library "
			      "by itself %.1f %%\n",
			      all.rules, all.losses.n, 100 * lost, 100 * all.losses.worst, all.losses.slower,
			      100 * own);
		assert_true(all.sum[1] < 0.7 * all.sum[0]);
		assert_true(all.within[1] >= all.within[0]);
		assert_true(i > 0 || all.within[1] == all.n);
		assert_true(all.rules > all.losses.n / 4);
		assert_true(lost < own / 3);
		assert_int_equal(all.losses.slower, 0);
	}
	unlink(path);
}

/* The first platform's largest broadcast takes some 4 ms, the second's 1000 times as long. */
static void slow_platforms_need_more_time(void **state)
{
	double needed[2];

	(void)state;
	for (int slow = 0; slow < 2; slow++) {
		char text[TEXT];
		struct tune_options options;
		struct tune_tasks tasks;
		struct model *model;
		struct error err = {.status = OK};

		snprintf(text, sizeof(text),
			 "{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"hockney\", \"processes\": %d, "
			 "\"parameters\": {\"alpha\": %g, \"beta\": %g}}",
			 PROCESSES, slow ? 1e-2 : 1e-5, slow ? 1e-6 : 1e-9);
		model = parse(text);
		choose_lists(&options, model, "8");
		assert_int_equal(tune_tasks_open(&options, &tasks, &err), OK);
		assert_int_equal(tune_tasks_simulate(tasks.list, tasks.n, &err), OK);
		assert_int_equal(tuning_needed(&tasks, &needed[slow], &err), OK);
		tune_tasks_release(&tasks);
		release_lists(&options);
		model_free(model);
	}
	assert_true(needed[0] < 60);
	assert_true(needed[1] > 100 * needed[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(choices_are_the_best_though_the_model_is_off),
					   cmocka_unit_test(what_was_measured_tells_of_other_numbers_of_processes),
					   cmocka_unit_test(slow_platforms_need_more_time)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
