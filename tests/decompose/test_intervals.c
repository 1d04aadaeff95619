#include "table_1.h"

#include "decompose/intervals.h"
#include "decompose/planning.h"
#include "model/classes.h"

enum { DRAWS = 40000 };

static const uint64_t SEED = 20261126;

static const double ALPHA = 1e-5, BETA = 1e-9;

/*
 * The quantile of 2.5 % of n draws of a normal distribution scatters by sqrt(p (1 - p) / n) / phi(1.96) = 2.67 /
 * sqrt(n) standard deviations, which is 1.364 / sqrt(n) of the half of the interval: four times that.
 */
static double tolerance(void)
{
	return 4 * 1.364 / sqrt(DRAWS);
}

/* Half of an interval: half, and a part of each value. */
static void set_interval(struct model *model, const char *name, double half, double relative)
{
	struct parameter *p = &model->parameters[model_param_index(model->class, name)];

	p->low = realloc(p->low, p->curve.n * sizeof(*p->low));
	p->high = realloc(p->high, p->curve.n * sizeof(*p->high));
	assert_true(p->low && p->high);
	for (size_t i = 0; i < p->curve.n; i++) {
		double all = half + relative * p->curve.y[i];

		p->low[i] = p->curve.y[i] - all;
		p->high[i] = p->curve.y[i] + all;
	}
}

static struct model *hockney(double alpha_half, double beta_half)
{
	struct model *model = model_new(&model_hockney, 2, &(struct link){LINK_ANY, LINK_ANY}, 1);

	assert_non_null(model);
	assert_int_equal(model_set(model, 0, "alpha", ALPHA, NULL), OK);
	assert_int_equal(model_set(model, 0, "beta", BETA, NULL), OK);
	if (alpha_half > 0)
		set_interval(model, "alpha", alpha_half, 0);
	if (beta_half > 0)
		set_interval(model, "beta", beta_half, 0);
	return model;
}

/* Borders of 2 of 64 x 16 elements of 4 bytes: by columns 128 bytes each way, by rows 544. */
static struct sequence exchange_alone(void)
{
	struct sequence s = {.domain = {.ndims = 2, .extent = {64, 16, 1}, .element = 4}};
	const struct domain_step step = {.kind = STEP_EXCHANGE, .border = {2, 2, 0}, .times = 1};

	assert_int_equal(sequence_add(&s, &step, NULL), OK);
	return s;
}

enum { BY_COLUMNS = 2 * 16 * 4, BY_ROWS = (64 + 4) * 2 * 4 };

static struct planned run(const struct model *model, const struct sequence *sequence, size_t processes, size_t draws)
{
	const struct planning_request request = {
		.model = model, .sequence = sequence, .processes = processes, .draws = draws, .seed = SEED};
	struct planned found = {.n_whole = 0};

	assert_int_equal(planning_run(&request, &found, NULL), OK);
	return found;
}

static void assert_near(double value, double expected, double allowed)
{
	if (!(fabs(value - expected) <= allowed))
		fail_msg("seed %llu: %g is not %g, within %g", (unsigned long long)SEED, value, expected, allowed);
}

/* 2 (alpha + beta m) of independent normal parameters is normal: half an interval is 2 sqrt(a^2 + m^2 b^2). */
static void an_interval_is_that_of_the_parameters_carried_through(void **state)
{
	const double a = 2e-6, b = 3e-10, half = 2 * hypot(a, BY_COLUMNS * b);
	struct model *model = hockney(a, b);
	struct sequence sequence = exchange_alone();
	struct planned found = run(model, &sequence, 2, DRAWS);
	const struct plan *best = &found.whole[0];

	(void)state;
	assert_true(found.intervals);
	assert_close(best->seconds, 2 * (ALPHA + BETA * BY_COLUMNS));
	assert_near(best->seconds - best->low, half, tolerance() * half);
	assert_near(best->high - best->seconds, half, tolerance() * half);
	planned_release(&found);
	sequence_release(&sequence);
	model_free(model);
}

/* What two plans have in common does not count in their difference, however little is known of it. */
static void plans_are_told_apart_by_their_difference_alone(void **state)
{
	const double b = 3e-10, more = 2 * (BY_ROWS - BY_COLUMNS);
	struct model *model = hockney(0.9 * ALPHA, b);
	struct sequence sequence = exchange_alone();
	struct planned found = run(model, &sequence, 2, DRAWS);
	const struct plan *next = &found.whole[1];

	(void)state;
	assert_int_equal(found.n_whole, 2);
	assert_int_equal(found.whole[0].verdict, PLAN_BEST);
	assert_int_equal(next->list[0].grid.n[1], 2);
	assert_true(next->low < found.whole[0].high); /* their own intervals overlap */
	assert_close(next->over, more * BETA);
	assert_near(next->over_low, more * (BETA - b), tolerance() * more * b);
	assert_near(next->over_high, more * (BETA + b), tolerance() * more * b);
	assert_int_equal(next->verdict, PLAN_SLOWER);
	planned_release(&found);
	sequence_release(&sequence);
	model_free(model);
}

/* However well it is known. */
static void there_is_no_difference_of_a_small_part_of_the_time(void **state)
{
	static const struct {
		double part;
		int verdict;
	} cases[] = {{0.9e-4, PLAN_SAME}, {1.1e-4, PLAN_SLOWER}};
	struct sequence sequence = exchange_alone();

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		for (int with = 0; with < 2; with++) {
			double more = (BY_ROWS - BY_COLUMNS) * BETA, alpha = more / cases[i].part - BETA * BY_COLUMNS;
			struct model *model = hockney(0, with ? 1e-6 * BETA : 0);
			struct planned found;

			assert_int_equal(model_set(model, 0, "alpha", alpha, NULL), OK);
			found = run(model, &sequence, 2, DRAWS);
			assert_near(found.whole[1].over / found.whole[0].seconds, cases[i].part, 1e-9);
			assert_int_equal(found.whole[1].verdict, cases[i].verdict);
			planned_release(&found);
			model_free(model);
		}
	sequence_release(&sequence);
}

static void there_is_no_difference_where_its_interval_holds_zero(void **state)
{
	static const struct {
		double beta_half;
		int verdict;
	} cases[] = {{0.8e-9, PLAN_SLOWER}, {1.2e-9, PLAN_SAME}, {5e-9, PLAN_SAME}};
	struct sequence sequence = exchange_alone();

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct model *model = hockney(0.1 * ALPHA, cases[i].beta_half);
		struct planned found = run(model, &sequence, 2, DRAWS);

		assert_int_equal(found.whole[1].verdict, cases[i].verdict);
		planned_release(&found);
		model_free(model);
	}
	sequence_release(&sequence);
}

/* Parts of 4 x 1, 2 x 2 and 1 x 4 are scattered alike; sums in another order differ by rounding. */
static void equal_plans_are_the_same_with_intervals_and_without(void **state)
{
	struct sequence sequence = {.domain = {.ndims = 2, .extent = {64, 64, 1}, .element = 4}};

	(void)state;
	assert_int_equal(sequence_usual(&sequence, 0, 0, NULL, NULL), OK);
	for (int with = 0; with < 2; with++) {
		struct model *model = hockney(with ? 1e-6 : 0, with ? 1e-10 : 0);
		struct planned found = run(model, &sequence, 4, 200);

		assert_int_equal(found.intervals, with == 1);
		assert_int_equal(found.n_whole, 3);
		for (size_t i = 1; i < found.n_whole; i++)
			assert_int_equal(found.whole[i].verdict, PLAN_SAME);
		assert_true(with || isnan(found.whole[0].low));
		planned_release(&found);
		model_free(model);
	}
	sequence_release(&sequence);
}

/* Going to another grid gains 0.03 % of this sequence (by Table 1, whose parameters have no intervals). */
static void a_gain_that_the_intervals_do_not_tell_leaves_the_grid(void **state)
{
	static const struct {
		double relative; /* half of the intervals */
		bool changes;
	} cases[] = {{0, true}, {1e-7, true}, {0.1, false}};
	struct sequence sequence = {.domain = image};

	(void)state;
	assert_int_equal(sequence_usual(&sequence, 18, 300, NULL, NULL), OK);
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct model *model = das();
		struct planned found;
		struct grid grid;

		for (size_t p = 0; p < model->class->n_params && cases[i].relative > 0; p++)
			if (model->parameters[p].curve.n > 0 && strncmp(model->class->params[p].name, "t_", 2) == 0)
				set_interval(model, model->class->params[p].name, 0, cases[i].relative);
		found = run(model, &sequence, 16, 200);
		assert_int_equal(plan_grid(&found.whole[0], &grid), !cases[i].changes);
		assert_int_equal(plan_grid(&found.whole[1], &grid), cases[i].changes);
		if (!cases[i].changes) {
			assert_int_equal(found.whole[1].verdict, PLAN_SAME);
			assert_true(found.whole[1].over < 0);
		}
		planned_release(&found);
		model_free(model);
	}
	sequence_release(&sequence);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_interval_is_that_of_the_parameters_carried_through),
		cmocka_unit_test(plans_are_told_apart_by_their_difference_alone),
		cmocka_unit_test(there_is_no_difference_of_a_small_part_of_the_time),
		cmocka_unit_test(there_is_no_difference_where_its_interval_holds_zero),
		cmocka_unit_test(equal_plans_are_the_same_with_intervals_and_without),
		cmocka_unit_test(a_gain_that_the_intervals_do_not_tell_leaves_the_grid),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
