#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "model/average.h"
#include "truth.h"

/* What the project promises without noise; rounding alone would leave about 1e-12. */
#define EXACT 1e-9

enum { SEEDS = 100, LEAST = 90 };

static const struct noise quiet = {0}, noisy = {.spread = 0.05, .outliers = 0.02, .outlier_factor = 5};

/* Overheads of a process, the rest of a link; round trips tell halves only, so that what they are made of is the same
 * both ways. */
static double value_of(const struct param_spec *spec, struct link link)
{
	int a = link.from < link.to ? link.from : link.to, b = link.from + link.to - a;
	double pair = 1 + 0.37 * a + 0.23 * b;

	if (spec->of_process)
		return (spec->of_receiver ? 1.1e-6 * (1 + 0.3 * link.to) : 0.7e-6 * (1 + 0.4 * link.from));
	if (strcmp(spec->name, "L") == 0 || strcmp(spec->name, "alpha") == 0)
		return 12e-6 * pair;
	if (strcmp(spec->name, "beta") == 0)
		return 1e-9 * pair;
	return (strcmp(spec->name, "G") == 0 ? 2e-9 : 9e-6) * (pair + 0.11 * link.from);
}

/* What a platform need not know of itself to have it: the time of delivery, and what nonblocking messages cost. */
static bool is_left_out(const char *name)
{
	return strcmp(name, "T") == 0 || strcmp(name, "r") == 0 || strcmp(name, "T_i") == 0 || strcmp(name, "o_i") == 0;
}

/* PLogP's parameters per size as lines through their value at 0. */
static void set_value(struct model *model, size_t l, const struct param_spec *spec)
{
	const double bytes[] = {0, 1 << 18};
	double value = value_of(spec, model->links[l]);
	double values[] = {value, value + (strcmp(spec->name, "g") == 0 ? 3e-9 : 0.2e-9) * bytes[1]};
	struct error err = {0};

	if (is_left_out(spec->name))
		return;
	if (spec->shape == PARAM_PER_SIZE)
		assert_int_equal(model_set_curve(model, l, spec->name, bytes, values, 2, &err), OK);
	else
		assert_int_equal(model_set(model, l, spec->name, value, &err), OK);
}

/* A model whose every direction is another one. */
static struct model *unlike(const struct model_class *class, size_t processes)
{
	struct link links[64];
	size_t n = 0;
	struct model *model;

	for (int i = 0; i < (int)processes; i++)
		for (int k = 0; k < (int)processes; k++)
			if (i != k)
				links[n++] = (struct link){i, k};
	model = model_new(class, processes, links, n);
	assert_non_null(model);
	for (size_t l = 0; l < n; l++)
		for (size_t p = 0; p < class->n_params; p++)
			set_value(model, l, &class->params[p]);
	return model;
}

static void estimate_all(struct estimation *e, const struct truth_estimator *estimator, const struct model *truth,
			 const struct noise *noise, bool parallel, uint64_t seed, size_t draws)
{
	struct estimate_options options = truth_options(estimator->class, estimator->method, false);
	struct pair_rounds rounds;

	assert_int_equal(pair_rounds_all(&rounds, truth->processes, parallel, NULL), OK);
	options.rounds = &rounds;
	options.both_directions = !estimate_is_symmetric(options.method);
	options.probe.seed = seed;
	options.draws = draws;
	estimation_run(e, truth, noise, &options, NULL);
	pair_rounds_release(&rounds);
}

static void check_value(double value, double expected, const char *name, struct link link)
{
	if (!(fabs(value - expected) <= EXACT * fabs(expected)))
		fail_msg("%s of %d>%d: %.17g is not %.17g", name, link.from, link.to, value, expected);
}

static void check_links(const struct model *model, const struct model *truth)
{
	for (size_t l = 0; l < model->n_links; l++)
		for (size_t p = 0; p < model->class->n_params; p++) {
			const struct parameter *parameter = &model->parameters[l * model->class->n_params + p];
			const char *name = model->class->params[p].name;

			for (size_t k = 0; !is_left_out(name) && k < parameter->curve.n; k++)
				check_value(parameter->curve.y[k],
					    model_value(truth, model_link(truth, model->links[l]), name,
							(size_t)parameter->curve.x[k]),
					    name, model->links[l]);
		}
}

static void every_pair_of_unlike_processes_comes_back_in_turn_and_in_parallel_rounds(void **state)
{
	(void)state;
	for (size_t i = 0; i < 2 * TRUTH_ESTIMATORS; i++) {
		const struct truth_estimator *estimator = &truth_estimators[i / 2];
		size_t processes = strcmp(estimator->class->name, "plogp") == 0
					   ? 3
					   : 4 + i % 2; /* an odd number leaves one out of each round */
		struct model *truth = unlike(estimator->class, processes);
		struct estimation e;

		estimate_all(&e, estimator, truth, &quiet, i % 2, 1, 0);
		assert_int_equal(e.model->n_links,
				 processes * (processes - 1) / (estimator->class == &model_hockney ? 2 : 1));
		check_links(e.model, truth);
		estimation_release(&e);
		model_free(truth);
	}
}

static void parallel_rounds_take_less_time(void **state)
{
	struct model *truth = unlike(&model_hockney, 8);
	double seconds[2];
	(void)state;
	for (int parallel = 0; parallel < 2; parallel++) {
		struct estimation e;

		estimate_all(&e, &truth_estimators[0], truth, &quiet, parallel, 1, 0);
		seconds[parallel] = platform_now(e.platform);
		estimation_release(&e);
	}
	/* Simulated time: 7 rounds instead of 28 pairs, each as long as its slowest pair. */
	assert_true(seconds[0] > 2.5 * seconds[1]);
	model_free(truth);
}

/* Each parameter of each link in at least so many seeds; the worst of them is named. */
static void check_coverage(const struct truth_estimator *estimator, bool parallel)
{
	struct model *truth = unlike(estimator->class, 3);
	size_t inside[64] = {0}, n = 0;
	struct link links[64];

	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct estimation e;

		estimate_all(&e, estimator, truth, &noisy, parallel, seed, 200);
		n = e.model->n_links * estimator->class->n_params;
		for (size_t i = 0; i < n; i++) {
			const struct parameter *parameter = &e.model->parameters[i];
			double value;

			links[i] = e.model->links[i / estimator->class->n_params];
			value = model_value(truth, model_link(truth, links[i]),
					    estimator->class->params[i % estimator->class->n_params].name, 0);
			inside[i] += value >= parameter->low[0] && value <= parameter->high[0];
		}
		estimation_release(&e);
	}
	for (size_t i = 0; i < n; i++)
		if (inside[i] < LEAST)
			fail_msg("%s of %d>%d by %s: in the interval for %zu of %d seeds",
				 estimator->class->params[i % estimator->class->n_params].name, links[i].from,
				 links[i].to, estimator->method, inside[i], SEEDS);
	model_free(truth);
}

static void intervals_hold_the_truth_of_every_pair(void **state)
{
	(void)state;
	check_coverage(&(struct truth_estimator){&model_hockney, "two-point"}, false);
	check_coverage(&(struct truth_estimator){&model_hockney, "two-point"}, true);
	check_coverage(&(struct truth_estimator){&model_loggp, "saturation"}, true);
}

static void a_homogeneous_model_is_the_average_of_all_pairs(void **state)
{
	struct model *truth = unlike(&model_loggp, 4), *mean;
	struct estimation e;
	(void)state;
	estimate_all(&e, &(struct truth_estimator){&model_loggp, "saturation"}, truth, &quiet, false, 1, 100);
	mean = model_average(e.model, NULL);
	assert_non_null(mean);
	assert_int_equal(mean->n_links, 1);
	for (size_t p = 0; p < model_loggp.n_params; p++) {
		double sum = 0;

		for (size_t l = 0; l < truth->n_links; l++)
			sum += truth->parameters[l * model_loggp.n_params + p].curve.y[0];
		check_value(mean->parameters[p].curve.y[0], sum / (double)truth->n_links, model_loggp.params[p].name,
			    mean->links[0]);
		assert_non_null(mean->parameters[p].low);
	}
	assert_null(model_average(mean, NULL));
	model_free(mean);
	estimation_release(&e);
	model_free(truth);
}

/* L from 12 us of 0>1 times 1.23 on: the pair 2>3 is the slowest. */
static void pairs_that_differ_are_told_from_pairs_that_do_not(void **state)
{
	struct model *truth = unlike(&model_hockney, 4), *alike;
	struct estimation e;
	size_t low = 99, high = 99;
	(void)state;
	estimate_all(&e, &truth_estimators[0], truth, &noisy, false, 1, 100);
	assert_true(model_differs(e.model, &low, &high) < model_hockney.n_params);
	assert_true(e.model->links[low].from == 0 && e.model->links[low].to == 1);
	assert_true(e.model->links[high].from == 2 && e.model->links[high].to == 3);
	estimation_release(&e);
	model_free(truth);
	alike = truth_hockney(false);
	alike->processes = 4;
	estimate_all(&e, &truth_estimators[0], alike, &quiet, false, 1, 100);
	assert_int_equal(model_differs(e.model, &low, &high), model_hockney.n_params);
	estimation_release(&e);
	model_free(alike);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_pair_of_unlike_processes_comes_back_in_turn_and_in_parallel_rounds),
		cmocka_unit_test(parallel_rounds_take_less_time),
		cmocka_unit_test(intervals_hold_the_truth_of_every_pair),
		cmocka_unit_test(a_homogeneous_model_is_the_average_of_all_pairs),
		cmocka_unit_test(pairs_that_differ_are_told_from_pairs_that_do_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
