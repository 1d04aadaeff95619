#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "../drawn.h"
#include "truth.h"

/*
 * What is held against intervals that hold the truth in 95 % of seeds: those that hold it less often. Wald's sequential
 * test (1945) goes through seeds until each number is told: with so many fewer of them than a fixed number of seeds
 * takes to find the same with the same probability.
 */
struct promise {
	double less;        /* the probability that must not be missed */
	double alarm;       /* of an alarm about an interval that keeps the promise */
	double missed;      /* of none about one that does so with the probability less */
	size_t first, most; /* seeds */
	enum statistic statistic;
	struct noise noise;
};

#define KEPT 0.95
#define BLOCK 20 /* seeds before it is asked whether all is known */

#define NOISE                                                         \
	{                                                             \
		.spread = 0.05, .outliers = 0.02, .outlier_factor = 5 \
	}

/* What 1000 seeds find of which three standard deviations are left to chance. */
static const struct promise of_scalars = {
	.less = 0.92, .alarm = 1.35e-3, .missed = 0.14, .first = 1001, .most = 5000, .noise = NOISE};

/* What 300 seeds find of which 90 % must hold the truth: one number in 8000 is inside less often by chance. */
static const struct promise of_curves = {
	.less = 0.88, .alarm = 1.25e-4, .missed = 0.16, .first = 1, .most = 2000, .noise = NOISE};

/* Of means that may stop early, since there is little noise. */
static const struct promise of_means = {.less = 0.9,
					.alarm = 1.35e-3,
					.missed = 0.05,
					.first = 1,
					.most = 2000,
					.statistic = STATISTIC_MEAN,
					.noise = {.spread = 0.02}};

/*
 * 400 draws are the default; an interval from 100 covers as often and is only a little less steady. Sizes are refined
 * by the fast method one way only: elsewhere the first 20 are measured, since how they are refined is the same, and
 * most of the time would go there.
 */
#define DRAWS 100
#define FIRST_SIZES 20

static const struct noise noise = NOISE;

/* A number that is estimated: how often its interval held the truth, and how often the truth lay above or below. */
struct tally {
	const char *name;
	size_t l, bytes;
	int inside, above, below;
	bool kept;
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

/* Noise multiplies every time alike, so that all medians, and with them all parameters, are larger by the median of the
 * noise: half of the timings lie below it, of which 98 % are no outliers. The same of means, without outliers. */
static double factor_of(enum statistic statistic, const struct noise *disturbing)
{
	return statistic == STATISTIC_MEDIAN ? 1 - disturbing->spread * log(1 - 0.5 / (1 - disturbing->outliers))
	       : statistic == STATISTIC_MEAN ? 1 + disturbing->spread
					     : 1;
}

/* Estimates by the statistic with the seeds from first on, and adds what comes of it. */
static void run_statistic(struct tallies *t, const struct truth_estimator *estimator, enum statistic statistic,
			  const struct noise *disturbing, bool both, size_t first, size_t seeds)
{
	const double factor = factor_of(statistic, disturbing);
	bool refined = !both && strcmp(estimator->method, "fast") == 0;
	struct model *truth = truth_of(estimator->class, both);

	if (t->n == 0)
		tallies_init(t, truth, refined);
	for (size_t seed = first; seed < first + seeds; seed++) {
		struct estimate_options options = truth_options(estimator->class, estimator->method, both);
		struct estimation e;

		options.probe.seed = seed;
		options.draws = DRAWS;
		options.probe.stopping.statistic = statistic;
		if (!refined)
			options.count_most = FIRST_SIZES;
		estimation_run(&e, truth, disturbing, &options, NULL);
		take(t, e.model, truth, factor);
		estimation_release(&e);
	}
	model_free(truth);
}

/* The logarithm of how much more probable the number's seeds are where the promise is broken. */
static double evidence_of(const struct tally *tally, size_t seeds, const struct promise *promise)
{
	return tally->inside * log(promise->less / KEPT) +
	       ((double)seeds - tally->inside) * log((1 - promise->less) / (1 - KEPT));
}

/* How many numbers are not told yet; fails where one breaks the promise. */
static size_t judge(struct tallies *t, const struct truth_estimator *estimator, size_t seeds,
		    const struct promise *promise)
{
	size_t open = 0;

	for (size_t i = 0; i < t->n; i++) {
		struct tally *tally = &t->of[i];
		double evidence = evidence_of(tally, seeds, promise);

		tally->kept = tally->kept || evidence < log(promise->missed / (1 - promise->alarm));
		if (!tally->kept && evidence > log((1 - promise->missed) / promise->alarm))
			fail_msg("%s by %s: %s(%zu) of link %zu lies inside its interval in %d of %zu seeds, above it "
				 "in %d, below in %d",
				 estimator->class->name, estimator->method, tally->name, tally->bytes, tally->l,
				 tally->inside, seeds, tally->above, tally->below);
		open += !tally->kept;
	}
	return open;
}

static double share_inside(const struct tallies *t, size_t seeds)
{
	double sum = 0;

	for (size_t i = 0; i < t->n; i++)
		sum += t->of[i].inside;
	return sum / (double)(t->n * seeds);
}

/* Goes through seeds until it is known of each number whether it keeps the promise. At least 100 of them tell that of
 * all numbers together, a hundredth left to chance. Minima alone, which the truth never exceeds, make 97.5 %;
 * differences of them 95 %. */
static void check(const struct truth_estimator *estimator, bool both, const struct promise *promise)
{
	enum { LEAST = 100 };
	static struct tallies t;
	size_t seeds = 0;

	t.n = 0;
	do {
		run_statistic(&t, estimator, promise->statistic, &promise->noise, both, promise->first + seeds, BLOCK);
		seeds += BLOCK;
	} while ((judge(&t, estimator, seeds, promise) > 0 || seeds < LEAST) && seeds < promise->most);
	print_message("%s by %s: %zu numbers, inside in %.1f %% of %zu seeds\n", estimator->class->name,
		      estimator->method, t.n, 100 * share_inside(&t, seeds), seeds);
	assert_true(seeds < promise->most);
	assert_true(share_inside(&t, seeds) >= 0.94);
}

static void intervals_of_scalars_hold_95_percent(void **state)
{
	(void)state;
	for (size_t i = 0; i < 2 * TRUTH_ESTIMATORS; i++)
		if (truth_estimators[i / 2].class != &model_plogp)
			check(&truth_estimators[i / 2], i % 2, &of_scalars);
}

/* One way; of both ways, which are two links of one model as those of the scalars are, where all cases are drawn. */
static void intervals_of_curves_hold_95_percent(void **state)
{
	(void)state;
	for (size_t i = 0; i < TRUTH_ESTIMATORS; i++)
		for (int both = 0; both < drawn_cases(2, 1); both++)
			if (truth_estimators[i].class == &model_plogp)
				check(&truth_estimators[i], both, &of_curves);
}

/* Of 2000 seeds at most it is found if they hold in 90 % in place of 95: where trains were timed 5 to 15 times,
 * intervals of g held what means estimate in 88 %. */
static void intervals_from_means_hold_where_trains_are_soon_precise(void **state)
{
	static const struct truth_estimator estimator = {&model_logp, "saturation"};

	(void)state;
	check(&estimator, false, &of_means);
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
		t.n = 0;
		run_statistic(&t, &truth_estimators[i], STATISTIC_MEDIAN, &noise, false, 5001, many);
		for (size_t k = 0; k < t.n; k++) {
			double share = t.of[k].inside / (double)many;

			print_message("%s by %s, medians: %s inside in %.1f %% of %zu seeds\n",
				      truth_estimators[i].class->name, truth_estimators[i].method, t.of[k].name,
				      100 * share, many);
			assert_true(fabs(share - 0.95) <= slack);
		}
	}
}

/* The size behind which the gap jumps is found to a hundredth. */
static void assert_switch_found(const struct model *model)
{
	const struct curve *knots = &model_param(model, 0, "g")->curve;
	size_t k = 0;

	while (knots->x[k] <= TRUTH_SWITCH)
		k++;
	assert_true(knots->x[k] <= TRUTH_SWITCH * 1.0101);
}

/* Intervals that hold the truth could be far too wide. A minimum of 20 timings with perturbations of 5 % is sure to
 * about 1 %, which is what is asked for. */
static void intervals_are_not_wider_than_they_need_be_and_the_switch_is_found(void **state)
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
		assert_switch_found(e.model);
		estimation_release(&e);
	}
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		if (narrow[i] < 18)
			fail_msg("%s(%zu): the interval is wider than %g %% in %d of 20 seeds", cases[i].name,
				 cases[i].bytes, 100 * cases[i].width, 20 - narrow[i]);
	model_free(truth);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(intervals_of_scalars_hold_95_percent),
		cmocka_unit_test(intervals_of_curves_hold_95_percent),
		cmocka_unit_test(intervals_from_means_hold_where_trains_are_soon_precise),
		cmocka_unit_test(intervals_from_medians_hold_93_to_97_percent),
		cmocka_unit_test(intervals_are_not_wider_than_they_need_be_and_the_switch_is_found),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
