#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>

#include "estimate/model_notes.h"
#include "model/paths.h"
#include "truth_paths.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* What the project promises without noise; rounding alone would leave about 1e-12. */
#define EXACT 1e-9

enum { DRAWS = 200 };

static const struct noise quiet = {0}, noise = {.spread = 0.05, .outliers = 0.02, .outlier_factor = 5};

static void assert_close(double value, double expected, const char *what, double bytes)
{
	if (!(fabs(value - expected) <= EXACT * fabs(expected)))
		fail_msg("%s(%.0f): %.17g is not %.17g", what, bytes, value, expected);
}

/* The calls by themselves, which models may leave out. */
static bool is_alone(const struct param_spec *spec)
{
	return strcmp(spec->name, "o_s") == 0 || strcmp(spec->name, "o_r") == 0;
}

/* Every parameter of either model, at all knots of both. */
static void check_same(const struct model *model, const struct model *truth)
{
	for (size_t p = 0; p < truth->class->n_params; p++) {
		const struct curve *found = &model->parameters[p].curve, *real = &truth->parameters[p].curve;

		if (is_alone(&truth->class->params[p]) && real->n == 0)
			continue;
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
	struct estimate_options options = paths_options(&model_3pc);

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
		struct estimate_options options = paths_options(&model_3pc);

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
	struct estimate_options options = paths_options(&model_p3pc);

	(void)state;
	estimate_and_check(truth, &options);
	model_free(truth);
}

static void several_strides_come_back_each_with_its_curves(void **state)
{
	static const size_t strides[] = {2, 5, 16, 64};
	struct model *truth = truth_p3pc(strides, COUNT(strides));
	struct estimate_options options = paths_options(&model_p3pc);

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
	struct estimate_options options = paths_options(&model_p3pc);
	size_t ends[] = {0, 2048000};
	const struct size_list range = {.bytes = ends, .n = 2, .adaptive = true};
	struct estimation e;
	double seconds[COUNT(us)], worst = 0;

	(void)state;
	for (size_t i = 0; i < COUNT(us); i++)
		seconds[i] = us[i] * 1e-6;
	assert_int_equal(model_set_curve(truth, 0, "t_as_nc", bytes, seconds, COUNT(us), NULL), OK);
	options.list = &range;
	options.count_most = 100;
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

/* The mean error of the full path over sizes that the model was not made of. */
static double mean_error(const struct model *model, const struct model *truth)
{
	double sum = 0;
	int n = 0;

	for (double size = 50; size < 2e6; size *= 1.17, n++)
		sum += fabs(model_p2p(model, (struct link){0, 1}, (size_t)size) /
				    model_p2p(truth, (struct link){0, 1}, (size_t)size) -
			    1);
	return sum / n;
}

static void by_default_sizes_are_added_where_times_bend(void **state)
{
	static const size_t stride = 2;
	static const double bytes[] = {0, 100, 3000, 3001, 60000, 2048000}, us[] = {0, 0.2, 9, 30, 180, 5900};
	struct model *truth = truth_p3pc(&stride, 1);
	struct estimate_options options = truth_options(&model_p3pc, NULL, false), few = paths_options(&model_p3pc);
	struct estimation e;
	double seconds[COUNT(us)];

	(void)state;
	for (size_t i = 0; i < COUNT(us); i++)
		seconds[i] = us[i] * 1e-6;
	assert_int_equal(model_set_curve(truth, 0, "t_af_cc", bytes, seconds, COUNT(us), NULL), OK);
	estimation_run(&e, truth, &quiet, &few, NULL);
	print_message("5 sizes: off by %.2g in the mean\n", mean_error(e.model, truth));
	assert_true(mean_error(e.model, truth) > 0.03);
	estimation_release(&e);
	estimation_run(&e, truth, &quiet, &options, NULL);
	print_message("%zu sizes, off by %.2g in the mean\n", model_param(e.model, 0, "t_af_cc")->curve.n,
		      mean_error(e.model, truth));
	assert_true(mean_error(e.model, truth) < 0.01); /* epsilon, by which a size may be off the line */
	assert_true(model_param(e.model, 0, "t_af_cc")->curve.n <= options.count_most);
	estimation_release(&e);
	model_free(truth);
}

/* PLogP's gap, and its overheads: what a stream waits for. */
static struct model *truth_of_calls(const double send[2], const double receive[2], const double gap[2])
{
	static const double bytes[] = {0, 2048000};
	struct model *truth = truth_new(&model_plogp, false);

	truth_set(truth, 0, "L", 30e-6);
	assert_int_equal(model_set_curve(truth, 0, "o_s", bytes, send, 2, NULL), OK);
	assert_int_equal(model_set_curve(truth, 0, "o_r", bytes, receive, 2, NULL), OK);
	assert_int_equal(model_set_curve(truth, 0, "g", bytes, gap, 2, NULL), OK);
	return truth;
}

/* Send calls of a burst return at once where a buffer has room: 128 KiB, all there is, or none. */
static void a_stream_tells_what_a_buffer_swallows(void **state)
{
	static const double quick[2] = {3e-6, 3e-6 + 2048000e-10}, middle[2] = {5e-6, 5e-6 + 2048000e-9},
			    slow[2] = {9e-6, 9e-6 + 2048000 * 80e-9};
	static const struct {
		const double *send, *receive, *gap, *busy_send, *busy_receive;
	} cases[] = {
		{quick, middle, slow, slow, slow},       /* the network */
		{quick, slow, slow, quick, slow},        /* the receiver: another one would not be waited for */
		{slow, middle, slow, slow, middle},      /* the sender */
		{middle, middle, middle, middle, middle} /* all of them */
	};
	static const size_t buffers[] = {131072, SIZE_MAX};

	(void)state;
	for (size_t c = 0; c < COUNT(cases); c++)
		for (size_t b = 0; b < COUNT(buffers); b++) {
			struct model *truth = truth_of_calls(cases[c].send, cases[c].receive, cases[c].gap);
			struct estimate_options options = paths_options(&model_p3pc);
			const struct noise swallows = {.buffer = buffers[b]};
			const bool held = cases[c].busy_send != cases[c].gap && buffers[b] < SIZE_MAX;
			struct estimation e;

			estimation_run(&e, truth, &swallows, &options, NULL);
			for (size_t i = 0; i < PATH_KNOTS; i++) {
				size_t size = (size_t)path_bytes[i];
				const struct message_layout contiguous = {.ends = 0};
				double part = path_bytes[i] / 2048000;
				struct paths paths;

				assert_int_equal(
					model_paths(e.model, (struct link){0, 1}, size, &contiguous, &paths, NULL), OK);
				/* A buffer that is full lets a sender wait for its receiver, whatever it be. */
				if (!held)
					assert_close(paths.send,
						     cases[c].busy_send[0] +
							     part * (cases[c].busy_send[1] - cases[c].busy_send[0]),
						     "T_send", path_bytes[i]);
				assert_close(paths.receive,
					     cases[c].busy_receive[0] +
						     part * (cases[c].busy_receive[1] - cases[c].busy_receive[0]),
					     "T_recv", path_bytes[i]);
				assert_close(model_value(e.model, 0, "o_s", size),
					     cases[c].send[0] + part * (cases[c].send[1] - cases[c].send[0]), "o_s",
					     path_bytes[i]);
			}
			estimation_release(&e);
			model_free(truth);
		}
}

/* By the fast method a send call that outlasts its message is the gap; by saturation the gap is that of trains. */
static void send_calls_above_the_gap_are_the_gap_or_told(void **state)
{
	static const double below[2] = {3e-6, 200e-6}, gap[2] = {4e-6, 300e-6}, above[2] = {3e-6, 450e-6};
	static const struct {
		const char *method;
		const double *send;
		double clock, longest; /* s: of a call of the clock; g of 2048000 bytes */
		bool told;
	} cases[] = {{"fast", below, 0, 300e-6, false},      {"fast", gap, 0, 300e-6, false},
		     {"fast", above, 0, 450e-6, false},      {"saturation", below, 0, 300e-6, false},
		     {"saturation", above, 0, 300e-6, true}, {"saturation", above, 2e-6, 300e-6, true},
		     {"saturation", above, 1, 300e-6, false}};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct model *truth = truth_of_calls(cases[i].send, below, gap);
		struct estimate_options options = paths_options(&model_plogp);
		struct notes notes = {0};
		const struct progress progress = {.note = notes_take, .context = &notes};
		const struct link link = {0, 1};
		struct estimation e;

		options.method = model_method_find(&model_plogp, cases[i].method, NULL);
		estimation_run(&e, truth, &quiet, &options, NULL);
		assert_close(model_value(e.model, 0, "g", 2048000), cases[i].longest, cases[i].method, 2048000);
		for (size_t k = 0; k < PATH_KNOTS; k++)
			assert_close(model_p2p(e.model, link, (size_t)path_bytes[k]),
				     model_p2p(truth, link, (size_t)path_bytes[k]), "T", path_bytes[k]);
		model_notes((const struct model *const[]){e.model}, 1, cases[i].clock, &progress);
		if (notes_hold(&notes, "o_s(m) > g(m) at 3 of 5 sizes, most at 2048000 bytes, by ") != cases[i].told)
			fail_msg("%s", notes.text);
		estimation_release(&e);
		model_free(truth);
	}
}

static void logp_with_a_piecewise_gap_comes_back(void **state)
{
	struct model *truth = truth_loggp_star();
	struct estimate_options options = paths_options(&model_loggp_star);

	(void)state;
	estimate_and_check(truth, &options);
	model_free(truth);
}

static void with_noise_the_truth_lies_in_the_intervals(const struct model *truth, const struct model_class *class)
{
	int inside[64][PATH_KNOTS] = {{0}}, seeds = 300, least = seeds;

	for (int seed = 1; seed <= seeds; seed++) {
		struct estimate_options options = paths_options(class);
		struct estimation e;

		options.probe.seed = (uint64_t)seed;
		options.draws = DRAWS;
		estimation_run(&e, truth, &noise, &options, NULL);
		for (size_t p = 0; p < class->n_params; p++) {
			const struct parameter *found = &e.model->parameters[p];

			if (truth->parameters[p].curve.n == 0)
				continue;
			assert_true(found->curve.n <= PATH_KNOTS);
			for (size_t k = 0; k < found->curve.n; k++) {
				double real = curve_at(&truth->parameters[p].curve, found->curve.x[k]);

				inside[p][k] += found->low[k] <= real && real <= found->high[k];
			}
		}
		estimation_release(&e);
	}
	for (size_t p = 0; p < class->n_params; p++)
		for (size_t k = 0; k < truth->parameters[p].curve.n; k++) {
			if (10 * inside[p][k] < 9 * seeds)
				print_error("%s at knot %zu lies inside its interval in %d of %d seeds\n",
					    class->params[p].name, k, inside[p][k], seeds);
			if (inside[p][k] < least)
				least = inside[p][k];
		}
	print_message("%s: inside in %d of %d seeds at least\n", class->name, least, seeds);
	assert_true(10 * least >= 9 * seeds);
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
		cmocka_unit_test(by_default_sizes_are_added_where_times_bend),
		cmocka_unit_test(a_stream_tells_what_a_buffer_swallows),
		cmocka_unit_test(send_calls_above_the_gap_are_the_gap_or_told),
		cmocka_unit_test(logp_with_a_piecewise_gap_comes_back),
		cmocka_unit_test(with_noise_3pc_lies_in_its_intervals),
		cmocka_unit_test(with_noise_p3pc_lies_in_its_intervals),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
