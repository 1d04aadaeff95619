#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "truth.h"

#define SEEDS 100

/* In how many seeds of SEEDS the truth must lie inside an interval of 95 %. */
#define LEAST 90

/*
 * 400 draws are the default; an interval from 200 covers as often and is only a little less steady. Saturation is
 * measured at the first 20 sizes only: how sizes are refined is the same as in the fast method, and most of the time
 * would go there.
 */
#define DRAWS 200
#define SATURATION_SIZES 20

static const struct noise noise = {.spread = 0.05, .outliers = 0.02, .outlier_factor = 5};

/* A number that is estimated: how often its interval held the truth, and how often the truth lay above or below. */
struct tally {
	const char *name;
	size_t l, bytes;
	int inside, above, below;
};

struct tallies {
	struct tally of[1000];
	size_t n;
};

static void add(struct tallies *t, const char *name, size_t l, size_t bytes)
{
	assert_true(t->n < sizeof(t->of) / sizeof(t->of[0]));
	t->of[t->n++] = (struct tally){.name = name, .l = l, .bytes = bytes};
}

/* Every scalar; every curve at the first sizes and between them, but for where the truth jumps if sizes are not refined
 * there. */
static void tallies_init(struct tallies *t, const struct model *truth, bool refined)
{
	const struct model_class *class = truth->class;

	t->n = 0;
	for (size_t i = 0; i < truth->n_links * class->n_params; i++) {
		const struct param_spec *spec = &class->params[i % class->n_params];
		size_t l = i / class->n_params;

		if (truth->parameters[i].curve.n == 0)
			continue;
		add(t, spec->name, l, 0);
		for (size_t bytes = 1; spec->shape == PARAM_PER_SIZE && bytes <= 262144; bytes *= 2) {
			add(t, spec->name, l, bytes);
			if (bytes > 1 && bytes < 262144 && (refined || bytes != TRUTH_SWITCH))
				add(t, spec->name, l, bytes + bytes / 2);
		}
	}
}

/* A bound of a parameter's interval at any size: the line between those of its neighbours. */
static double bound_at(const struct parameter *parameter, double *bound, size_t bytes)
{
	const struct curve curve = {.x = parameter->curve.x, .y = bound, .n = parameter->curve.n};

	return curve_at(&curve, (double)bytes);
}

/* factor: by which all that is estimated is larger than the truth. */
static void take(struct tallies *t, const struct model *model, const struct model *truth, double factor)
{
	for (size_t i = 0; i < t->n; i++) {
		struct tally *tally = &t->of[i];
		const struct parameter *parameter = model_param(model, tally->l, tally->name);
		double value = factor * model_value(truth, tally->l, tally->name, tally->bytes);

		if (value > bound_at(parameter, parameter->high, tally->bytes))
			tally->above++;
		else if (value < bound_at(parameter, parameter->low, tally->bytes))
			tally->below++;
		else
			tally->inside++;
	}
}

/* Estimates by the statistic with the seeds from first on. */
static void run_statistic(struct tallies *t, const struct truth_estimator *estimator, enum statistic statistic,
			  bool both, size_t first, size_t seeds)
{
	/* Noise multiplies every time alike, so that all medians, and with them all parameters, are larger by the
	 * median of the noise: half of the timings lie below it, of which 98 % are no outliers. */
	const double factor =
		statistic == STATISTIC_MEDIAN ? 1 - noise.spread * log(1 - 0.5 / (1 - noise.outliers)) : 1;
	bool refined = strcmp(estimator->method, "fast") == 0;
	struct model *truth = truth_of(estimator->class, both);

	tallies_init(t, truth, refined);
	for (size_t seed = first; seed < first + seeds; seed++) {
		struct estimate_options options = truth_options(estimator->class, estimator->method, both);
		struct estimation e;

		options.probe.seed = seed;
		options.draws = DRAWS;
		options.probe.stopping.statistic = statistic;
		if (!refined)
			options.count_most = SATURATION_SIZES;
		estimation_run(&e, truth, &noise, &options, NULL);
		take(t, e.model, truth, factor);
		estimation_release(&e);
	}
	model_free(truth);
}

static void run_seeds(struct tallies *t, const struct truth_estimator *estimator, bool both, size_t first, size_t seeds)
{
	run_statistic(t, estimator, STATISTIC_MIN, both, first, seeds);
}

static int lowest(const struct tallies *t)
{
	int least = t->of[0].inside;

	for (size_t i = 0; i < t->n; i++)
		if (t->of[i].inside < least)
			least = t->of[i].inside;
	return least;
}

static double share_inside(const struct tallies *t, size_t seeds)
{
	double sum = 0;

	for (size_t i = 0; i < t->n; i++)
		sum += t->of[i].inside;
	return sum / (double)(t->n * seeds);
}

/* A number that misses the promise by chance, as one in 87 does whose interval holds exactly 95 %, keeps it in twice as
 * many seeds more: all together nine in ten. */
static void check_in_more_seeds(const struct tallies *t, const struct truth_estimator *estimator, bool both)
{
	static struct tallies more;

	run_seeds(&more, estimator, both, SEEDS + 1, 2 * SEEDS);
	for (size_t i = 0; i < t->n; i++) {
		const struct tally *tally = &t->of[i];
		int inside = tally->inside + more.of[i].inside;

		if (tally->inside >= LEAST)
			continue;
		print_message("%s by %s: %s(%zu) of link %zu lies inside its interval in %d of %d seeds, above it in "
			      "%d, below in %d; in %d of %d with those that follow\n",
			      estimator->class->name, estimator->method, tally->name, tally->bytes, tally->l,
			      tally->inside, SEEDS, tally->above, tally->below, inside, 3 * SEEDS);
		assert_true(inside >= 3 * LEAST);
	}
}

static void check(const struct tallies *t, const struct truth_estimator *estimator, bool both)
{
	print_message("%s by %s: %zu numbers, inside in %d of %d seeds at least, in %.1f %% of all cases\n",
		      estimator->class->name, estimator->method, t->n, lowest(t), SEEDS, 100 * share_inside(t, SEEDS));
	if (lowest(t) < LEAST)
		check_in_more_seeds(t, estimator, both);
	/* All cases together, a hundredth left to chance. Minima alone, which the truth never exceeds, make 97.5 %;
	 * differences of them 95 %. */
	assert_true(share_inside(t, SEEDS) >= 0.94);
}

/* The promise: each number inside its own interval in at least 90 of 100 seeds. The seeds are fixed. */
static void the_truth_lies_inside_the_intervals_of_one_direction(void **state)
{
	static struct tallies t;
	(void)state;
	for (size_t i = 0; i < TRUTH_ESTIMATORS; i++) {
		run_seeds(&t, &truth_estimators[i], false, 1, SEEDS);
		check(&t, &truth_estimators[i], false);
	}
}

static void the_truth_lies_inside_the_intervals_of_both_directions(void **state)
{
	static struct tallies t;
	(void)state;
	for (size_t i = 0; i < TRUTH_ESTIMATORS; i++) {
		run_seeds(&t, &truth_estimators[i], true, 1, SEEDS);
		check(&t, &truth_estimators[i], true);
	}
}

/* Each number by itself and in other seeds, as far as that is cheap. Three standard deviations of 1000 trials with 95
 * %. */
static void intervals_of_scalars_hold_95_percent_in_1000_seeds(void **state)
{
	enum { MANY = 1000 };
	const double least = 0.95 - 3 * sqrt(0.95 * 0.05 / MANY);
	static struct tallies t;
	(void)state;
	for (size_t i = 0; i < 2 * TRUTH_ESTIMATORS; i++) {
		if (truth_estimators[i / 2].class == &model_plogp)
			continue;
		run_seeds(&t, &truth_estimators[i / 2], i % 2, 1001, MANY);
		for (size_t k = 0; k < t.n; k++)
			if (!(t.of[k].inside >= least * MANY))
				fail_msg("%s by %s: %s inside in %d of %d seeds", truth_estimators[i / 2].class->name,
					 truth_estimators[i / 2].method, t.of[k].name, t.of[k].inside, MANY);
	}
}

/*
 * By medians, which live platforms use: every parameter within 93 to 97 % of 1000 seeds. The suite runs 150, of which
 * three standard deviations are left to chance; SONDE_COVERAGE_SEEDS=1000 is the whole.
 */
static void intervals_from_medians_hold_93_to_97_percent(void **state)
{
	const char *given = getenv("SONDE_COVERAGE_SEEDS");
	const size_t many = given ? strtoul(given, NULL, 10) : 150;
	const double slack = fmax(0.02, 3 * sqrt(0.95 * 0.05 / (double)many));
	static struct tallies t;
	(void)state;
	for (size_t i = 0; i < TRUTH_ESTIMATORS; i++) {
		if (truth_estimators[i].class == &model_plogp)
			continue;
		run_statistic(&t, &truth_estimators[i], STATISTIC_MEDIAN, false, 5001, many);
		for (size_t k = 0; k < t.n; k++) {
			double share = t.of[k].inside / (double)many;

			print_message("%s by %s, medians: %s inside in %.1f %% of %zu seeds\n",
				      truth_estimators[i].class->name, truth_estimators[i].method, t.of[k].name,
				      100 * share, many);
			assert_true(fabs(share - 0.95) <= slack);
		}
	}
}

/* The same promise where chance has less to say: of intervals that hold 95 %, one number in 8000 is inside in less than
 * 90 % of 300 seeds. */
static void the_truth_lies_inside_the_intervals_of_curves_in_90_percent_of_300_other_seeds(void **state)
{
	enum { MANY = 300 };
	const struct truth_estimator fast = {&model_plogp, "fast"};
	static struct tallies t;
	(void)state;
	run_seeds(&t, &fast, false, 2001, MANY);
	print_message("plogp by fast: %zu numbers, inside in %d of %d seeds at least\n", t.n, lowest(&t), MANY);
	assert_true(lowest(&t) >= MANY * LEAST / SEEDS);
}

/* Intervals that hold the truth could be far too wide. A minimum of 20 timings with perturbations of 5 % is sure to
 * about 1 %, which is what is asked for. */
static void intervals_are_not_wider_than_they_need_be(void **state)
{
	static const struct {
		const char *name;
		size_t bytes;
		double width; /* relative, in nearly all seeds */
	} cases[] = {
		{"o_s", 0, 0.02},    {"o_r", 65536, 0.02}, {"o_r_expected", 262144, 0.02},
		{"L", 0, 0.03},                     /* RTT(0)/2 = 13 us to 1 % of 10 us, and g(0) */
		{"g", 262144, 0.02}, {"g", 1, 0.3}, /* 3 us out of round trips of 26 us each */
	};
	struct model *truth = truth_plogp(false);
	int narrow[sizeof(cases) / sizeof(cases[0])] = {0};
	(void)state;
	for (size_t seed = 1; seed <= 20; seed++) {
		struct estimate_options options = truth_options(&model_plogp, "fast", false);
		struct estimation e;

		options.probe.seed = seed;
		estimation_run(&e, truth, &noise, &options, NULL);
		for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
			const struct parameter *parameter = model_param(e.model, 0, cases[i].name);
			double width = bound_at(parameter, parameter->high, cases[i].bytes) -
				       bound_at(parameter, parameter->low, cases[i].bytes);

			narrow[i] += width <= cases[i].width * model_value(truth, 0, cases[i].name, cases[i].bytes);
		}
		estimation_release(&e);
	}
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		if (narrow[i] < 18)
			fail_msg("%s(%zu): the interval is wider than %g %% in %d of 20 seeds", cases[i].name,
				 cases[i].bytes, 100 * cases[i].width, 20 - narrow[i]);
	model_free(truth);
}

static void the_switch_is_found_in_spite_of_noise(void **state)
{
	struct model *truth = truth_plogp(false);
	(void)state;
	for (size_t seed = 1; seed <= 20; seed++) {
		struct estimate_options options = truth_options(&model_plogp, "fast", false);
		struct estimation e;
		const struct curve *knots;
		size_t k = 0;

		options.probe.seed = seed;
		estimation_run(&e, truth, &noise, &options, NULL);
		knots = &model_param(e.model, 0, "g")->curve;
		while (knots->x[k] <= TRUTH_SWITCH)
			k++;
		assert_true(knots->x[k] <= TRUTH_SWITCH * 1.0101);
		estimation_release(&e);
	}
	model_free(truth);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_truth_lies_inside_the_intervals_of_one_direction),
		cmocka_unit_test(the_truth_lies_inside_the_intervals_of_both_directions),
		cmocka_unit_test(intervals_of_scalars_hold_95_percent_in_1000_seeds),
		cmocka_unit_test(intervals_from_medians_hold_93_to_97_percent),
		cmocka_unit_test(the_truth_lies_inside_the_intervals_of_curves_in_90_percent_of_300_other_seeds),
		cmocka_unit_test(intervals_are_not_wider_than_they_need_be),
		cmocka_unit_test(the_switch_is_found_in_spite_of_noise),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
