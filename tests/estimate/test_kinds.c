#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "truth.h"
#include "model/lmo_fit.h"

enum { PROCESSES = 9, KINDS = 3, TIMES = 15 };

static const struct noise quiet = {.spread = 0}, noisy = {.spread = 0.02};

/* Processors of three kinds behind links that are all alike. */
static const double calls[KINDS] = {20e-6, 60e-6, 200e-6}, bytes[KINDS] = {2e-9, 10e-9, 30e-9};

static struct model *truth_kinds(void)
{
	struct link *links = NULL;
	size_t n = 0;
	struct model *model;

	assert_int_equal(lmo_links(PROCESSES, &links, &n, NULL), OK);
	model = model_new(&model_lmo, PROCESSES, links, n);
	free(links);
	assert_non_null(model);
	for (size_t l = 0; l < model->n_links; l++) {
		int i = model->links[l].from;

		if (i >= 0 && i == model->links[l].to) {
			truth_set(model, l, "C", calls[i % KINDS]);
			truth_set(model, l, "t", bytes[i % KINDS]);
		} else if (i >= 0) {
			truth_set(model, l, "L", 50e-6);
			truth_set(model, l, "inverse_beta", 8e-9);
		}
	}
	return model;
}

static struct model *estimated(const struct model *truth, const struct noise *noise)
{
	const struct method *method = model_method_find(&model_lmo, NULL, NULL);
	struct estimate_options options = estimate_options_default(&model_lmo, method);
	struct platform *platform = NULL;
	struct campaign campaign = {0};
	struct prober prober = {0};
	struct error err = {0};
	struct model *model;

	assert_int_equal(synthetic_open(truth, noise, 1, &platform, &err), OK);
	model = estimate_run(&options, platform, &campaign, NULL, NULL, &prober, &err);
	if (!model)
		fail_msg("%s", err.text);
	prober_release(&prober);
	campaign_release(&campaign);
	platform_close(platform);
	return model;
}

/* The least of a few times that a linear operation takes where messages cost what the model says. */
static double measured(const struct model *model, const char *operation, size_t size, const struct noise *noise)
{
	struct experiment what = {.kind = EXPERIMENT_COLLECTIVE, .bytes = size, .count = 1, .loop = 1};
	struct observation observations[TIMES];
	struct platform *platform = NULL;
	struct error err = {0};
	double least = INFINITY;

	strcpy(what.setup.collective, operation);
	strcpy(what.setup.algorithm, "linear");
	assert_int_equal(synthetic_open(model, noise, 2, &platform, &err), OK);
	if (platform_run(platform, &what, TIMES, observations, &err) != OK)
		fail_msg("%s", err.text);
	for (size_t i = 0; i < TIMES; i++)
		least = fmin(least, observations[i].seconds);
	platform_close(platform);
	return least;
}

static void assert_near(double value, double expected, double part, const char *what, int which)
{
	if (!(fabs(value - expected) <= part * expected))
		fail_msg("%s of %d: %g is not %g within %g", what, which, value, expected, part);
}

/* Least times of 20 differ by a tenth of the noise; C and t are differences of such. */
static void the_processors_of_three_kinds_come_back(void **state)
{
	const struct {
		const struct noise *noise;
		double part;
	} cases[] = {{&quiet, 1e-9}, {&noisy, 0.15}};
	struct model *truth = truth_kinds();

	(void)state;
	for (size_t c = 0; c < 2; c++) {
		struct model *model = estimated(truth, cases[c].noise);

		for (int i = 0; i < PROCESSES; i++) {
			size_t l = model_process(model, i);

			assert_near(model_value(model, l, "C", 0), calls[i % KINDS], cases[c].part, "C", i);
			assert_near(model_value(model, l, "t", 0), bytes[i % KINDS], cases[c].part, "t", i);
		}
		model_free(model);
	}
	model_free(truth);
}

static void scatters_and_gathers_take_what_the_estimated_model_says(void **state)
{
	static const size_t sizes[] = {1000, 8000, 40000};
	struct model *truth = truth_kinds(), *model = estimated(truth, &noisy);

	(void)state;
	for (int k = 0; k < 3; k++) {
		assert_near(measured(model, "scatter", sizes[k], &quiet), measured(truth, "scatter", sizes[k], &noisy),
			    0.05, "scatter", k);
		assert_near(measured(model, "gather", sizes[k], &quiet), measured(truth, "gather", sizes[k], &noisy),
			    0.05, "gather", k);
	}
	model_free(model);
	model_free(truth);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_processors_of_three_kinds_come_back),
		cmocka_unit_test(scatters_and_gathers_take_what_the_estimated_model_says),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
