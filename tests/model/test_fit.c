#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "fit_support.h"

static const struct fit_options plain = {.statistic = STATISTIC_MIN, .confidence = 0.95, .draws = 0, .seed = 1};

/* The model of a class, fitted by a method to a campaign: from 0 to 1, or in both directions. */
static struct model *fitted(const struct model_class *class, const char *method, const struct campaign *campaign,
			    bool directions)
{
	struct model *model = made(class, directions ? both : any, directions ? 2 : 1);
	struct error err = {0};

	if (model_fit(model, campaign, model_method_find(class, method, NULL), both, &plain, &err) != OK)
		fail_msg("%s", err.text);
	return model;
}

static void hockney_from_two_points_and_from_a_line(void **state)
{
	/* One way 10 us + 2 ns/B; the round trip with an empty answer is not its business. */
	static const struct timing timings[] = {
		{EXPERIMENT_ROUNDTRIP, 0, 1, 0, 0, 1, 20, 5},
		{EXPERIMENT_ROUNDTRIP, 0, 1, 1000000, 1000000, 1, 4020, 5},
		{EXPERIMENT_ROUNDTRIP, 0, 1, 500000, 500000, 1, 2020, 5},
		{EXPERIMENT_ROUNDTRIP, 0, 1, 777, 0, 1, 9999, 5},
		{EXPERIMENT_ROUNDTRIP, 1, 0, 2000000, 2000000, 1, 9999, 5},
	};
	static const char *const methods[] = {"two-point", "regression"};
	struct campaign campaign = {0};
	(void)state;
	timings_add(&campaign, timings, COUNT(timings));
	for (size_t i = 0; i < 2; i++) {
		struct model *model = fitted(&model_hockney, methods[i], &campaign, false);

		assert_close(model_value(model, 0, "alpha", 0), 10 * US);
		assert_close(model_value(model, 0, "beta", 0), 2e-9);
		model_free(model);
	}
	campaign_release(&campaign);
}

static void a_regression_weighs_relative_deviations(void **state)
{
	/*
	 * The line is 10, 20 and 30 us at 0, 100 and 200 bytes: with deviations of 1, -8 and 9 us, divided by f^2 0.01,
	 * -0.02 and 0.01 of a us, these and their products with x have the sum 0. It is settled to 1e-6, since its
	 * deviance falls by its square.
	 */
	static const struct timing timings[] = {
		{EXPERIMENT_ROUNDTRIP, 0, 1, 0, 0, 1, 22, NAN},
		{EXPERIMENT_ROUNDTRIP, 0, 1, 100, 100, 1, 24, NAN},
		{EXPERIMENT_ROUNDTRIP, 0, 1, 200, 200, 1, 78, NAN},
	};
	struct campaign campaign = {0};
	struct model *model;
	(void)state;
	timings_add(&campaign, timings, COUNT(timings));
	model = fitted(&model_hockney, "regression", &campaign, false);
	assert_true(fabs(model_value(model, 0, "beta", 0) / (0.1 * US) - 1) < 1e-6);
	assert_true(fabs(model_value(model, 0, "alpha", 0) / (10 * US) - 1) < 1e-6);
	model_free(model);
	campaign_release(&campaign);
}

/* Short messages both ways: there o_s 1, o_r 2, g 3; back o_s 4, o_r 6, g 5; round trip 33 us. Trains of 10^6 bytes:
 * 1003 us a message there, 2005 back. */
static const struct timing short_ones[] = {
	{EXPERIMENT_ROUNDTRIP, 0, 1, 1, 1, 1, 33, 99},        {EXPERIMENT_SEND, 0, 1, 1, 0, 1, 1, NAN},
	{EXPERIMENT_RECEIVE, 0, 1, 1, 0, 1, 2, NAN},          {EXPERIMENT_TRAIN, 0, 1, 1, 0, 1, 30, NAN},
	{EXPERIMENT_TRAIN, 0, 1, 1, 0, 21, 93, NAN}, /* (93 - 30) / 20 would be the gap but for the longer train */
	{EXPERIMENT_TRAIN, 0, 1, 1, 0, 101, 330, NAN},        {EXPERIMENT_TRAIN, 0, 1, 1000001, 0, 1, 1030, NAN},
	{EXPERIMENT_TRAIN, 0, 1, 1000001, 0, 11, 11060, NAN},
};
static const struct timing short_ones_back[] = {
	{EXPERIMENT_ROUNDTRIP, 1, 0, 1, 1, 1, 33, 99},        {EXPERIMENT_SEND, 1, 0, 1, 0, 1, 4, NAN},
	{EXPERIMENT_RECEIVE, 1, 0, 1, 0, 1, 6, NAN},          {EXPERIMENT_TRAIN, 1, 0, 1, 0, 1, 30, NAN},
	{EXPERIMENT_TRAIN, 1, 0, 1, 0, 11, 80, NAN},          {EXPERIMENT_TRAIN, 1, 0, 1000001, 0, 1, 2030, NAN},
	{EXPERIMENT_TRAIN, 1, 0, 1000001, 0, 11, 22080, NAN},
};

static void logp_and_loggp_from_single_calls_and_trains(void **state)
{
	static const struct model_class *const classes[] = {&model_logp, &model_loggp};
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct campaign campaign = {0};
		struct model *one, *two;

		timings_add(&campaign, short_ones, COUNT(short_ones));
		one = fitted(classes[i], "saturation", &campaign, false);
		assert_close(model_value(one, 0, "L", 0), (16.5 - 1 - 2) * US); /* RTT/2 - o_s - o_r */
		assert_close(model_value(one, 0, "o_s", 0), 1 * US);
		assert_close(model_value(one, 0, "o_r", 0), 2 * US);
		assert_close(model_value(one, 0, "g", 0), 3 * US);
		timings_add(&campaign, short_ones_back, COUNT(short_ones_back));
		two = fitted(classes[i], "saturation", &campaign, true);
		for (size_t l = 0; l < 2; l++) /* each way pays its own overheads */
			assert_close(model_value(two, l, "L", 0), (33 - 1 - 2 - 4 - 6) / 2.0 * US);
		assert_close(model_value(two, 1, "o_s", 0), 4 * US);
		assert_close(model_value(two, 1, "o_r", 0), 6 * US);
		assert_close(model_value(two, 1, "g", 0), 5 * US);
		if (classes[i] == &model_loggp) {
			assert_close(model_value(one, 0, "G", 0), 1e-9); /* (1003 - 3) us in 10^6 bytes */
			assert_close(model_value(two, 1, "G", 0), 2e-9);
		}
		model_free(one);
		model_free(two);
		campaign_release(&campaign);
	}
}

/* g(0) = 4 us, RTT(0) = 30 us, RTT(100) = 36 us; trains of 100 bytes say 9 us. */
static const struct timing plogp_ones[] = {
	{EXPERIMENT_ROUNDTRIP, 0, 1, 0, 0, 1, 30, 1},
	{EXPERIMENT_ROUNDTRIP, 0, 1, 100, 0, 1, 36, 1.5},
	{EXPERIMENT_RECEIVE, 0, 1, 0, 0, 1, 2, NAN},
	{EXPERIMENT_RECEIVE, 0, 1, 100, 0, 1, 20, NAN},
	{EXPERIMENT_RECEIVE_EXPECTED, 0, 1, 0, 0, 1, 1.25, NAN},
	{EXPERIMENT_RECEIVE_EXPECTED, 0, 1, 100, 0, 1, 1.75, NAN},
	{EXPERIMENT_TRAIN, 0, 1, 0, 0, 1, 29, NAN},
	{EXPERIMENT_TRAIN, 0, 1, 0, 0, 41, 189, NAN},
	{EXPERIMENT_TRAIN, 0, 1, 100, 0, 1, 35, NAN},
	{EXPERIMENT_TRAIN, 0, 1, 100, 0, 11, 125, NAN},
};

static void plogp_by_both_methods(void **state)
{
	static const struct {
		const char *method;
		double gap;
	} cases[] = {{"fast", 36 - 30 + 4}, {"saturation", 9}};
	struct campaign campaign = {0};
	(void)state;
	timings_add(&campaign, plogp_ones, COUNT(plogp_ones));
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct model *model = fitted(&model_plogp, cases[i].method, &campaign, false);

		assert_close(model_value(model, 0, "L", 0), (30 - 2 * 4) / 2.0 * US);
		assert_close(model_value(model, 0, "g", 0), 4 * US);
		assert_close(model_value(model, 0, "g", 100), cases[i].gap * US);
		assert_close(model_value(model, 0, "o_s", 0), 1 * US);
		assert_close(model_value(model, 0, "o_s", 50), 1.25 * US); /* between sizes: the line */
		assert_close(model_value(model, 0, "o_r", 100), 20 * US);  /* above g: kept */
		assert_close(model_value(model, 0, "o_r_expected", 100), 1.75 * US);
		model_free(model);
	}
	campaign_release(&campaign);
}

static void plogps_latency_takes_each_directions_own_gap(void **state)
{
	static const struct timing back[] = {
		{EXPERIMENT_ROUNDTRIP, 1, 0, 0, 0, 1, 30, 3},         {EXPERIMENT_RECEIVE, 1, 0, 0, 0, 1, 5, NAN},
		{EXPERIMENT_RECEIVE_EXPECTED, 1, 0, 0, 0, 1, 5, NAN}, {EXPERIMENT_TRAIN, 1, 0, 0, 0, 1, 29, NAN},
		{EXPERIMENT_TRAIN, 1, 0, 0, 0, 11, 89, NAN},
	};
	struct campaign campaign = {0};
	struct model *model;
	(void)state;
	timings_add(&campaign, plogp_ones, COUNT(plogp_ones));
	timings_add(&campaign, back, COUNT(back));
	model = fitted(&model_plogp, "fast", &campaign, true);
	for (size_t l = 0; l < 2; l++)
		assert_close(model_value(model, l, "L", 0), (30 - 4 - 6) / 2.0 * US);
	assert_close(model_value(model, 0, "g", 100), 10 * US);
	assert_close(model_value(model, 1, "g", 0), 6 * US);
	assert_close(model_value(model, 1, "o_s", 0), 3 * US);
	model_free(model);
	campaign_release(&campaign);
}

/* A burst may be held back by its receiver: it is what there is in runs of earlier versions. */
static void send_calls_by_themselves_go_before_those_of_round_trips_and_these_before_bursts(void **state)
{
	static const struct timing untimed = {EXPERIMENT_ROUNDTRIP, 0, 1, 100, 0, 1, 36, NAN},
				   burst = {EXPERIMENT_SEND, 0, 1, 100, 0, 1, 2.25, NAN},
				   alone = {EXPERIMENT_SEND_ALONE, 0, 1, 100, 0, 1, 1.125, NAN};
	static const struct {
		const struct timing *list[3];
		double seconds;
	} cases[] = {{{&plogp_ones[1], &burst, &alone}, 1.125 * US},
		     {{&plogp_ones[1], &burst}, 1.5 * US},
		     {{&untimed, &burst, &alone}, 1.125 * US},
		     {{&untimed, &burst}, 2.25 * US}};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct campaign campaign = {0};
		struct model *model;

		timings_add(&campaign, plogp_ones, 1);
		timings_add(&campaign, &plogp_ones[2], COUNT(plogp_ones) - 2);
		for (size_t k = 0; k < 3 && cases[i].list[k]; k++)
			timing_add(&campaign, cases[i].list[k]);
		model = fitted(&model_plogp, "fast", &campaign, false);
		assert_close(model_value(model, 0, "o_s", 100), cases[i].seconds);
		assert_close(model_value(model, 0, "o_s", 0), 1 * US);
		model_free(model);
		campaign_release(&campaign);
	}
}

/* Of 100 bytes the round trip leaves 10 us, and the send call takes 12: until then nobody sends the next message. The
 * message is there as soon as before, and by MPI_Isend the next one follows as soon. */
static void a_send_call_that_outlasts_its_message_is_the_gap(void **state)
{
	static const struct timing alone = {EXPERIMENT_SEND_ALONE, 0, 1, 100, 0, 1, 12, NAN},
				   begun[] = {{EXPERIMENT_OVERLAP, 0, 1, 0, 0, 1, 30, 1},
					      {EXPERIMENT_OVERLAP, 0, 1, 100, 0, 1, 36, 1.5}};
	const struct link link = {0, 1};
	struct campaign campaign = {0};
	struct model *model;
	struct cost cost;

	(void)state;
	timings_add(&campaign, plogp_ones, COUNT(plogp_ones));
	timing_add(&campaign, &alone);
	timings_add(&campaign, begun, COUNT(begun));
	model = fitted(&model_plogp, "fast", &campaign, false);
	assert_close(model_value(model, 0, "g", 100), 12 * US);
	assert_close(model_value(model, 0, "g", 0), 4 * US);
	assert_close(model_value(model, 0, "r", 100), (36 - 30 / 2.0) * US);
	assert_close(model_value(model, 0, "r", 0), 30 / 2.0 * US);
	cost = model_cost(model, link, 100);
	assert_close(cost_delivery(&cost), (36 - 30 / 2.0) * US);
	assert_close(cost.gap, 12 * US);
	cost = model_cost_nonblocking(model, link, 100);
	assert_close(cost_delivery(&cost), (36 - 30 / 2.0) * US);
	assert_true(cost.gap <= 10 * US);
	model_free(model);
	campaign_release(&campaign);
}

/* The port's time by MPI_Isend, and what is left of a delivery beside the overheads, where 100 bytes come back after so
 * many us. */
static double port_of(double back, double *rest)
{
	const struct timing begun[] = {{EXPERIMENT_OVERLAP, 0, 1, 0, 0, 1, 30, 1},
				       {EXPERIMENT_OVERLAP, 0, 1, 100, 0, 1, back, 1.5}};
	struct campaign campaign = {0};
	struct model *model;
	double gap;

	timings_add(&campaign, plogp_ones, COUNT(plogp_ones));
	timings_add(&campaign, begun, COUNT(begun));
	model = fitted(&model_plogp, "fast", &campaign, false);
	*rest = model_value(model, 0, "T_i", 100) - model_value(model, 0, "o_i", 100) -
		model_value(model, 0, "o_r_expected", 100);
	gap = model_cost_nonblocking(model, (struct link){0, 1}, 100).gap;
	model_free(model);
	campaign_release(&campaign);
	return gap;
}

static void what_overheads_leave_of_a_delivery_is_all_that_a_port_is_busy_for(void **state)
{
	double rest, back = 36;

	(void)state;
	port_of(back, &rest);
	back -= rest / US;
	for (double noise = -0.2; noise < 0.3; noise += 0.4) {
		assert_true(port_of(back + noise, &rest) <= 0.2001 * US);
		assert_close(rest, noise * US);
	}
}

static void an_experiment_that_is_missing_is_named(void **state)
{
	static const struct {
		const struct model_class *class;
		const char *method;
		const struct timing *timings;
		size_t n, left_out;
		const char *says;
	} cases[] = {
		{&model_logp, NULL, short_ones, 5, 0, "no roundtrip of 1 bytes from 0 to 1 was measured"},
		{&model_logp, NULL, short_ones, 5, 1, "no send of 1 bytes from 0 to 1"},
		{&model_logp, NULL, short_ones, 5, 2, "no receive of 1 bytes from 0 to 1"},
		{&model_logp, NULL, short_ones, 5, 3, "no roundtrip of 0 bytes from 0 to 1"},
		{&model_logp, NULL, short_ones, 4, 9, "no roundtrip of 0 bytes from 0 to 1"},
		{&model_loggp, NULL, short_ones, 6, 9, "no train of long messages from 0 to 1"},
		{&model_plogp, "fast", plogp_ones, 10, 0, "no roundtrip of 0 bytes"},
		{&model_plogp, "fast", plogp_ones, 2, 9, "no train of 0 bytes"},
		{&model_hockney, "two-point", plogp_ones, 1, 9, "0 and of M > 0 bytes"},
		{&model_hockney, "two-point", short_ones, 1, 9, "0 and of M > 0 bytes"},
	};
	(void)state;
	for (size_t c = 0; c < COUNT(cases); c++) {
		struct campaign campaign = {0};
		struct model *model = made(cases[c].class, any, 1);
		struct error err = {0};

		for (size_t i = 0; i < cases[c].n; i++)
			if (i != cases[c].left_out)
				timing_add(&campaign, &cases[c].timings[i]);
		assert_int_equal(model_fit(model, &campaign, model_method_find(cases[c].class, cases[c].method, NULL),
					   both, &plain, &err),
				 ERR_INPUT);
		assert_contains(err.text, cases[c].says);
		model_free(model);
		campaign_release(&campaign);
	}
}

static void a_line_needs_two_sizes(void **state)
{
	struct campaign campaign = {0};
	struct model *model = made(&model_hockney, any, 1);
	struct error none = {0}, one = {0};
	(void)state;
	assert_int_equal(
		model_fit(model, &campaign, model_method_find(&model_hockney, "regression", NULL), both, &plain, &none),
		ERR_INPUT);
	timing_add(&campaign, &plogp_ones[0]);
	assert_int_equal(
		model_fit(model, &campaign, model_method_find(&model_hockney, "regression", NULL), both, &plain, &one),
		ERR_INPUT);
	model_free(model);
	campaign_release(&campaign);
}

/* A campaign of empty round trips and echoes of 1000 bytes, 20 timings each: 20 and 30 us, and what random makes of it.
 */
static void add_noisy(struct campaign *campaign)
{
	struct random random;

	random_init(&random, 9);
	for (size_t i = 0; i < 40; i++) {
		const size_t bytes = i % 2 ? 1000 : 0;
		const struct timing timing = {EXPERIMENT_ROUNDTRIP,
					      0,
					      1,
					      bytes,
					      bytes,
					      1,
					      (bytes ? 30 : 20) * (1 + 0.05 * random_exponential(&random)),
					      NAN};

		timing_add(campaign, &timing);
	}
}

static void intervals_come_from_draws_and_hold_the_value(void **state)
{
	struct fit_options options = plain;
	struct campaign campaign = {0};
	double width[3];
	(void)state;
	add_noisy(&campaign);
	options.draws = 1000;
	for (size_t i = 0; i < 3; i++) {
		static const double confidences[] = {0.5, 0.9, 0.99};
		struct model *model = made(&model_hockney, any, 1);
		const struct parameter *beta;

		options.confidence = confidences[i];
		assert_int_equal(model_fit(model, &campaign, model_method_find(&model_hockney, "two-point", NULL), both,
					   &options, NULL),
				 OK);
		beta = model_param(model, 0, "beta");
		assert_true(beta->low[0] < beta->curve.y[0] && beta->curve.y[0] < beta->high[0]);
		width[i] = beta->high[0] - beta->low[0];
		model_free(model);
	}
	assert_true(width[0] < width[1] && width[1] < width[2]);
	campaign_release(&campaign);
}

static void a_seed_decides_on_the_draws_and_the_order_of_points_does_not(void **state)
{
	const struct link forward = {0, 1};
	struct fit_options options = plain;
	struct campaign campaign = {0}, other = {0};
	double low[3];
	(void)state;
	add_noisy(&campaign);
	for (size_t i = campaign.n; i-- > 0;) {
		const struct sample *sample = campaign.samples[i];

		assert_int_equal(
			sample_add(campaign_point(&other, &sample->what, NULL), sample->observations, sample->n, NULL),
			OK);
	}
	options.draws = 50;
	for (size_t i = 0; i < 3; i++) {
		struct model *model = made(&model_hockney, any, 1);

		options.seed = i < 2 ? 1 : 2;
		assert_int_equal(model_fit(model, i == 1 ? &other : &campaign,
					   model_method_find(&model_hockney, "two-point", NULL), &forward, &options,
					   NULL),
				 OK);
		low[i] = model_param(model, 0, "beta")->low[0];
		model_free(model);
	}
	assert_true(low[0] == low[1] && low[0] != low[2]);
	campaign_release(&campaign);
	campaign_release(&other);
}

/* An interval holds a further draw as often as its confidence says, whatever the number of draws: ranks 1 + p (n - 1)
 * of 20 would make of 90 % 0.9 * 19/21. */
static void few_draws_make_no_narrower_intervals(void **state)
{
	static const size_t draws[] = {20, 60, 400};
	struct campaign campaign = {0};
	(void)state;
	add_noisy(&campaign);
	for (size_t i = 0; i < COUNT(draws); i++) {
		struct reduction *reduction = reduction_new(&campaign, STATISTIC_MIN, NULL);
		struct random random;
		size_t inside = 0, n = 0;

		random_init(&random, 4);
		for (size_t t = 0; t < 8000 / draws[i] + 40; t++) {
			const struct fit_options options = {
				.statistic = STATISTIC_MIN, .confidence = 0.9, .draws = draws[i], .seed = 100 + t};
			struct model *model = made(&model_hockney, any, 1);
			const struct parameter *alpha, *beta;

			assert_int_equal(model_fit(model, &campaign,
						   model_method_find(&model_hockney, "two-point", NULL), both, &options,
						   NULL),
					 OK);
			alpha = model_param(model, 0, "alpha");
			beta = model_param(model, 0, "beta");
			assert_true(alpha->high[0] >= alpha->curve.y[0]);
			for (size_t k = 0; k < 100; k++, n++) {
				const struct points *points = reduction_draw(reduction, &random);
				double drawn = (points->points[1].seconds - points->points[0].seconds) / 2000;

				inside += beta->low[0] <= drawn && drawn <= beta->high[0];
			}
			model_free(model);
		}
		/* The ends themselves vary. Three standard deviations: 0.010 of 440 fits with 20 draws, 0.012 of 60
		 * with 400, from each of which 100 are drawn. */
		if (!(fabs((double)inside / (double)n - 0.9) < 0.012))
			fail_msg("%zu draws: %.4f of further draws are inside, not 0.9", draws[i],
				 (double)inside / (double)n);
		reduction_free(reduction);
	}
	campaign_release(&campaign);
}

static void every_class_says_what_it_is_and_how_it_is_estimated(void **state)
{
	(void)state;
	for (size_t i = 0; model_classes[i]; i++) {
		const struct model_class *class = model_classes[i];

		assert_non_null(class->name);
		assert_non_null(class->about);
		assert_non_null(class->reference);
		assert_true(class->n_params > 0 && class->n_methods > 0 && (class->fit || class->fit_all) &&
			    class->cost);
		for (size_t p = 0; p < class->n_params; p++) {
			assert_int_equal(model_param_index(class, class->params[p].name), p);
			assert_true(strcmp(class->params[p].unit, "s") == 0 ||
				    strcmp(class->params[p].unit, "s/B") == 0 ||
				    strcmp(class->params[p].unit, "B") == 0 || class->params[p].unit[0] == '\0');
		}
		for (size_t m = 0; m < class->n_methods; m++) {
			assert_true(class->methods[m].n_rows > 0);
			if (class->methods[m].grows)
				assert_int_equal(class->params[model_param_index(class, class->methods[m].grows)].shape,
						 PARAM_PER_SIZE);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hockney_from_two_points_and_from_a_line),
		cmocka_unit_test(a_regression_weighs_relative_deviations),
		cmocka_unit_test(logp_and_loggp_from_single_calls_and_trains),
		cmocka_unit_test(plogp_by_both_methods),
		cmocka_unit_test(plogps_latency_takes_each_directions_own_gap),
		cmocka_unit_test(send_calls_by_themselves_go_before_those_of_round_trips_and_these_before_bursts),
		cmocka_unit_test(a_send_call_that_outlasts_its_message_is_the_gap),
		cmocka_unit_test(what_overheads_leave_of_a_delivery_is_all_that_a_port_is_busy_for),
		cmocka_unit_test(an_experiment_that_is_missing_is_named),
		cmocka_unit_test(a_line_needs_two_sizes),
		cmocka_unit_test(intervals_come_from_draws_and_hold_the_value),
		cmocka_unit_test(a_seed_decides_on_the_draws_and_the_order_of_points_does_not),
		cmocka_unit_test(few_draws_make_no_narrower_intervals),
		cmocka_unit_test(every_class_says_what_it_is_and_how_it_is_estimated),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
