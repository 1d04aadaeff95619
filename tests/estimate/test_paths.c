#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>

#include "model/paths.h"
#include "truth.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))
#define KNOTS 5

/* What the project promises without noise; rounding alone would leave about 1e-12. */
#define EXACT 1e-9

enum { SEEDS = 300, LEAST = 270, DRAWS = 200 };

static const struct noise quiet = {0}, noise = {.spread = 0.05, .outliers = 0.02, .outlier_factor = 5};

static const double default_bytes[KNOTS] = {0, 4096, 204800, 409600, 2048000};

/* Additional times in microseconds at the default sizes, by the letter of the path, in contiguous layout; each layout
 * multiplies them. */
static const struct {
	char letter;
	double us[KNOTS];
} additional[] = {
	{'s', {0, 55, 4350, 10240, 58590}}, {'r', {0, 43, 5740, 12020, 60050}}, {'f', {0, 108, 4480, 10980, 61250}}};

static const double layout_factors[MESSAGE_LAYOUTS] = {1, 1.6, 1.5, 2.2};

/* A P-3PC platform that knows n strides: each takes a tenth longer than the one before. */
static struct model *truth_p3pc(const size_t *strides, size_t n)
{
	struct model *truth = truth_new(&model_p3pc, false);
	struct error err = {0};
	char name[32], suffix[24] = "";

	truth_set(truth, 0, "t_cs", 6e-6);
	truth_set(truth, 0, "t_cr", 14.9e-6);
	truth_set(truth, 0, "t_cf", 23.6e-6);
	truth_set(truth, 0, "blocks", 100);
	for (size_t k = 0; k < n; k++) {
		if (k > 0)
			snprintf(suffix, sizeof(suffix), "_%zu", k + 1);
		snprintf(name, sizeof(name), "stride%s", suffix);
		truth_set(truth, 0, name, (double)strides[k]);
		for (unsigned ends = k > 0; ends < MESSAGE_LAYOUTS; ends++)
			for (size_t p = 0; p < COUNT(additional); p++) {
				double seconds[KNOTS];

				for (size_t i = 0; i < KNOTS; i++)
					seconds[i] = additional[p].us[i] * 1e-6 * layout_factors[ends] *
						     (1 + 0.1 * (double)k);
				snprintf(name, sizeof(name), "t_a%c_%s%s", additional[p].letter,
					 message_layout_names[ends], suffix);
				if (model_set_curve(truth, 0, name, default_bytes, seconds, KNOTS, &err) != OK)
					fail_msg("%s", err.text);
			}
	}
	return truth;
}

static struct model *truth_3pc(void)
{
	static const char *const names[] = {"t_cs", "t_as", "t_cr", "t_ar", "t_cf", "t_af"};
	static const double values[] = {6e-6, 2.8e-9, 14.9e-6, 2.9e-9, 23.6e-6, 3e-9};
	struct model *truth = truth_new(&model_3pc, false);

	for (size_t i = 0; i < COUNT(names); i++)
		truth_set(truth, 0, names[i], values[i]);
	return truth;
}

static void assert_close(double value, double expected, const char *what, double bytes)
{
	if (!(fabs(value - expected) <= EXACT * fabs(expected)))
		fail_msg("%s(%.0f): %.17g is not %.17g", what, bytes, value, expected);
}

/* Every parameter of either model, at all knots of both. */
static void check_same(const struct model *model, const struct model *truth)
{
	for (size_t p = 0; p < truth->class->n_params; p++) {
		const struct curve *found = &model->parameters[p].curve, *real = &truth->parameters[p].curve;

		if ((found->n == 0) != (real->n == 0))
			fail_msg("%s is there in one of the models only", truth->class->params[p].name);
		for (size_t k = 0; k < found->n && real->n > 0; k++)
			assert_close(found->y[k], curve_at(real, found->x[k]), truth->class->params[p].name,
				     found->x[k]);
		for (size_t k = 0; k < real->n && found->n > 0; k++)
			assert_close(curve_at(found, real->x[k]), real->y[k], truth->class->params[p].name, real->x[k]);
	}
}

static void estimate_and_check(const struct model *truth, const struct estimate_options *options)
{
	struct estimation e;

	estimation_run(&e, truth, &quiet, options, NULL);
	check_same(e.model, truth);
	estimation_release(&e);
}

static void the_parameters_of_3pc_come_back(void **state)
{
	struct model *truth = truth_3pc();
	struct estimate_options options = truth_options(&model_3pc, NULL, false);

	(void)state;
	estimate_and_check(truth, &options);
	model_free(truth);
}

/* Simulators may have send calls that take no time at all, or empty ones that do not. */
static void send_calls_that_take_no_time_are_a_line_at_0(void **state)
{
	static const double per_byte[] = {0, 2.8e-9};

	(void)state;
	for (size_t i = 0; i < COUNT(per_byte); i++) {
		struct model *truth = truth_3pc();
		struct estimate_options options = truth_options(&model_3pc, NULL, false);

		truth_set(truth, 0, "t_cs", 0);
		truth_set(truth, 0, "t_as", per_byte[i]);
		estimate_and_check(truth, &options);
		model_free(truth);
	}
}

static void the_parameters_of_p3pc_come_back(void **state)
{
	static const size_t stride = 2;
	struct model *truth = truth_p3pc(&stride, 1);
	struct estimate_options options = truth_options(&model_p3pc, NULL, false);

	(void)state;
	estimate_and_check(truth, &options);
	model_free(truth);
}

static void several_strides_come_back_each_with_its_curves(void **state)
{
	static const size_t strides[] = {2, 5, 16, 64};
	struct model *truth = truth_p3pc(strides, COUNT(strides));
	struct estimate_options options = truth_options(&model_p3pc, NULL, false);

	(void)state;
	memcpy(options.strides, strides, sizeof(strides));
	options.n_strides = COUNT(strides);
	estimate_and_check(truth, &options);
	model_free(truth);
}

static void adaptive_sizes_find_what_the_default_ones_miss(void **state)
{
	static const size_t stride = 2;
	static const double bytes[] = {0, 1000, 30000, 100000, 2048000}, us[] = {0, 3, 500, 600, 9000};
	struct model *truth = truth_p3pc(&stride, 1);
	struct estimate_options options = truth_options(&model_p3pc, NULL, false);
	size_t ends[] = {0, 2048000};
	const struct size_list range = {.bytes = ends, .n = 2, .adaptive = true};
	struct estimation e;
	double seconds[COUNT(us)], worst = 0;

	(void)state;
	for (size_t i = 0; i < COUNT(us); i++)
		seconds[i] = us[i] * 1e-6;
	assert_int_equal(model_set_curve(truth, 0, "t_as_nc", bytes, seconds, COUNT(us), NULL), OK);
	options.list = &range;
	estimation_run(&e, truth, &quiet, &options, NULL);
	/* Halving ends when a size lies within epsilon, 1 %, of the line through the two before it: near a bend a
	 * little more remains of the additional time. */
	for (size_t size = 64; size < 2048000; size += 997)
		worst = fmax(
			worst,
			fabs(model_value(e.model, 0, "t_as_nc", size) / model_value(truth, 0, "t_as_nc", size) - 1));
	assert_true(worst < 0.02);
	print_message("%zu sizes, off by at most %.2g\n", model_param(e.model, 0, "t_as_nc")->curve.n, worst);
	estimation_release(&e);
	model_free(truth);
}

static void logp_with_a_piecewise_gap_comes_back(void **state)
{
	struct model *truth = truth_new(&model_loggp_star, false);
	struct estimate_options options = truth_options(&model_loggp_star, NULL, false);
	double seconds[KNOTS];

	(void)state;
	for (size_t i = 0; i < KNOTS; i++)
		seconds[i] = additional[2].us[i] * 1e-6;
	truth_set(truth, 0, "L", 23.6e-6);
	truth_set(truth, 0, "g", 6e-6);
	assert_int_equal(model_set_curve(truth, 0, "G", default_bytes, seconds, KNOTS, NULL), OK);
	estimate_and_check(truth, &options);
	model_free(truth);
}

static void with_noise_the_truth_lies_in_the_intervals(const struct model *truth, const struct model_class *class)
{
	int inside[64][KNOTS] = {{0}}, least = SEEDS;

	for (int seed = 1; seed <= SEEDS; seed++) {
		struct estimate_options options = truth_options(class, NULL, false);
		struct estimation e;

		options.probe.seed = (uint64_t)seed;
		options.draws = DRAWS;
		estimation_run(&e, truth, &noise, &options, NULL);
		for (size_t p = 0; p < class->n_params; p++) {
			const struct parameter *found = &e.model->parameters[p];

			assert_true(found->curve.n <= KNOTS);
			for (size_t k = 0; k < found->curve.n; k++) {
				double real = curve_at(&truth->parameters[p].curve, found->curve.x[k]);

				inside[p][k] += found->low[k] <= real && real <= found->high[k];
			}
		}
		estimation_release(&e);
	}
	for (size_t p = 0; p < class->n_params; p++)
		for (size_t k = 0; k < truth->parameters[p].curve.n; k++) {
			if (inside[p][k] < LEAST)
				print_error("%s at knot %zu lies inside its interval in %d of %d seeds\n",
					    class->params[p].name, k, inside[p][k], SEEDS);
			if (inside[p][k] < least)
				least = inside[p][k];
		}
	print_message("%s: inside in %d of %d seeds at least\n", class->name, least, SEEDS);
	assert_true(least >= LEAST);
}

static void with_noise_3pc_lies_in_its_intervals(void **state)
{
	struct model *truth = truth_3pc();

	(void)state;
	with_noise_the_truth_lies_in_the_intervals(truth, &model_3pc);
	model_free(truth);
}

static void with_noise_p3pc_lies_in_its_intervals(void **state)
{
	static const size_t stride = 2;
	struct model *truth = truth_p3pc(&stride, 1);

	(void)state;
	with_noise_the_truth_lies_in_the_intervals(truth, &model_p3pc);
	model_free(truth);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_parameters_of_3pc_come_back),
		cmocka_unit_test(send_calls_that_take_no_time_are_a_line_at_0),
		cmocka_unit_test(the_parameters_of_p3pc_come_back),
		cmocka_unit_test(several_strides_come_back_each_with_its_curves),
		cmocka_unit_test(adaptive_sizes_find_what_the_default_ones_miss),
		cmocka_unit_test(logp_with_a_piecewise_gap_comes_back),
		cmocka_unit_test(with_noise_3pc_lies_in_its_intervals),
		cmocka_unit_test(with_noise_p3pc_lies_in_its_intervals),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
