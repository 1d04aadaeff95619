#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "evaluate/evaluation_store.h"
#include "evaluate/scores.h"
#include "stats/correlation.h"

/* Predictions are sums of a few numbers: what is left is rounding. */
static const double rounding = 1e-12;

static void expect_near(double value, double expected)
{
	assert_true(fabs(value - expected) <= rounding * fabs(expected));
}

/* An evaluation of models by these names and operations, of so many processes, at these sizes; parameters are set
 * below.
 */
static void begin(struct evaluation *evaluation, const char *models, const char *operations, const char *sizes,
		  size_t processes)
{
	struct error err = {.status = OK};

	*evaluation = (struct evaluation){.processes = processes, .confidence = 0.95};
	assert_int_equal(evaluation_read_models(evaluation, models, &err), OK);
	assert_int_equal(evaluation_read_operations(evaluation, operations, &err), OK);
	assert_int_equal(size_list_parse(sizes, &evaluation->sizes, &err), OK);
	for (size_t i = 0; i < evaluation->n; i++) {
		evaluation->list[i].model =
			model_new(evaluation->list[i].class, processes, &(struct link){LINK_ANY, LINK_ANY}, 1);
		assert_non_null(evaluation->list[i].model);
	}
}

static void set(struct evaluation *evaluation, size_t i, const char *name, double value)
{
	assert_int_equal(model_set(evaluation->list[i].model, 0, name, value, NULL), OK);
}

static void set_hockney(struct evaluation *evaluation, size_t i, double alpha, double beta)
{
	set(evaluation, i, "alpha", alpha);
	set(evaluation, i, "beta", beta);
}

/* Two equal timings of the operation: their interval is as wide as the clock's resolution. */
static void add_point(struct campaign *campaign, const struct evaluation *evaluation, size_t operation, size_t bytes,
		      double seconds)
{
	const struct experiment what =
		evaluation_experiment(&evaluation->operations[operation], (struct link){0, 1}, bytes);
	const struct observation observations[2] = {{.seconds = seconds, .send_seconds = NAN},
						    {.at = 1, .seconds = seconds, .send_seconds = NAN}};
	struct sample *sample = campaign_point(campaign, &what, NULL);

	assert_non_null(sample);
	assert_int_equal(sample_add(sample, observations, 2, NULL), OK);
}

static void judge(struct scores *scores, const struct evaluation *evaluation, const struct campaign *campaign,
		  double resolution)
{
	assert_int_equal(scores_make(scores, evaluation, campaign, STATISTIC_MEDIAN, resolution, NULL), OK);
}

static void regions_are_those_of_thresholds_else_of_the_switch_else_one(void **state)
{
	const struct {
		double M1, M2, eager;
		const char *regions;
		double ends[EVALUATION_REGIONS];
	} cases[] = {
		{4096, 65536, NAN, "below M1|M1 to M2|from M2|", {4096, 65536, INFINITY}},
		{4096, 65536, 30000, "below M1|M1 to M2|from M2|", {4096, 65536, INFINITY}},
		{4096, NAN, NAN, "below M1|M1 to M2|from M2|", {4096, INFINITY, INFINITY}},
		{NAN, NAN, 30000, "eager|rendezvous|", {30001, INFINITY}},
		{NAN, NAN, 999, "all sizes|", {INFINITY}},
		{NAN, NAN, 100000, "all sizes|", {INFINITY}},
		{NAN, NAN, NAN, "all sizes|", {INFINITY}},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct evaluation evaluation;
		struct scores j;
		char names[100] = "";

		begin(&evaluation, "hockney,lmo", "p2p", "1000,100000", 3);
		if (!isnan(cases[i].M1))
			set(&evaluation, 1, "M1", cases[i].M1);
		if (!isnan(cases[i].M2))
			set(&evaluation, 1, "M2", cases[i].M2);
		if (!isnan(cases[i].eager))
			assert_int_equal(model_fact_number(evaluation.list[0].model, MODEL_EAGER, cases[i].eager, NULL),
					 OK);
		judge(&j, &evaluation, &(struct campaign){.n = 0}, 0);
		for (size_t r = 0; r < j.n_regions; r++) {
			strcat(strcat(names, j.regions[r].name), "|");
			assert_true(j.regions[r].last == cases[i].ends[r]);
		}
		assert_string_equal(names, cases[i].regions);
		scores_release(&j);
		evaluation_release(&evaluation);
	}
}

static void models_are_told_apart_only_if_they_differ_by_more_than_timings_spread(void **state)
{
	/* A round trip of 100 us; predicted are 110 us and 112 us: errors of 10 % and 12 %. */
	const struct {
		double resolution;
		bool as_good;
	} cases[] = {{0, false}, {1e-6, false}, {3.9e-6, false}, {4.1e-6, true}, {20e-6, true}};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct evaluation evaluation;
		struct campaign campaign = {.n = 0};
		struct scores j;

		begin(&evaluation, "hockney,het-hockney", "p2p", "1000", 2);
		set_hockney(&evaluation, 0, 55e-6, 0);
		set_hockney(&evaluation, 1, 55e-6, 1e-9);
		add_point(&campaign, &evaluation, 0, 1000, 100e-6);
		add_point(&campaign, &evaluation, 0, 64, 1); /* a sentinel, no size of the evaluation */
		judge(&j, &evaluation, &campaign, cases[i].resolution);
		assert_int_equal(j.n, 1);
		expect_near(scores_error(&j, 0, 0, 0).mean, 110.0 / 100 - 1);
		expect_near(scores_error(&j, 1, 0, 0).most, 112.0 / 100 - 1);
		expect_near(scores_spread(&j, 0, 0), fmax(1e-6, cases[i].resolution / 2 / 100e-6));
		assert_int_equal(scores_best(&j, 1, 0), 0);
		assert_true(scores_as_good(&j, 0, 0, 0));
		assert_int_equal(scores_as_good(&j, 1, 0, 0), cases[i].as_good);
		scores_release(&j);
		campaign_release(&campaign);
		evaluation_release(&evaluation);
	}
}

static void timings_that_go_together_tell_less_than_their_number_promises(void **state)
{
	enum { TIMINGS = 400 };
	struct observation observations[TIMINGS];
	double seconds[TIMINGS];
	struct evaluation evaluation;
	struct campaign campaign = {.n = 0};
	struct scores j;
	struct experiment what;
	struct estimate apart, together;

	(void)state;
	begin(&evaluation, "hockney", "p2p", "1000", 2);
	set_hockney(&evaluation, 0, 55e-6, 0);
	what = evaluation_experiment(&evaluation.operations[0], (struct link){0, 1}, 1000);
	for (size_t i = 0; i < TIMINGS; i++) { /* two states of the machine, each for a while */
		seconds[i] = (i / 20 % 2 ? 100e-6 : 120e-6) + 1e-6 * (double)(i * 7 % 5);
		observations[i] = (struct observation){.at = (double)i, .seconds = seconds[i], .send_seconds = NAN};
	}
	assert_int_equal(sample_add(campaign_point(&campaign, &what, NULL), observations, TIMINGS, NULL), OK);
	for (size_t k = 0; k < 2; k++) {
		evaluation.confidence = k ? 0.5 : 0.95;
		apart = statistic_estimate(STATISTIC_MEAN, seconds, TIMINGS, evaluation.confidence, 0);
		together = correlation_estimate(STATISTIC_MEAN, seconds, TIMINGS, evaluation.confidence, 0);
		assert_int_equal(scores_make(&j, &evaluation, &campaign, STATISTIC_MEAN, 0, NULL), OK);
		assert_true(together.high - together.low > 2 * (apart.high - apart.low));
		expect_near(scores_spread(&j, 0, 0), (together.high - together.low) / 2 / together.value);
		scores_release(&j);
	}
	campaign_release(&campaign);
	evaluation_release(&evaluation);
}

static void each_operation_counts_the_same_in_the_verdict(void **state)
{
	struct evaluation evaluation;
	struct campaign campaign = {.n = 0};
	struct scores j;

	(void)state;
	begin(&evaluation, "hockney", "p2p,scatter:linear", "1000,2000,4000", 8);
	set_hockney(&evaluation, 0, 10e-6, 0);
	add_point(&campaign, &evaluation, 0, 1000, 20e-6);
	add_point(&campaign, &evaluation, 0, 2000, 20e-6);
	add_point(&campaign, &evaluation, 0, 4000, 20e-6);
	add_point(&campaign, &evaluation, 1, 1000, 100e-6); /* 70 us are predicted */
	judge(&j, &evaluation, &campaign, 0);
	expect_near(scores_error(&j, 0, 2, 0).mean, 0.15);
	expect_near(scores_error(&j, 0, 2, 0).most, 0.3);
	assert_int_equal(scores_error(&j, 0, 2, 0).n, 4);
	scores_release(&j);
	campaign_release(&campaign);
	evaluation_release(&evaluation);
}

static void algorithms_are_ranked_where_their_times_differ(void **state)
{
	struct evaluation evaluation;
	struct campaign campaign = {.n = 0};
	struct scores j;
	struct algorithm_order ranking;
	size_t one = 0, other = 0;

	(void)state;
	/* Of 8 processes hockney gives 77 us to linear and 71 us to binomial scatter of 1000 bytes: binomial is the
	 * quicker one at all of these sizes. */
	begin(&evaluation, "hockney", "p2p,scatter", "1000,1001,1002", 8);
	set_hockney(&evaluation, 0, 10e-6, 1e-9);
	add_point(&campaign, &evaluation, 1, 1000, 100e-6);
	add_point(&campaign, &evaluation, 2, 1000, 50e-6);
	add_point(&campaign, &evaluation, 1, 1001, 50e-6);
	add_point(&campaign, &evaluation, 2, 1001, 100e-6);
	add_point(&campaign, &evaluation, 1, 1002, 100e-6);
	add_point(&campaign, &evaluation, 2, 1002, 105e-6);
	judge(&j, &evaluation, &campaign, 0);
	assert_true(scores_next_pair(&j, &one, &other));
	assert_int_equal(one, 1);
	assert_int_equal(other, 2);
	ranking = scores_ranking(&j, 0, one, other);
	assert_int_equal(ranking.differ, 2);
	assert_int_equal(ranking.right, 1);
	assert_false(scores_next_pair(&j, &one, &other));
	scores_release(&j);
	campaign_release(&campaign);
	evaluation_release(&evaluation);
}

static void escalations_are_counted_where_a_model_expects_them(void **state)
{
	/* Of 3 processes with C of 10 us alone a linear gather is predicted at 40 us at most: 300 us are an escalation,
	 * also where none is expected. */
	const struct {
		size_t bytes;
		double probability;
	} cases[] = {{3000, NAN}, {4096, 0.25}, {6000, 0.25}, {8192, NAN}};
	struct evaluation evaluation;
	struct campaign campaign = {.n = 0};
	struct scores j;

	(void)state;
	begin(&evaluation, "lmo", "gather:linear", "3000,4096,6000,8192", 3);
	set(&evaluation, 0, "C", 10e-6);
	set(&evaluation, 0, "t", 0);
	set(&evaluation, 0, "L", 0);
	set(&evaluation, 0, "inverse_beta", 0);
	set(&evaluation, 0, "M1", 4096);
	set(&evaluation, 0, "M2", 8192);
	assert_int_equal(model_set_curve(evaluation.list[0].model, 0, "escalation_probability",
					 (const double[]){4096, 8191}, (const double[]){0.25, 0.25}, 2, NULL),
			 OK);
	for (size_t i = 0; i < 4; i++) {
		add_point(&campaign, &evaluation, 0, cases[i].bytes, 40e-6);
		add_point(&campaign, &evaluation, 0, cases[i].bytes, 300e-6);
	}
	/* But not where they are longer by no more than noise was found to make them. */
	evaluation.noise = 270e-6;
	judge(&j, &evaluation, &campaign, 0);
	assert_int_equal(j.points[1].timings, 4);
	assert_int_equal(j.points[1].escalated, 0);
	scores_release(&j);
	evaluation.noise = 250e-6;
	judge(&j, &evaluation, &campaign, 0);
	assert_int_equal(j.n, 4);
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(j.points[i].what.bytes, cases[i].bytes);
		assert_true(isnan(cases[i].probability) ? isnan(j.points[i].probability)
							: j.points[i].probability == cases[i].probability);
		if (!isnan(cases[i].probability)) {
			assert_int_equal(j.points[i].timings, 4);
			assert_int_equal(j.points[i].escalated, 2);
		}
	}
	scores_release(&j);
	campaign_release(&campaign);
	evaluation_release(&evaluation);
}

static void measured_escalations_are_held_against_predicted_ones(void **state)
{
	/* 30 us, of 3 processes with C of 10 us alone; an escalation adds 100 us at least, 300 us at most, lines
	 * through deciles of 120, 200 and 280 us. The median escalates if more than half of all do. */
	const struct {
		enum statistic statistic;
		double probability, predicted;
	} cases[] = {
		{STATISTIC_MEDIAN, 0.25, 30e-6},   {STATISTIC_MEDIAN, 0.5, 30e-6}, {STATISTIC_MEDIAN, 1, 230e-6},
		{STATISTIC_MEDIAN, 0.625, 170e-6}, {STATISTIC_MEAN, 0.25, 80e-6},  {STATISTIC_MIN, 0.75, 30e-6},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		static const char *const names[] = {"escalation_probability", "escalation_q10", "escalation_q50",
						    "escalation_q90"};
		const double values[] = {cases[i].probability, 120e-6, 200e-6, 280e-6};
		struct evaluation evaluation;
		struct campaign campaign = {.n = 0};
		struct scores j;

		begin(&evaluation, "lmo", "gather", "4096,8192", 3);
		for (size_t k = 0; k < 6; k++)
			set(&evaluation, 0, (const char *const[]){"C", "t", "L", "inverse_beta", "M1", "M2"}[k],
			    (const double[]){10e-6, 0, 0, 0, 4096, 8192}[k]);
		for (size_t k = 0; k < 4; k++)
			assert_int_equal(model_set_curve(evaluation.list[0].model, 0, names[k], (const double[]){4096},
							 &values[k], 1, NULL),
					 OK);
		for (size_t k = 0; k < 4; k++)
			add_point(&campaign, &evaluation, k / 2, k % 2 ? 8192 : 4096, 240e-6);
		assert_int_equal(scores_make(&j, &evaluation, &campaign, cases[i].statistic, 0, NULL), OK);
		assert_int_equal(j.n, 4);
		for (size_t p = 0; p < 4; p++) {
			bool escalates =
				p == 0 &&
				strcmp(evaluation_algorithm_name(&evaluation.operations[j.points[p].operation]),
				       "linear") == 0;

			if (escalates)
				expect_near(j.predicted[p], cases[i].predicted);
			else
				assert_true(j.predicted[p] <= 41e-6);
			assert_int_equal(j.points[p].escalated,
					 escalates ? 2
						   : 0); /* counted against the regular time, whatever is predicted */
		}
		scores_release(&j);
		campaign_release(&campaign);
		evaluation_release(&evaluation);
	}
}

static void all_pairs_are_measured_or_28_of_them(void **state)
{
	const size_t counts[][2] = {{2, 1}, {3, 3}, {8, 28}, {9, 28}, {128, 28}};

	(void)state;
	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		struct link pairs[EVALUATION_PAIRS];
		size_t n = evaluation_pairs(counts[i][0], 1, pairs);

		assert_int_equal(n, counts[i][1]);
		for (size_t a = 0; a < n; a++) {
			assert_true(pairs[a].from >= 0 && pairs[a].from < pairs[a].to &&
				    pairs[a].to < (int)counts[i][0]);
			for (size_t b = 0; b < a; b++)
				assert_false(pairs[a].from == pairs[b].from && pairs[a].to == pairs[b].to);
		}
	}
}

static void a_contest_comes_back_from_the_store(void **state)
{
	struct evaluation evaluation, loaded;
	struct circumstances here = {.processes = 8};
	const struct purpose purpose = purpose_of(PURPOSE_COMPARE_MODELS, "compare models");
	const struct run_begin begins = {.purpose = &purpose, .statistic = STATISTIC_UNKNOWN, .circumstances = &here};
	struct store *store = store_open(":memory:", 1, NULL);
	struct error err = {.status = OK};
	int64_t run;

	(void)state;
	begin(&evaluation, "hockney,het-hockney,lmo:mean", "p2p,scatter,gather:linear", "1000,3000", 8);
	for (size_t i = 0; i < 2; i++)
		set_hockney(&evaluation, i, 1e-5 / 3, 1e-9 / 7);
	for (size_t i = 0; i < 4; i++)
		set(&evaluation, 2, (const char *const[]){"C", "t", "L", "inverse_beta"}[i], 1e-6 / (double)(i + 3));
	evaluation.list[1].taken.seconds = 1.0 / 3;
	evaluation.confidence = 0.7;
	evaluation.noise = 1e-5 / 3;
	evaluation.parts[PART_THRESHOLDS] = (struct evaluation_cost){12, 34, 5.6};
	assert_non_null(store);
	assert_int_equal(store_begin(store, &begins, &run, NULL), OK);
	assert_int_equal(evaluation_load(store, run, 8, &loaded, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "holds no evaluation"));
	evaluation_release(&loaded);
	assert_int_equal(evaluation_save(store, run, &evaluation, NULL), OK);
	assert_int_equal(evaluation_load(store, run, 8, &loaded, NULL), OK);
	assert_int_equal(loaded.n, 3);
	assert_string_equal(loaded.list[2].name, "lmo:mean");
	assert_true(loaded.list[2].apart);
	assert_int_equal(loaded.list[1].source, 0);
	assert_true(loaded.list[1].taken.seconds == 1.0 / 3);
	assert_true(model_value(loaded.list[0].model, 0, "alpha", 0) == 1e-5 / 3);
	assert_true(loaded.confidence == 0.7 && loaded.noise == 1e-5 / 3);
	assert_int_equal(loaded.n_operations, 4);
	assert_string_equal(evaluation_algorithm_name(&loaded.operations[2]), "binomial");
	assert_int_equal(loaded.sizes.n, 2);
	assert_int_equal(loaded.sizes.bytes[1], 3000);
	assert_true(loaded.parts[PART_THRESHOLDS].seconds == 5.6 && loaded.parts[PART_SWITCH].experiments == 0);
	evaluation_release(&loaded);
	evaluation_release(&evaluation);
	store_close(store);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(regions_are_those_of_thresholds_else_of_the_switch_else_one),
		cmocka_unit_test(models_are_told_apart_only_if_they_differ_by_more_than_timings_spread),
		cmocka_unit_test(timings_that_go_together_tell_less_than_their_number_promises),
		cmocka_unit_test(each_operation_counts_the_same_in_the_verdict),
		cmocka_unit_test(algorithms_are_ranked_where_their_times_differ),
		cmocka_unit_test(escalations_are_counted_where_a_model_expects_them),
		cmocka_unit_test(measured_escalations_are_held_against_predicted_ones),
		cmocka_unit_test(all_pairs_are_measured_or_28_of_them),
		cmocka_unit_test(a_contest_comes_back_from_the_store),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
