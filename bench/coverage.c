/*
 * How often intervals of parameters hold what their statistic estimates, over many seeds: models and methods x
 * statistics x noise x outliers. Usage: bench_coverage [SEEDS [FIRST [JOBS [MODEL]]]] (1000, 1, 2, all).
 *
 * Each time of the synthetic platform is multiplied by 1 + spread * e, e exponential with mean 1, and with the
 * probability of an outlier by 5. So the minimum estimates the parameters, and the median and the mean what they are
 * times the median and the mean of that factor, noise included. The columns: how often that lay inside the interval,
 * of the parameter that did so least and most often, in percent; and how often the undisturbed parameter did, of the
 * one least often. Seeds are shared out to JOBS processes.
 */
#define _GNU_SOURCE /* MAP_ANONYMOUS */

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define fail_msg(...) (fprintf(stderr, __VA_ARGS__), exit(1))
#define assert_non_null(pointer) ((pointer) ? (void)0 : abort())

#include "../tests/estimate/truth.h"

enum { DRAWS = 100, FIRST_SIZES = 20, OUTLIER_FACTOR = 5, NUMBERS_MOST = 16, JOBS_MOST = 64 };

static const size_t sizes[] = {0, 1024, 65536};
enum { SIZES = sizeof(sizes) / sizeof(sizes[0]) };

/* Of each number how often it lay inside, and the undisturbed one did. */
struct counts {
	size_t inside[NUMBERS_MOST], undisturbed[NUMBERS_MOST];
};

struct cell {
	const struct truth_estimator *estimator;
	enum statistic statistic;
	struct noise noise;
	size_t seeds, first;
};

/* What part of the times is below so many times the undisturbed one. */
static double below(const struct noise *noise, double factor)
{
	double plain = factor > 1 ? 1 - exp(-(factor - 1) / noise->spread) : 0, by = factor / noise->outlier_factor,
	       outlier = by > 1 ? 1 - exp(-(by - 1) / noise->spread) : 0;

	return (1 - noise->outliers) * plain + noise->outliers * outlier;
}

/* By how much the statistic of many times is longer than the undisturbed time. */
static double factor_of(const struct cell *cell)
{
	const struct noise *noise = &cell->noise;
	double low = 1, high = 2 * noise->outlier_factor;

	if (cell->statistic == STATISTIC_MIN)
		return 1;
	if (cell->statistic == STATISTIC_MEAN)
		return (1 + noise->spread) * (1 + noise->outliers * (noise->outlier_factor - 1));
	for (int i = 0; i < 100; i++) {
		double middle = (low + high) / 2;

		*(below(noise, middle) < 0.5 ? &low : &high) = middle;
	}
	return low;
}

static bool holds(const struct parameter *parameter, double value, size_t bytes)
{
	const struct curve low = {.x = parameter->curve.x, .y = parameter->low, .n = parameter->curve.n},
			   high = {.x = parameter->curve.x, .y = parameter->high, .n = parameter->curve.n};

	return value >= curve_at(&low, (double)bytes) && value <= curve_at(&high, (double)bytes);
}

/* Which parameter at which size a number is; false if there is none. */
static bool number_of(const struct model *truth, size_t number, const struct param_spec **spec, size_t *bytes)
{
	size_t k = 0;

	for (size_t i = 0; i < truth->class->n_params; i++) {
		size_t n = truth->parameters[i].curve.n == 0                 ? 0
			   : truth->class->params[i].shape == PARAM_PER_SIZE ? SIZES
									     : 1;

		if (number < k + n) {
			*spec = &truth->class->params[i];
			*bytes = sizes[number - k];
			return true;
		}
		k += n;
	}
	return false;
}

static void run_seed(const struct cell *cell, const struct model *truth, size_t seed, struct counts *counts)
{
	struct estimate_options options = truth_options(cell->estimator->class, cell->estimator->method, false);
	const struct param_spec *spec;
	struct estimation e;
	size_t bytes;

	options.probe.seed = seed;
	options.probe.states =
		true; /* as commands have it: a watch leaves out looks in which it is slow, and is biased */
	options.draws = DRAWS;
	options.count_most = FIRST_SIZES;
	options.probe.stopping.statistic = cell->statistic;
	estimation_run(&e, truth, &cell->noise, &options, NULL);
	for (size_t i = 0; i < NUMBERS_MOST && number_of(truth, i, &spec, &bytes); i++) {
		const struct parameter *parameter = model_param(e.model, 0, spec->name);
		double value = model_value(truth, 0, spec->name, bytes);

		counts->inside[i] += holds(parameter, factor_of(cell) * value, bytes);
		counts->undisturbed[i] += holds(parameter, value, bytes);
	}
	estimation_release(&e);
}

static void run_share(const struct cell *cell, size_t job, size_t jobs, struct counts *counts)
{
	struct model *truth = truth_of(cell->estimator->class, false);

	for (size_t s = job; s < cell->seeds; s += jobs)
		run_seed(cell, truth, cell->first + s, counts);
	model_free(truth);
}

static void print(const struct cell *cell, const struct counts *all)
{
	struct model *truth = truth_of(cell->estimator->class, false);
	const struct param_spec *spec, *worst = NULL;
	size_t bytes, least = SIZE_MAX, most = 0, undisturbed = SIZE_MAX;

	for (size_t i = 0; i < NUMBERS_MOST && number_of(truth, i, &spec, &bytes); i++) {
		if (all->inside[i] < least) {
			least = all->inside[i];
			worst = spec;
		}
		most = all->inside[i] > most ? all->inside[i] : most;
		undisturbed = all->undisturbed[i] < undisturbed ? all->undisturbed[i] : undisturbed;
	}
	printf("%-8s %-11s %-7s %6g %9g %7.1f %7.1f  %-13s %12.1f\n", cell->estimator->class->name,
	       cell->estimator->method, statistic_name(cell->statistic), cell->noise.spread, cell->noise.outliers,
	       100 * (double)least / (double)cell->seeds, 100 * (double)most / (double)cell->seeds,
	       worst ? worst->name : "", 100 * (double)undisturbed / (double)cell->seeds);
	fflush(stdout);
	model_free(truth);
}

static void run(const struct cell *cell, size_t jobs, struct counts *shared)
{
	struct counts all = {.inside = {0}};

	memset(shared, 0, jobs * sizeof(*shared));
	for (size_t j = 0; j < jobs; j++) {
		pid_t child = fork();

		if (child == 0) {
			run_share(cell, j, jobs, &shared[j]);
			_exit(0);
		}
		if (child < 0)
			fail_msg("no process\n");
	}
	for (size_t j = 0; j < jobs; j++) {
		int status = 0;

		if (wait(&status) < 0 || status != 0)
			fail_msg("a process failed\n");
	}
	for (size_t j = 0; j < jobs; j++)
		for (size_t i = 0; i < NUMBERS_MOST; i++) {
			all.inside[i] += shared[j].inside[i];
			all.undisturbed[i] += shared[j].undisturbed[i];
		}
	print(cell, &all);
}

static void run_model(const struct truth_estimator *estimator, size_t seeds, size_t first, size_t jobs,
		      struct counts *shared)
{
	static const double spreads[] = {0.02, 0.05, 0.3}, outliers[] = {0, 0.2};

	for (int statistic = STATISTIC_MIN; statistic <= STATISTIC_MEDIAN; statistic++)
		for (int k = 0; k < 6; k++) {
			const struct cell cell = {.estimator = estimator,
						  .statistic = (enum statistic)statistic,
						  .noise = {.spread = spreads[k / 2],
							    .outliers = outliers[k % 2],
							    .outlier_factor = OUTLIER_FACTOR},
						  .seeds = seeds,
						  .first = first};

			run(&cell, jobs, shared);
		}
}

int main(int argc, char **argv)
{
	size_t seeds = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000, first = argc > 2 ? strtoul(argv[2], NULL, 10) : 1,
	       jobs = argc > 3 ? strtoul(argv[3], NULL, 10) : 2;
	struct counts *shared =
		mmap(NULL, JOBS_MOST * sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (shared == MAP_FAILED || seeds == 0 || jobs == 0 || jobs > JOBS_MOST)
		fail_msg("1 seed and 1 to %d processes at least are needed\n", JOBS_MOST);
	printf("seeds %zu to %zu; parts in percent of what the statistic estimates, and of the undisturbed parameter\n",
	       first, first + seeds - 1);
	printf("%-8s %-11s %-7s %6s %9s %7s %7s  %-13s %12s\n", "model", "method", "by", "noise", "outliers", "least",
	       "most", "least of", "undisturbed");
	fflush(stdout);
	for (size_t i = 0; i < TRUTH_ESTIMATORS; i++)
		if (argc <= 4 || strcmp(truth_estimators[i].class->name, argv[4]) == 0)
			run_model(&truth_estimators[i], seeds, first, jobs, shared);
	return 0;
}
