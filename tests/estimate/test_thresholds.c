#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "estimate/thresholds/thresholds.h"
#include "base/random.h"
#include "model/classes.h"
#include "platform/synthetic.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

enum { SEEDS = 100 };

/* Deciles of what an escalation adds, in seconds: a timeout, or losses that are mended sooner. */
static const double timeouts[] = {0.05, 0.2, 0.25}, mended[] = {0.02, 0.03, 0.2};

/* A switched cluster of so many nodes at 100 Mbit/s. Thresholds that are NAN are left out; escalations have probability
 * p everywhere. */
static struct model *cluster_with(size_t processes, double S, double M1, double M2, double p, const double *deciles)
{
	const struct link any = {LINK_ANY, LINK_ANY};
	const double bytes[] = {1024, 131072}, probability[] = {p, p}, q10[] = {deciles[0], deciles[0]},
		     q50[] = {deciles[1], deciles[1]}, q90[] = {deciles[2], deciles[2]};
	struct model *model = model_new(&model_lmo, processes, &any, 1);

	assert_non_null(model);
	assert_int_equal(model_set(model, 0, "C", 20e-6, NULL), OK);
	assert_int_equal(model_set(model, 0, "t", 20e-9, NULL), OK);
	assert_int_equal(model_set(model, 0, "L", 40e-6, NULL), OK);
	assert_int_equal(model_set(model, 0, "inverse_beta", 60e-9, NULL), OK);
	if (isfinite(S))
		assert_int_equal(model_set(model, 0, "S", S, NULL), OK);
	if (isfinite(M1)) {
		assert_int_equal(model_set(model, 0, "M1", M1, NULL), OK);
		assert_int_equal(model_set(model, 0, "M2", M2, NULL), OK);
		assert_int_equal(model_set_curve(model, 0, "escalation_probability", bytes, probability, 2, NULL), OK);
		assert_int_equal(model_set_curve(model, 0, "escalation_q10", bytes, q10, 2, NULL), OK);
		assert_int_equal(model_set_curve(model, 0, "escalation_q50", bytes, q50, 2, NULL), OK);
		assert_int_equal(model_set_curve(model, 0, "escalation_q90", bytes, q90, 2, NULL), OK);
	}
	return model;
}

static struct model *cluster(size_t processes, double S, double M1, double M2, double p)
{
	return cluster_with(processes, S, M1, M2, p, timeouts);
}

/* What is found on a platform that behaves as the model's equations say. */
static struct thresholds find(const struct model *model, const struct noise *noise, uint64_t seed)
{
	const struct thresholds_options options = thresholds_options_default();
	struct probe_options probe = probe_options_default();
	struct campaign campaign = {0};
	struct platform *platform = NULL;
	struct thresholds found;
	struct prober prober;

	struct noise by_equations = *noise;

	by_equations.equations = true;
	probe.seed = seed;
	assert_int_equal(synthetic_open(model, &by_equations, seed, &platform, NULL), OK);
	prober_init(&prober, platform, &campaign, &probe, NULL, NULL);
	assert_int_equal(thresholds_find(&prober, &options, &found, NULL), OK);
	prober_release(&prober);
	campaign_release(&campaign);
	platform_close(platform);
	return found;
}

static void thresholds_come_back_to_the_byte_without_noise(void **state)
{
	static const struct {
		double S, M1, M2, p;
	} cases[] = {{65536, 8192, 65536, 0.5},
		     {40000, 5120, 65000, 0.5},
		     {100001, 20480, 70001, 0.8},
		     {65536, 12288, 90112, 0.3}};
	static const size_t processes[] = {3, 4, 7, 16};
	const struct noise none = {0};

	(void)state;
	for (size_t k = 0; k < COUNT(processes); k++)
		for (size_t i = 0; i < COUNT(cases); i++) {
			struct model *model = cluster(processes[k], cases[i].S, cases[i].M1, cases[i].M2, cases[i].p);
			struct thresholds found = find(model, &none, 1);

			assert_true(found.S == cases[i].S);
			assert_true(found.M1 == cases[i].M1);
			assert_true(found.M2 == cases[i].M2);
			model_free(model);
		}
}

static void thresholds_come_back_from_noise(void **state)
{
	const struct noise noise = {.spread = 0.02, .outliers = 0.01, .outlier_factor = 3};
	struct model *model = cluster(8, 50000, 8192, 65536, 0.5);
	int S = 0, M1 = 0, M2 = 0;

	(void)state;
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		struct thresholds found = find(model, &noise, seed);

		S += fabs(found.S - 50000) <=
		     0.02 * 50000; /* a leap of half the value, noise of a fiftieth: one outlier among the scatters that
				      halve the interval misleads them */
		M1 += fabs(found.M1 - 8192) <= 1024; /* a whole KiB */
		M2 += fabs(found.M2 - 65536) <= 0.05 * 65536;
	}
	assert_in_range(S, 90, SEEDS);
	assert_in_range(M1, 90, SEEDS);
	assert_in_range(M2, 90, SEEDS);
	model_free(model);
}

/* Of gathers of 40 KiB and more none takes ten times as long here, and many sizes of a sweep show no escalation at all.
 */
static void rare_and_short_escalations_are_found_up_to_their_end(void **state)
{
	const struct noise noise = {.spread = 0.01, .outliers = 0.005, .outlier_factor = 3};
	struct model *model = cluster_with(8, NAN, 11264, 65482, 0.15, mended);
	int M1 = 0, M2 = 0;

	(void)state;
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		struct thresholds found = find(model, &noise, seed);

		M1 += found.M1 >= 4096 && found.M1 <= 16384;
		M2 += fabs(found.M2 - 65482) <= 0.1 * 65482;
	}
	assert_in_range(M1, 90, SEEDS);
	assert_in_range(M2, 90, SEEDS);
	model_free(model);
}

/* Noise of 5 %, and one observation in fifty 20 times as long, as an escalation is: a region counts only where there
 * are more of them than elsewhere. */
static const struct noise disturbed = {.spread = 0.05, .outliers = 0.02, .outlier_factor = 20};

static void M1_is_found_among_outliers_as_large_as_escalations(void **state)
{
	enum { FEWER = 50 };
	static const double starts[] = {5000, 12001, 20480};

	(void)state;
	for (size_t k = 0; k < COUNT(starts); k++) {
		struct model *model = cluster(8, 65536, starts[k], 65536, 0.15);
		int M1 = 0;

		for (uint64_t seed = 0; seed < FEWER; seed++) {
			double found = find(model, &disturbed, seed).M1;

			M1 += fabs(found - starts[k]) <= fmax(1024, 0.1 * starts[k]);
		}
		print_message("M1 of %.0f bytes was found in %d of %d seeds\n", starts[k], M1, FEWER);
		assert_in_range(M1, 49, FEWER);
		model_free(model);
	}
}

static void outliers_as_large_as_escalations_are_none(void **state)
{
	struct model *model = cluster(8, 65536, NAN, NAN, 0);
	int found = 0;

	(void)state;
	for (uint64_t seed = 0; seed < SEEDS; seed++)
		found += !isnan(find(model, &disturbed, seed).M1);
	assert_in_range(found, 0, 1);
	model_free(model);
}

static double probability_at(const struct model *model, double bytes)
{
	return model_value(model, 0, "escalation_probability", (size_t)bytes);
}

/* At sizes from the byte after M1 on, not at those where escalations were counted: the model against 200 fresh gathers
 * of each, which escalate with probability 0.9. */
static void probabilities_hold_between_the_sizes_that_were_counted(void **state)
{
	enum { FRESH = 12, GATHERS = 200 };
	const struct noise noise = {.spread = 0.03, .outliers = 0.01, .outlier_factor = 5};
	struct model *model = cluster(8, 65536, 12001, 61440, 0.9), *fitted = cluster(8, NAN, NAN, NAN, 0);
	int outside = 0;
	double sum = 0;

	(void)state;
	for (uint64_t seed = 0; seed < 10; seed++) {
		struct thresholds found = find(model, &noise, seed);
		struct random random;

		assert_int_equal(thresholds_set(&found, fitted, NULL), OK);
		random_init(&random, seed);
		for (int i = 0; i < FRESH; i++) {
			double bytes = found.M1 + 1 + (found.M2 - found.M1 - 2) * i / (FRESH - 1), fresh = 0,
			       p = probability_at(fitted, bytes), both;

			for (int k = 0; k < GATHERS; k++)
				fresh += random_uniform(&random) < (bytes >= 12001 && bytes < 61440 ? 0.9 : 0.01);
			fresh /= GATHERS;
			both = (60 * p + GATHERS * fresh) / (60 + GATHERS);
			sum += fabs(p - fresh);
			outside += fabs(p - fresh) > 2.58 * sqrt(both * (1 - both) * (1.0 / 60 + 1.0 / GATHERS));
		}
	}
	print_message("probabilities are %.3f apart on average; %d of %d are outside of the interval of 99 %%\n",
		      sum / (10 * FRESH), outside, 10 * FRESH);
	assert_true(sum / (10 * FRESH) <= 0.08);
	assert_in_range(outside, 0, 5); /* of 120 one is outside by chance; five are once in 200 times */
	model_free(model);
	model_free(fitted);
}

static void without_escalations_none_are_found(void **state)
{
	static const struct noise noises[] = {
		{0}, {.spread = 0.02}, {.spread = 0.1, .outliers = 0.05, .outlier_factor = 5}};

	(void)state;
	for (size_t i = 0; i < COUNT(noises); i++) {
		struct model *model = cluster(8, 65536, NAN, NAN, 0);
		int found = 0;

		for (uint64_t seed = 0; seed < SEEDS; seed++)
			found += !isnan(find(model, &noises[i], seed).M1) || find(model, &noises[i], seed).n > 0;
		assert_int_equal(found, 0);
		model_free(model);
	}
}

static void escalations_are_kept_as_a_distribution(void **state)
{
	static const double probabilities[] = {0.2, 0.5, 0.9};
	const struct noise noise = {.spread = 0.02};

	(void)state;
	for (size_t i = 0; i < COUNT(probabilities); i++) {
		struct model *model = cluster(8, 65536, 8192, 65536, probabilities[i]),
			     *fitted = cluster(8, NAN, NAN, NAN, 0);
		struct thresholds found = find(model, &noise, 3);
		size_t made = 0, escalated = 0, deciles = 0;

		assert_int_equal(found.n, 8);
		for (size_t k = 0; k < found.n; k++) {
			made += found.list[k].made;
			escalated += found.list[k].escalated;
			deciles += found.list[k].q50 > 0.1 && found.list[k].q50 < 0.26 &&
				   found.list[k].q10 <= found.list[k].q50 && found.list[k].q50 <= found.list[k].q90;
		}
		assert_int_equal(made, 480);
		assert_true(fabs((double)escalated / (double)made - probabilities[i]) <
			    0.07);              /* three standard deviations of 480 drawings of a half */
		assert_in_range(deciles, 6, 8); /* a median of few drawings may lie outside */
		assert_int_equal(thresholds_set(&found, fitted, NULL), OK);
		assert_true(model_value(fitted, 0, "M1", 0) == found.M1 &&
			    model_value(fitted, 0, "M2", 0) == found.M2 && model_value(fitted, 0, "S", 0) == found.S);
		assert_true(fabs(model_value(fitted, 0, "escalation_probability", found.list[2].bytes) -
				 (double)found.list[2].escalated / 60) < 1e-12); /* rounding */
		model_free(model);
		model_free(fitted);
	}
}

static void what_an_earlier_search_found_goes_where_nothing_is_found(void **state)
{
	static const char *const names[] = {
		"S", "M1", "M2", "escalation_probability", "escalation_q10", "escalation_q50", "escalation_q90"};
	const struct thresholds none = {.S = NAN, .M1 = NAN, .M2 = NAN}, above = {.S = NAN, .M1 = 4096, .M2 = INFINITY};
	struct model *model = cluster(8, 50000, 8192, 65536, 0.5);

	(void)state;
	assert_int_equal(thresholds_set(&above, model, NULL), OK);
	assert_true(model_value(model, 0, "M1", 0) == 4096 && isnan(model_value(model, 0, "M2", 0)));
	assert_int_equal(thresholds_set(&none, model, NULL), OK);
	for (size_t p = 0; p < COUNT(names); p++)
		assert_true(isnan(model_value(model, 0, names[p], 0)));
	model_free(model);

	model = cluster(8, 50000, 8192, 65536, 0.5);
	assert_int_equal(model_set(model, 0, "rendezvous_alpha", 1e-4, NULL), OK);
	assert_int_equal(model_set(model, 0, "rendezvous_beta", 1e-7, NULL), OK);
	assert_int_equal(thresholds_set(&none, model, NULL), OK);
	assert_true(model_value(model, 0, "S", 0) == 50000 && isnan(model_value(model, 0, "M1", 0)));
	model_free(model);
}

static void a_sweep_of_few_sizes_and_a_model_without_thresholds_are_refused(void **state)
{
	const struct link any = {LINK_ANY, LINK_ANY};
	struct thresholds_options options = thresholds_options_default();
	struct model *hockney = model_new(&model_hockney, 2, &any, 1);
	struct thresholds found = {.S = 1};
	struct error err = {0};

	(void)state;
	options.stride = options.most / 9;
	assert_int_equal(thresholds_find(NULL, &options, &found, &err), ERR_INPUT);
	assert_int_equal(thresholds_set(&found, hockney, NULL), ERR_INPUT);
	model_free(hockney);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(thresholds_come_back_to_the_byte_without_noise),
		cmocka_unit_test(thresholds_come_back_from_noise),
		cmocka_unit_test(rare_and_short_escalations_are_found_up_to_their_end),
		cmocka_unit_test(M1_is_found_among_outliers_as_large_as_escalations),
		cmocka_unit_test(outliers_as_large_as_escalations_are_none),
		cmocka_unit_test(probabilities_hold_between_the_sizes_that_were_counted),
		cmocka_unit_test(without_escalations_none_are_found),
		cmocka_unit_test(escalations_are_kept_as_a_distribution),
		cmocka_unit_test(what_an_earlier_search_found_goes_where_nothing_is_found),
		cmocka_unit_test(a_sweep_of_few_sizes_and_a_model_without_thresholds_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
