#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "truth.h"

#define US 1e-6
#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* What the project promises without noise; rounding alone would leave about 1e-12. */
#define EXACT 1e-9

static const struct noise quiet = {0};

static void assert_close(double value, double expected, double tolerance, const char *what, size_t bytes)
{
	if (!(fabs(value - expected) <= tolerance * fabs(expected)))
		fail_msg("%s(%zu): %.17g is not %.17g", what, bytes, value, expected);
}

/* The sizes at which a parameter was estimated. */
static const struct curve *knots_of(const struct model *model, size_t l, const char *name)
{
	return &model_param(model, l, name)->curve;
}

/* The first size above bytes at which the parameter was estimated. */
static double knot_above(const struct curve *knots, double bytes)
{
	size_t k = 0;

	while (k + 1 < knots->n && knots->x[k] <= bytes)
		k++;
	return knots->x[k];
}

/* The platform's own value; of what nonblocking messages cost and of the time of delivery, which it does not hold, what
 * PLogP says. */
static double true_value(const struct model *truth, size_t l, const char *name, size_t bytes)
{
	if (strcmp(name, "o_i") == 0)
		return model_value(truth, l, "o_s", bytes);
	return name[0] == 'T' || strcmp(name, "r") == 0
		       ? model_value(truth, l, "L", 0) + model_value(truth, l, "g", bytes)
		       : model_value(truth, l, name, bytes);
}

/* A curve at all its knots and between them; where the truth jumps, from one knot to the next, there is nothing between
 * that could be right. */
static void check_curve(const struct model *model, const struct model *truth, size_t l, const char *name,
			double jumps_at)
{
	const struct curve *knots = knots_of(model, l, name);
	double after = jumps_at >= 0 ? knot_above(knots, jumps_at) : -1, last = knots->x[knots->n - 1];

	for (size_t k = 0; k < knots->n; k++)
		assert_close(knots->y[k], true_value(truth, l, name, (size_t)knots->x[k]), EXACT, name,
			     (size_t)knots->x[k]);
	for (double bytes = 0; bytes <= last; bytes += 61)
		if (bytes <= jumps_at || bytes >= after)
			assert_close(model_value(model, l, name, (size_t)bytes),
				     true_value(truth, l, name, (size_t)bytes), EXACT, name, (size_t)bytes);
}

static void check_model(const struct model *model, const struct model *truth, double jumps_at)
{
	assert_int_equal(model->n_links, truth->n_links);
	for (size_t l = 0; l < truth->n_links; l++) {
		for (size_t p = 0; p < truth->class->n_params; p++) {
			const char *name = truth->class->params[p].name;

			if (model_param(model, l, name)->curve.n == 0)
				assert_true(truth->class->params[p].optional);
			else if (truth->class->params[p].shape == PARAM_PER_SIZE)
				check_curve(model, truth, l, name, jumps_at);
			else
				assert_close(model_value(model, l, name, 0), model_value(truth, l, name, 0), EXACT,
					     name, 0);
		}
	}
}

static void every_estimator_finds_what_the_platform_is_made_of(void **state)
{
	(void)state;
	for (size_t i = 0; i < 2 * TRUTH_ESTIMATORS; i++) {
		const struct truth_estimator *estimator = &truth_estimators[i / 2];
		bool both = i % 2;
		struct model *truth = truth_of(estimator->class, both);
		struct estimate_options options = truth_options(estimator->class, estimator->method, both);
		struct estimation e;

		estimation_run(&e, truth, &quiet, &options, NULL);
		check_model(e.model, truth, TRUTH_SWITCH);
		assert_int_equal(e.prober.unsaturated, 0);
		estimation_release(&e);
		model_free(truth);
	}
}

static void an_exact_model_has_intervals_without_width(void **state)
{
	struct model *truth = truth_plogp(false);
	struct estimate_options options = truth_options(&model_plogp, "fast", false);
	struct estimation e;
	(void)state;
	estimation_run(&e, truth, &quiet, &options, NULL);
	for (size_t p = 0; p < model_plogp.n_params; p++) {
		const struct parameter *parameter = &e.model->parameters[p];

		for (size_t k = 0; k < parameter->curve.n; k++)
			assert_true(fabs(parameter->high[k] - parameter->low[k]) <=
				    EXACT * fabs(parameter->curve.y[k]));
	}
	estimation_release(&e);
	model_free(truth);
}

static void both_rules_find_the_switch_from_eager_to_rendezvous(void **state)
{
	static const enum size_rule rules[] = {RULE_EXTRAPOLATION, RULE_MIDPOINT};
	static const char *const names[] = {"o_s", "o_r", "o_r_expected", "g"};
	struct model *truth = truth_plogp(false);
	(void)state;
	for (size_t r = 0; r < COUNT(rules); r++) {
		struct estimate_options options = truth_options(&model_plogp, "fast", false);
		struct estimation e;

		options.sizes.rule = rules[r];
		estimation_run(&e, truth, &quiet, &options, NULL);
		check_model(e.model, truth, TRUTH_SWITCH);
		for (size_t c = 0; c < COUNT(names); c++) {
			double after = knot_above(knots_of(e.model, 0, names[c]), TRUTH_SWITCH);

			/* At 4096 bytes the last eager one, and less than a hundredth above it the first that is not:
			 * no interval of 41 bytes or less is halved. */
			assert_true(model_value(e.model, 0, names[c], TRUTH_SWITCH) ==
				    model_value(truth, 0, names[c], TRUTH_SWITCH));
			assert_true(after > TRUTH_SWITCH && after <= TRUTH_SWITCH * 1.0101);
		}
		estimation_release(&e);
	}
	model_free(truth);
}

static void receiving_may_cost_more_than_the_gap(void **state)
{
	static const size_t copied[] = {1024, 2048, 4096};
	struct model *truth = truth_plogp(false);
	struct estimate_options options = truth_options(&model_plogp, "fast", false);
	struct estimation e;
	(void)state;
	estimation_run(&e, truth, &quiet, &options, NULL);
	for (size_t i = 0; i < COUNT(copied); i++)
		assert_true(model_value(e.model, 0, "o_r", copied[i]) > model_value(e.model, 0, "g", copied[i]));
	assert_true(model_value(e.model, 0, "o_r", 65536) < model_value(e.model, 0, "g", 65536));
	estimation_release(&e);
	model_free(truth);
}

/* A platform whose g bends at 64, 128, 256 and 512 KiB and is linear from there on; overheads do not bend. */
static struct model *bending_platform(void)
{
	static const double bytes[] = {0, 65536, 131072, 262144, 524288, 1048576}, us[] = {3, 70, 160, 400, 1000, 2600};
	struct model *truth = truth_plogp(false);
	double seconds[COUNT(us)];

	for (size_t k = 0; k < COUNT(us); k++)
		seconds[k] = us[k] * US;
	for (size_t c = 0; c < COUNT(truth_curves); c++) {
		static const double ends[] = {0, 1048576}, line[] = {1e-6, 11e-6};

		assert_int_equal(model_set_curve(truth, 0, truth_curves[c].name, ends, line, 2, NULL), OK);
	}
	assert_int_equal(model_set_curve(truth, 0, "g", bytes, seconds, COUNT(us), NULL), OK);
	return truth;
}

static void sizes_grow_until_the_gap_is_linear(void **state)
{
	static const char *const methods[] = {"fast", "saturation"};
	struct model *truth = bending_platform();
	(void)state;
	for (size_t i = 0; i < COUNT(methods); i++) {
		struct estimate_options options = truth_options(&model_plogp, methods[i], false);
		struct estimation e;
		const struct curve *knots;

		estimation_run(&e, truth, &quiet, &options, NULL);
		knots = knots_of(e.model, 0, "g");
		assert_true(knots->x[knots->n - 1] == 2097152); /* 512 KiB, 1 and 2 MiB lie on a line */
		check_model(e.model, truth, -1);
		/* The line goes on above. */
		assert_close(model_value(e.model, 0, "g", 8388608), model_value(truth, 0, "g", 8388608), EXACT, "g",
			     8388608);
		estimation_release(&e);
	}
	model_free(truth);
}

static void sizes_do_not_grow_beyond_the_largest_allowed(void **state)
{
	static const struct {
		size_t size_most, count_most, largest;
		const char *note;
	} cases[] = {
		{524288, 100, 524288, "g still bends at 524288 bytes, the largest size allowed"},
		{600000, 100, 524288, "g still bends at 524288 bytes"},
		{262144, 100, 262144, "g still bends at 262144 bytes"},
		{100000, 100, 100000, "g still bends at 100000 bytes"},
		{4194304, 21, 524288, "21 sizes are measured, the most allowed"}, /* 20 to begin with */
	};
	struct model *truth = bending_platform();
	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct estimate_options options = truth_options(&model_plogp, "fast", false);
		struct notes notes = {0};
		const struct progress progress = {.note = notes_take, .context = &notes};
		struct estimation e;
		const struct curve *knots;

		options.size_most = cases[i].size_most;
		options.count_most = cases[i].count_most;
		estimation_run(&e, truth, &quiet, &options, &progress);
		knots = knots_of(e.model, 0, "g");
		assert_true(knots->x[knots->n - 1] == (double)cases[i].largest);
		assert_true(knots->n <= cases[i].count_most);
		assert_true(notes_hold(&notes, cases[i].note));
		assert_true(notes.warnings > 0);
		estimation_release(&e);
	}
	model_free(truth);
}

static void no_more_sizes_are_measured_than_allowed(void **state)
{
	static const size_t most[] = {1, 2, 5, 10, 20, 21, 23, 30};
	static const char *const methods[] = {"fast", "saturation"};
	struct model *truth = truth_plogp(false);
	(void)state;
	for (size_t i = 0; i < COUNT(most) * 2; i++) {
		struct estimate_options options = truth_options(&model_plogp, methods[i % 2], false);
		struct notes notes = {0};
		const struct progress progress = {.note = notes_take, .context = &notes};
		struct estimation e;
		const struct curve *knots;

		options.count_most = most[i / 2];
		estimation_run(&e, truth, &quiet, &options, &progress);
		knots = knots_of(e.model, 0, "o_s");
		assert_int_equal(knots->n, most[i / 2] < 2 ? 2 : most[i / 2]); /* the ends are always there */
		assert_true(knots->x[0] == 0 && knots->x[knots->n - 1] == (most[i / 2] > 22    ? 1048576
									   : most[i / 2] == 21 ? 524288
											       : 262144));
		if (most[i / 2] >= 20)
			assert_true(notes_hold(&notes, "the most allowed, and"));
		for (size_t k = 0; k < knots->n; k++)
			assert_close(knots->y[k], model_value(truth, 0, "o_s", (size_t)knots->x[k]), EXACT, "o_s",
				     (size_t)knots->x[k]);
		estimation_release(&e);
	}
	model_free(truth);
}

static void a_list_of_sizes_is_measured_as_it_is(void **state)
{
	static size_t bytes[] = {0, 100, 4096, 5000, 100000};
	const struct size_list list = {.bytes = bytes, .n = COUNT(bytes), .adaptive = false};
	struct model *truth = truth_plogp(true);
	struct estimate_options options = truth_options(&model_plogp, "fast", true);
	struct estimation e;
	(void)state;
	options.list = &list;
	estimation_run(&e, truth, &quiet, &options, NULL);
	for (size_t l = 0; l < 2; l++) {
		const struct curve *knots = knots_of(e.model, l, "g");

		assert_int_equal(knots->n, COUNT(bytes));
		for (size_t k = 0; k < knots->n; k++) {
			assert_true(knots->x[k] == (double)bytes[k]);
			assert_close(knots->y[k], model_value(truth, l, "g", bytes[k]), EXACT, "g", bytes[k]);
		}
	}
	estimation_release(&e);
	model_free(truth);
}

static void an_adaptive_range_is_refined_between_its_ends(void **state)
{
	static size_t ends[] = {0, 20000};
	const struct size_list list = {.bytes = ends, .n = 2, .adaptive = true};
	struct model *truth = truth_plogp(false);
	struct estimate_options options = truth_options(&model_plogp, "fast", false);
	struct estimation e;
	const struct curve *knots;
	(void)state;
	options.list = &list;
	estimation_run(&e, truth, &quiet, &options, NULL);
	knots = knots_of(e.model, 0, "g");
	assert_true(knots->x[0] == 0 && knots->x[knots->n - 1] == 20000);
	assert_true(knot_above(knots, TRUTH_SWITCH) <= TRUTH_SWITCH * 1.0101);
	check_model(e.model, truth, TRUTH_SWITCH);
	estimation_release(&e);
	model_free(truth);
}

static void a_regression_ends_when_the_line_predicts_the_next_size(void **state)
{
	struct model *truth = truth_hockney(false);
	struct estimate_options options = truth_options(&model_hockney, "regression", false);
	struct estimation e;
	(void)state;
	estimation_run(&e, truth, &quiet, &options, NULL);
	assert_int_equal(echoes_of(&e.campaign), 3); /* both ends, and one between that agrees */
	check_model(e.model, truth, -1);
	estimation_release(&e);
	model_free(truth);
}

static void a_regression_that_no_line_fits_ends_at_the_most_sizes(void **state)
{
	struct model *truth = truth_plogp(false); /* a platform that is none of Hockney's */
	struct estimate_options options = truth_options(&model_hockney, "regression", false);
	struct notes notes = {0};
	const struct progress progress = {.note = notes_take, .context = &notes};
	size_t ends[] = {0, 16384};
	const struct size_list list = {.bytes = ends, .n = 2, .adaptive = true};
	struct estimation e;
	(void)state;
	options.list = &list;
	options.count_most = 9;
	options.sizes.epsilon = 1e-4;
	estimation_run(&e, truth, &quiet, &options, &progress);
	assert_int_equal(echoes_of(&e.campaign), 9);
	assert_true(notes_hold(&notes, "no line fits: after 9 sizes"));
	estimation_release(&e);
	model_free(truth);
}

static void of_unlike_directions_hockney_holds_the_mean_and_plogp_the_mean_latency(void **state)
{
	struct model *hockney = truth_hockney(true), *plogp = truth_plogp(true);
	struct estimate_options hockney_options = truth_options(&model_hockney, "two-point", true),
				plogp_options = truth_options(&model_plogp, "fast", true);
	struct estimation a, b;
	(void)state;
	truth_set(hockney, 1, "alpha", 20.5 * US);
	truth_set(hockney, 1, "beta", 1e-9);
	truth_set(plogp, 1, "L", 30 * US);
	estimation_run(&a, hockney, &quiet, &hockney_options, NULL);
	estimation_run(&b, plogp, &quiet, &plogp_options, NULL);
	for (size_t l = 0; l < 2; l++) {
		assert_close(model_value(a.model, l, "alpha", 0), (12.5 + 20.5) / 2 * US, EXACT, "alpha", 0);
		assert_close(model_value(a.model, l, "beta", 0), 2e-9, EXACT, "beta", 0);
		assert_close(model_value(b.model, l, "L", 0), 20 * US, EXACT, "L", 0);
		check_curve(b.model, plogp, l, "g", TRUTH_SWITCH); /* each way its own */
	}
	estimation_release(&a);
	estimation_release(&b);
	model_free(hockney);
	model_free(plogp);
}

static void with_a_coarse_clock_parameters_are_right_to_a_tick(void **state)
{
	/* Empty round trips are 260 ticks, o_s is 11: round trips are timed in loops, so that send calls are timed
	 * by themselves. */
	const struct noise coarse = {.tick = 0.1 * US};
	const struct experiment alone = {.kind = EXPERIMENT_SEND_ALONE, .from = 0, .to = 1, .count = 1};
	struct model *truth = truth_plogp(true);
	struct estimate_options options = truth_options(&model_plogp, "fast", true);
	struct estimation e;
	(void)state;
	estimation_run(&e, truth, &coarse, &options, NULL);
	assert_non_null(campaign_find(&e.campaign, &alone));
	for (size_t i = 0; i < 2 * model_plogp.n_params; i++) {
		const struct curve *knots = &e.model->parameters[i].curve;
		const char *name = model_plogp.params[i % model_plogp.n_params].name;

		/* A single timing loses less than a tick; a gap takes in another quarter, of RTT(0) in a loop of 4, and
		 * next to nothing of g(0). */
		for (size_t k = 0; k < knots->n && model_param(truth, i / model_plogp.n_params, name)->curve.n > 0; k++)
			if (!(fabs(knots->y[k] - model_value(truth, i / model_plogp.n_params, name,
							     (size_t)knots->x[k])) <= 1.3 * coarse.tick))
				fail_msg("%s(%g) is off by more than a tick", name, knots->x[k]);
	}
	estimation_release(&e);
	model_free(truth);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_estimator_finds_what_the_platform_is_made_of),
		cmocka_unit_test(an_exact_model_has_intervals_without_width),
		cmocka_unit_test(both_rules_find_the_switch_from_eager_to_rendezvous),
		cmocka_unit_test(receiving_may_cost_more_than_the_gap),
		cmocka_unit_test(sizes_grow_until_the_gap_is_linear),
		cmocka_unit_test(sizes_do_not_grow_beyond_the_largest_allowed),
		cmocka_unit_test(no_more_sizes_are_measured_than_allowed),
		cmocka_unit_test(a_list_of_sizes_is_measured_as_it_is),
		cmocka_unit_test(an_adaptive_range_is_refined_between_its_ends),
		cmocka_unit_test(a_regression_ends_when_the_line_predicts_the_next_size),
		cmocka_unit_test(a_regression_that_no_line_fits_ends_at_the_most_sizes),
		cmocka_unit_test(of_unlike_directions_hockney_holds_the_mean_and_plogp_the_mean_latency),
		cmocka_unit_test(with_a_coarse_clock_parameters_are_right_to_a_tick),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
