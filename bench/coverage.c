/*
 * How often intervals of parameters hold what their statistic estimates, over many seeds: models and methods x
 * statistics x noise x outliers. Usage: bench_coverage [SEEDS [FIRST [JOBS [MODEL [STATISTIC]]]]] (1000, 1, 2, all).
 *
 * Each time of the synthetic platform is multiplied by 1 + spread * e, e exponential with mean 1, and with the
 * probability of an outlier by 5. So the minimum estimates the parameters, and the median and the mean what they are
 * times the median and the mean of that factor, noise included. The columns: how often that lay inside the interval,
 * of the parameter that did so least and most often, and of all together, in percent; of the least one how often the
 * interval lay below it and above it; how often the undisturbed parameter was inside, of the one least often; and how
 * many milliseconds of a processor an estimation took. Seeds are shared out to JOBS processes.
 */
#define _GNU_SOURCE /* MAP_ANONYMOUS */

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define fail_msg(...) (fprintf(stderr, __VA_ARGS__), exit(1))
#define assert_non_null(pointer) ((pointer) ? (void)0 : abort())

#include "../tests/estimate/truth_lmo.h"
#include "../tests/estimate/truth_paths.h"

enum { DRAWS = 100, FIRST_SIZES = 20, OUTLIER_FACTOR = 5, LMO_PROCESSES = 4, NUMBERS_MOST = 64, JOBS_MOST = 64 };

/* Sizes at which truths and estimations have knots: of the models of paths those of the paper. */
static const size_t sizes[] = {0, 1024, 65536}, path_sizes[] = {0, 4096, 204800};
enum { SIZES = 3 };

/* Beside those of truth.h. */
static const struct truth_estimator others[] = {
	{&model_lmo, "quickest"}, {&model_lmo, "mean"},         {&model_3pc, "paths"},
	{&model_p3pc, "paths"},   {&model_loggp_star, "paths"}, {&model_loggpo, "overlap"},
};
enum { OTHERS = sizeof(others) / sizeof(others[0]) };

/* Of each number how often it lay inside, above the interval and below it, and the undisturbed one did inside. */
struct counts {
	size_t inside[NUMBERS_MOST], above[NUMBERS_MOST], below[NUMBERS_MOST], undisturbed[NUMBERS_MOST];
	double seconds;
};

/* A parameter of a link at a size. */
struct number {
	const struct param_spec *spec;
	size_t link, bytes;
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

/* How far outside the interval: -1 below it, 1 above. */
static int side_of(const struct parameter *parameter, double value, size_t bytes)
{
	const struct curve low = {.x = parameter->curve.x, .y = parameter->low, .n = parameter->curve.n},
			   high = {.x = parameter->curve.x, .y = parameter->high, .n = parameter->curve.n};

	return value < curve_at(&low, (double)bytes) ? -1 : value > curve_at(&high, (double)bytes);
}

static bool is_of_paths(const struct model_class *class)
{
	return class == &model_3pc || class == &model_p3pc || class == &model_loggp_star;
}

/* LogGPO without a switch to rendezvous. */
static struct model *truth_loggpo(void)
{
	static const double bytes[] = {0, 1 << 20}, begun[] = {1.3e-6, 300e-6}, copied[] = {1.9e-6, 400e-6},
			    data[] = {0, 1000e-6};
	struct model *truth = truth_new(&model_loggpo, false);

	truth_set(truth, 0, "L", 8e-6);
	truth_set(truth, 0, "O_control", 1e-6);
	if (model_set_curve(truth, 0, "O_i", bytes, begun, 2, NULL) != OK ||
	    model_set_curve(truth, 0, "O_c", bytes, copied, 2, NULL) != OK ||
	    model_set_curve(truth, 0, "G", bytes, data, 2, NULL) != OK)
		fail_msg("no curve\n");
	return truth;
}

static struct model *truth_for(const struct model_class *class)
{
	static const size_t stride = 2;

	return class == &model_lmo          ? truth_lmo(LMO_PROCESSES)
	       : class == &model_3pc        ? truth_3pc()
	       : class == &model_p3pc       ? truth_p3pc(&stride, 1)
	       : class == &model_loggp_star ? truth_loggp_star()
	       : class == &model_loggpo     ? truth_loggpo()
					    : truth_of(class, false);
}

static struct estimate_options options_for(const struct cell *cell, size_t seed)
{
	const struct model_class *class = cell->estimator->class;
	struct estimate_options options =
		is_of_paths(class) ? paths_options(class) : truth_options(class, cell->estimator->method, false);

	options.probe.seed = seed;
	options.probe.states =
		true; /* as commands have it: a watch leaves out looks in which it is slow, and is biased */
	options.draws = DRAWS;
	options.count_most = FIRST_SIZES;
	options.probe.stopping.statistic = cell->statistic;
	return options;
}

/* What is estimated, and may be off: times above 0. Returns how many. */
static size_t numbers_of(const struct model *truth, struct number numbers[NUMBERS_MOST])
{
	const struct model_class *class = truth->class;
	const size_t *at = is_of_paths(class) ? path_sizes : sizes;
	size_t n = 0;

	for (size_t i = 0; i < truth->n_links * class->n_params; i++) {
		const struct param_spec *spec = &class->params[i % class->n_params];
		size_t link = i / class->n_params, of_sizes = spec->shape == PARAM_PER_SIZE ? SIZES : 1;

		if (truth->parameters[i].curve.n == 0 || spec->decided || !*spec->unit)
			continue;
		for (size_t k = 0; k < of_sizes && n < NUMBERS_MOST; k++)
			if (model_value(truth, link, spec->name, at[k]) > 0)
				numbers[n++] = (struct number){spec, link, at[k]};
	}
	return n;
}

static void run_seed(const struct cell *cell, const struct model *truth, size_t seed, struct counts *counts)
{
	const struct estimate_options options = options_for(cell, seed);
	struct number numbers[NUMBERS_MOST];
	size_t n = numbers_of(truth, numbers);
	struct estimation e;

	estimation_run(&e, truth, &cell->noise, &options, NULL);
	for (size_t i = 0; i < n; i++) {
		const struct number *number = &numbers[i];
		const struct parameter *parameter = model_param(e.model, number->link, number->spec->name);
		double value = model_value(truth, number->link, number->spec->name, number->bytes);
		int side = side_of(parameter, factor_of(cell) * value, number->bytes);

		counts->inside[i] += side == 0;
		counts->above[i] += side > 0;
		counts->below[i] += side < 0;
		counts->undisturbed[i] += side_of(parameter, value, number->bytes) == 0;
	}
	estimation_release(&e);
}

static void run_share(const struct cell *cell, size_t job, size_t jobs, struct counts *counts)
{
	struct model *truth = truth_for(cell->estimator->class);

	for (size_t s = job; s < cell->seeds; s += jobs)
		run_seed(cell, truth, cell->first + s, counts);
	counts->seconds = (double)clock() / CLOCKS_PER_SEC;
	model_free(truth);
}

static double percent(size_t count, size_t of)
{
	return 100 * (double)count / (double)of;
}

static void print(const struct cell *cell, const struct counts *all)
{
	struct model *truth = truth_for(cell->estimator->class);
	struct number numbers[NUMBERS_MOST];
	size_t n = numbers_of(truth, numbers), worst = 0, most = 0, undisturbed = SIZE_MAX, sum = 0;
	char least[40];

	for (size_t i = 0; i < n; i++) {
		worst = all->inside[i] < all->inside[worst] ? i : worst;
		most = all->inside[i] > most ? all->inside[i] : most;
		undisturbed = all->undisturbed[i] < undisturbed ? all->undisturbed[i] : undisturbed;
		sum += all->inside[i];
	}
	snprintf(least, sizeof(least), numbers[worst].spec->shape == PARAM_PER_SIZE ? "%s(%zu)" : "%s",
		 numbers[worst].spec->name, numbers[worst].bytes);
	printf("%-10s %-11s %-7s %5g %8g %6.1f %6.1f %6.1f  %-16s %6.1f %6.1f %12.1f %8.1f\n",
	       cell->estimator->class->name, cell->estimator->method, statistic_name(cell->statistic),
	       cell->noise.spread, cell->noise.outliers, percent(all->inside[worst], cell->seeds),
	       percent(most, cell->seeds), percent(sum, n * cell->seeds), least,
	       percent(all->above[worst], cell->seeds), percent(all->below[worst], cell->seeds),
	       percent(undisturbed, cell->seeds), 1000 * all->seconds / (double)cell->seeds);
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
	for (size_t j = 0; j < jobs; j++) {
		all.seconds += shared[j].seconds;
		for (size_t i = 0; i < NUMBERS_MOST; i++) {
			all.inside[i] += shared[j].inside[i];
			all.above[i] += shared[j].above[i];
			all.below[i] += shared[j].below[i];
			all.undisturbed[i] += shared[j].undisturbed[i];
		}
	}
	print(cell, &all);
}

/* Of each noise. */
static void run_statistic(struct cell *cell, size_t jobs, struct counts *shared)
{
	static const double spreads[] = {0.02, 0.05, 0.3}, outliers[] = {0, 0.2};

	for (int k = 0; k < 6; k++) {
		cell->noise = (struct noise){
			.spread = spreads[k / 2], .outliers = outliers[k % 2], .outlier_factor = OUTLIER_FACTOR};
		run(cell, jobs, shared);
	}
}

/* Of the statistics; only: NULL, or the one that is wanted. */
static void run_model(const struct truth_estimator *estimator, size_t seeds, size_t first, size_t jobs,
		      const char *only, struct counts *shared)
{
	for (int statistic = STATISTIC_MIN; statistic <= STATISTIC_MEDIAN; statistic++) {
		struct cell cell = {
			.estimator = estimator, .statistic = (enum statistic)statistic, .seeds = seeds, .first = first};

		if (!only || strcmp(statistic_name(cell.statistic), only) == 0)
			run_statistic(&cell, jobs, shared);
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
	printf("%-10s %-11s %-7s %5s %8s %6s %6s %6s  %-16s %6s %6s %12s %8s\n", "model", "method", "by", "noise",
	       "outliers", "least", "most", "all", "least of", "below", "above", "undisturbed", "ms each");
	fflush(stdout);
	for (size_t i = 0; i < TRUTH_ESTIMATORS + OTHERS; i++) {
		const struct truth_estimator *estimator =
			i < TRUTH_ESTIMATORS ? &truth_estimators[i] : &others[i - TRUTH_ESTIMATORS];

		if (argc <= 4 || strcmp(estimator->class->name, argv[4]) == 0)
			run_model(estimator, seeds, first, jobs, argc > 5 ? argv[5] : NULL, shared);
	}
	return 0;
}
