#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "tune/choose.h"
#include "tune/loss.h"
#include "tune/tune.h"

/* A task whose measured times the tests set: of an operation, among 8 processes, at two sizes. */
struct given {
	struct tune_options options;
	struct tune_task task;
};

static void open_task(struct given *given, int id)
{
	static size_t sizes[] = {8, 1024};
	struct error err = {.status = OK};

	given->options = (struct tune_options){.library = &tune_openmpi, .sizes = {.bytes = sizes, .n = 2}};
	assert_int_equal(tune_task_open(&given->options, &(struct tune_place){.id = id, .processes = 8, .whole = 8},
					&given->task, &err),
			 OK);
	assert_true(given->task.candidates.n > 3);
}

static void set(struct tune_task *task, size_t candidate, size_t size, double seconds, double doubt)
{
	task->measured[candidate * task->n_sizes + size] =
		(struct estimate){.value = seconds, .low = seconds - doubt, .high = seconds + doubt};
}

static int id_of(const char *operation)
{
	int id = 0;

	while (strcmp(tuned_class(id)->name, operation) != 0)
		id++;
	return id;
}

static void test_choices_are_held_against_the_quickest(void **state)
{
	struct given given;
	struct tune_task *task = &given.task;
	struct tune_losses all;
	struct tune_loss loss;

	(void)state;
	open_task(&given, id_of("bcast"));
	set(task, 0, 0, 10, 0.1);
	set(task, 1, 0, 8, 0.1);
	set(task, 2, 0, 4, 0.1);
	task->choice[0] = 1;
	assert_true(tune_loss_at(task, 0, &loss));
	assert_int_equal(loss.best, 2);
	assert_float_equal(loss.part, 1, 1e-12);
	assert_float_equal(loss.to_file, 1, 1e-12);
	assert_float_equal(loss.own, 10, 0);
	assert_float_equal(loss.chosen, 8, 0);
	assert_float_equal(loss.quickest, 4, 0);
	assert_true(loss.apart);

	/* Nothing is told where the library's own decision or the choice was not measured. */
	assert_false(tune_loss_at(task, 1, &loss));
	set(task, 2, 1, 5, 3);
	assert_false(tune_loss_at(task, 1, &loss));
	set(task, 0, 1, 6, 3);
	assert_true(tune_loss_at(task, 1, &loss));
	assert_float_equal(loss.part, 0.2, 1e-12);
	assert_false(loss.apart);

	all = tune_losses_of(task, 1, id_of("bcast"));
	assert_int_equal(all.n, 2);
	assert_float_equal(all.mean, 0.6, 1e-12);
	assert_float_equal(all.worst, 1, 1e-12);
	assert_int_equal(all.apart, 1);
	assert_int_equal(tune_losses_of(task, 1, id_of("scatter")).n, 0);
	tune_task_release(task);
}

/* With one rule for all sizes the best of each size cannot be had; what is slower at a size is no rule. */
static void test_one_rule_for_all_sizes_is_held_against_the_best_of_these(void **state)
{
	struct given given;
	struct tune_task *task = &given.task;
	struct tune_loss loss;

	(void)state;
	open_task(&given, id_of("scatter"));
	set(task, 0, 0, 10, 0.1);
	set(task, 0, 1, 100, 1);
	set(task, 1, 0, 2, 0.1);
	set(task, 1, 1, 130, 1);
	set(task, 2, 0, 8, 0.1);
	set(task, 2, 1, 90, 1);
	assert_int_equal(tune_best_for_all(task), 2);
	assert_true(tune_loss_at(task, 0, &loss));
	assert_float_equal(loss.part, 4, 1e-12);
	assert_float_equal(loss.to_file, 0.25, 1e-12);
	assert_true(loss.apart);
	set(task, 2, 0, 8, 2); /* not beyond the interval of the best of these, though of the quickest */
	assert_true(tune_loss_at(task, 0, &loss));
	assert_false(loss.apart);
	set(task, 2, 1, 101, 2); /* slower, within the intervals */
	assert_int_equal(tune_best_for_all(task), 2);
	set(task, 2, 1, 110, 2);
	assert_int_equal(tune_best_for_all(task), 0);
	assert_true(tune_loss_at(task, 0, &loss));
	assert_float_equal(loss.to_file, 0, 0);
	tune_task_release(task);
}

static void predict(struct tune_task *task, size_t candidate, size_t size, double seconds, double factor, double doubt)
{
	size_t cell = candidate * task->n_sizes + size;

	task->predicted[cell] = seconds;
	task->factor[cell] = factor;
	task->doubt[cell] = doubt;
}

static void test_corrected_predictions_are_held_against_what_is_measured_later(void **state)
{
	struct given given;
	struct tune_task *task = &given.task;
	struct tune_misses misses;
	struct error err = {.status = OK};

	(void)state;
	open_task(&given, id_of("bcast"));
	predict(task, 1, 0, 4, 2, 0.1);
	predict(task, 1, 1, 10, 1.08, 0.1);
	predict(task, 2, 0, 3, 4, 0); /* was measured before */
	predict(task, 2, 1, INFINITY, 1, 0.1);
	predict(task, 3, 0, 12, 1, 0.2);
	predict(task, 3, 1, 5, 1, 0.2); /* is not measured later */
	set(task, 1, 0, 10, 0);
	set(task, 1, 1, 10, 0);
	set(task, 2, 0, 1, 0);
	set(task, 2, 1, 1, 0);
	set(task, 3, 0, 8, 0);
	assert_int_equal(tune_misses_of(task, 1, id_of("bcast"), &misses, &err), OK);
	assert_int_equal(misses.n, 3);
	assert_float_equal(misses.median, 0.2, 1e-12);
	assert_float_equal(misses.worst, 0.5, 1e-12);
	assert_float_equal(misses.within, 1.0 / 3, 1e-12);
	assert_int_equal(tune_misses_of(task, 1, id_of("reduce"), &misses, &err), OK);
	assert_int_equal(misses.n, 0);
	tune_task_release(task);
}

static void set_seconds(struct tune_task *task, size_t candidate, double first, double second, double doubt)
{
	for (size_t s = 0; s < 2; s++) {
		task->seconds[candidate * task->n_sizes + s] = s ? second : first;
		task->doubt[candidate * task->n_sizes + s] = doubt;
	}
}

/* Which candidate of scatter is chosen for both sizes. */
static size_t choice_of(struct tune_task *task)
{
	tune_choose(task);
	assert_int_equal(task->choice[0], task->choice[1]);
	return task->choice[0];
}

static void test_one_rule_for_all_sizes_may_be_as_quick_as_the_library_itself(void **state)
{
	struct given given;
	struct tune_task *task = &given.task;

	(void)state;
	open_task(&given, id_of("scatter"));
	set_seconds(task, 0, 10, 100, 0);
	set_seconds(task, 1, 2, 100 * (1 + 1e-8), 0); /* the same messages, by a prediction */
	assert_int_equal(choice_of(task), 1);
	set_seconds(task, 1, 2, 103, 0);
	assert_int_equal(choice_of(task), 0);
	set_seconds(task, 1, 2, 103, 0.05); /* a prediction that may be off by so much is to be measured, */
	assert_int_equal(choice_of(task), 1);
	set(task, 0, 1, 100, 2);
	set(task, 1, 1, 103, 2); /* and a measurement counts with its interval */
	assert_int_equal(choice_of(task), 1);
	set(task, 1, 1, 103, 0.5);
	assert_int_equal(choice_of(task), 0);
	set(task, 1, 1, 101, 2);
	set_seconds(task, 1, 2, INFINITY, 0.05); /* what is not to be chosen there */
	assert_int_equal(choice_of(task), 0);
	tune_task_release(task);
}

enum { NOISY = 4, NOISY_SIZES = 21 };

/* What candidates take, relative to the library's own decision: two that cross, one that is a bit slower than the
 * first, and noise upon that. */
static double relative(size_t candidate, size_t size)
{
	double at = (double)size / (NOISY_SIZES - 1);

	return candidate == 0 ? 1 : candidate == 1 ? 0.5 + 0.4 * at : candidate == 2 ? 0.9 - 0.4 * at : 0.52 + 0.4 * at;
}

/* Of choices: their ranges, and what they really lose against the best, summed up over sizes. */
static void count_choices(const struct tune_task *task, const size_t *choice, size_t *ranges, double *lost)
{
	for (size_t s = 0; s < task->n_sizes; s++) {
		double best = INFINITY;

		for (size_t c = 0; c < NOISY; c++)
			best = fmin(best, relative(c, s));
		*ranges += s == 0 || choice[s] != choice[s - 1];
		*lost += relative(choice[s], s) / best - 1;
	}
}

static void measure_noisily(struct tune_task *task, struct random *random, double noise, size_t *least)
{
	for (size_t s = 0; s < task->n_sizes; s++) {
		least[s] = 0;
		for (size_t c = 0; c < NOISY; c++) {
			double seconds = relative(c, s) * (1 + noise * random_normal(random));

			set(task, c, s, seconds, 2 * noise * seconds);
			task->seconds[c * task->n_sizes + s] = seconds;
			if (seconds < task->seconds[least[s] * task->n_sizes + s])
				least[s] = c;
		}
	}
}

/* The least number of each size would be another one's at every second size. */
static void test_noise_makes_no_ranges(void **state)
{
	enum { DRAWS = 200 };
	static size_t sizes[NOISY_SIZES];
	struct error err = {.status = OK};
	struct tune_options options = {
		.library = &tune_openmpi, .sizes = {.bytes = sizes, .n = NOISY_SIZES}, .loss = 0.02};
	struct random random;
	struct tune_task task;

	(void)state;
	for (size_t s = 0; s < NOISY_SIZES; s++)
		sizes[s] = (size_t)1 << s;
	random_init(&random, 20261127);
	for (double noise = 0; noise < 0.11; noise += 0.02) {
		size_t ranges[2] = {0, 0}, least[NOISY_SIZES];
		double lost[2] = {0, 0};

		assert_int_equal(tune_task_open(&options,
						&(struct tune_place){.id = id_of("bcast"), .processes = 8, .whole = 8},
						&task, &err),
				 OK);
		for (int i = 0; i < DRAWS; i++) {
			measure_noisily(&task, &random, noise, least);
			tune_choose(&task);
			count_choices(&task, task.choice, &ranges[0], &lost[0]);
			count_choices(&task, least, &ranges[1], &lost[1]);
		}
		for (int i = 0; i < 2; i++)
			print_message("noise %.2f, %s: %.2f ranges, %.2f %% lost\n", noise,
				      i ? "the least of each size" : "chosen", (double)ranges[i] / DRAWS,
				      100 * lost[i] / (DRAWS * NOISY_SIZES));
		assert_true(lost[0] / (DRAWS * NOISY_SIZES) <
			    (noise > 0 ? fmin(0.02, lost[1] / (DRAWS * NOISY_SIZES)) : 0.02));
		assert_true(ranges[0] <= 4 * DRAWS); /* two are right */
		tune_task_release(&task);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_noise_makes_no_ranges),
		cmocka_unit_test(test_choices_are_held_against_the_quickest),
		cmocka_unit_test(test_one_rule_for_all_sizes_is_held_against_the_best_of_these),
		cmocka_unit_test(test_corrected_predictions_are_held_against_what_is_measured_later),
		cmocka_unit_test(test_one_rule_for_all_sizes_may_be_as_quick_as_the_library_itself),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
