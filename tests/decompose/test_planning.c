#include "table_1.h"

#include "decompose/exchange.h"
#include "decompose/planning.h"
#include "model/classes.h"

static struct sequence usual(const struct domain *domain, size_t border, double times)
{
	struct sequence s = {.domain = *domain};

	assert_int_equal(sequence_usual(&s, border, times, NULL, NULL), OK);
	return s;
}

/* The two trees and the only kind of distribution that the paper has, and one grid throughout. */
static struct planning_request paper(const struct model *model, const struct sequence *sequence, size_t processes)
{
	return (struct planning_request){.model = model,
					 .sequence = sequence,
					 .processes = processes,
					 .trees = TREE_BINOMIAL + 1,
					 .scatter = true,
					 .one_grid = true};
}

static struct planned run(const struct planning_request *request)
{
	struct planned found = {.n_whole = 0};
	struct error err = {0};

	if (planning_run(request, &found, &err) != OK)
		fail_msg("%s", err.text);
	return found;
}

static double spread(const struct model *model, const struct domain *domain, const struct plan_choice *choice,
		     unsigned tree)
{
	const struct sequence sequence = {.domain = *domain};
	struct choice_costing costing = {.model = model, .sequence = &sequence};
	struct plan_choice other = *choice;
	double seconds = NAN;

	other.tree = tree;
	assert_int_equal(choice_seconds(&costing, &other, &seconds, NULL), OK);
	part_messages_release(&costing.messages);
	return seconds;
}

static void all_grids_are_ranked_by_the_sum_of_their_parts(void **state)
{
	static const size_t border[DOMAIN_DIMS] = {18, 18, 0};
	struct model *model = das();
	struct sequence sequence = usual(&image, 18, 1000);
	const struct planning_request request = paper(model, &sequence, 16);
	struct planned found = run(&request);

	(void)state;
	assert_int_equal(found.n_whole, 5);
	assert_int_equal(found.whole[0].list[0].grid.n[0], 2);
	for (size_t i = 0; i < found.n_whole; i++) {
		const struct plan *plan = &found.whole[i];
		const struct plan_choice *scatter = &plan->list[0], *exchange = &plan->list[1],
					 *gather = &plan->list[plan->n - 1];
		struct grid grid;
		double once = NAN;

		assert_true(i == 0 || plan->seconds >= found.whole[i - 1].seconds);
		assert_true(plan_grid(plan, &grid));
		assert_int_equal(grid_processes(&grid), 16);
		assert_int_equal(scatter->kind, CHOICE_SCATTER);
		assert_int_equal(gather->kind, CHOICE_GATHER);
		for (unsigned tree = TREE_FLAT; tree <= TREE_BINOMIAL; tree++) {
			assert_true(scatter->seconds <= spread(model, &image, scatter, tree));
			assert_true(gather->seconds <= spread(model, &image, gather, tree));
		}
		assert_close(scatter->seconds, spread(model, &image, scatter, scatter->tree));
		assert_close(gather->seconds, spread(model, &image, gather, gather->tree));
		assert_int_equal(exchange_seconds(model, &image, &grid, border, &once, NULL), OK);
		assert_int_equal(exchange->kind, CHOICE_EXCHANGE);
		assert_close(exchange->seconds, once);
		assert_close(plan->seconds, scatter->seconds + 1000 * once + gather->seconds);
	}
	planned_release(&found);
	sequence_release(&sequence);
	model_free(model);
}

/* times: 0: also where borders are not exchanged. */
static void parts_are_no_narrower_than_their_borders(void **state)
{
	const struct domain narrow = {.ndims = 2, .extent = {64, 36, 1}, .element = 4};
	struct model *model = das();

	(void)state;
	for (double times = 0; times < 2; times++) {
		struct sequence sequence = usual(&narrow, 18, times);
		struct planning_request request = paper(model, &sequence, 6);
		struct planned found = run(&request);
		struct error err = {0};

		assert_int_equal(found.n_whole, 1);
		assert_int_equal(found.whole[0].list[0].grid.n[0], 3);
		planned_release(&found);
		request.processes = 7;
		assert_int_equal(planning_run(&request, &found, &err), ERR_INPUT);
		assert_non_null(strstr(err.text, "64x36"));
		planned_release(&found);
		sequence_release(&sequence);
	}
	model_free(model);
}

/* A model of each pair of three processes knows nothing of sixteen. */
static void processes_that_the_model_does_not_know_are_refused(void **state)
{
	const struct link links[] = {{0, 1}, {1, 0}, {0, 2}, {2, 0}, {1, 2}, {2, 1}};
	struct model *model = model_new(&model_hockney, 3, links, COUNT(links));
	struct sequence sequence = usual(&image, 1, 1);
	struct planning_request request = paper(model, &sequence, 16);
	struct planned found = {.n_whole = 0};
	struct error err = {0};

	(void)state;
	assert_non_null(model);
	for (size_t l = 0; l < COUNT(links); l++) {
		assert_int_equal(model_set(model, l, "alpha", 1e-5, &err), OK);
		assert_int_equal(model_set(model, l, "beta", 1e-9, &err), OK);
	}
	assert_int_equal(planning_run(&request, &found, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "its own 3 processes, not for 16"));
	assert_null(found.whole);
	request.processes = 3;
	found = run(&request);
	planned_release(&found);
	sequence_release(&sequence);
	model_free(model);
}

static void the_largest_domain_that_is_allowed_has_a_finite_time(void **state)
{
	const struct domain large = {.ndims = 2, .extent = {1 << 24, 1 << 24, 1}, .element = 1 << 13};
	struct model *model = das();
	struct sequence sequence = usual(&large, 0, 1);
	const struct planning_request request = paper(model, &sequence, 4);
	struct planned found = run(&request);

	(void)state;
	/* Three quarters of 2^61 bytes, at less than 1 GB/s. */
	for (size_t i = 0; i < found.n_whole; i++)
		assert_true(found.whole[i].list[0].seconds > 0.75 * 0x1p61 * 1e-9 && isfinite(found.whole[i].seconds));
	planned_release(&found);
	sequence_release(&sequence);
	model_free(model);
}

/* Rows are scattered and gathered quickly, squares exchanged: where the domain is exchanged often enough it is worth to
 * go from one to the other, however little is gained by it. */
static void a_plan_changes_its_grid_where_that_is_quicker(void **state)
{
	static const double times[] = {1, 3, 10, 30, 100, 300, 1000, 3000};
	struct model *model = das();
	size_t changing = 0;

	(void)state;
	for (size_t i = 0; i < COUNT(times); i++) {
		struct sequence sequence = usual(&image, 18, times[i]);
		struct planning_request request = paper(model, &sequence, 16);
		struct planned one = run(&request), any;
		struct grid grid;

		request.one_grid = false;
		any = run(&request);
		if (plan_grid(&any.whole[0], &grid)) {
			assert_true(any.whole[0].seconds == one.whole[0].seconds);
			assert_int_equal(any.n_whole, one.n_whole);
		} else {
			changing++;
			assert_true(any.whole[0].seconds < one.whole[0].seconds);
			assert_int_equal(any.n_whole, one.n_whole + 1);
			assert_true(any.whole[1].seconds == one.whole[0].seconds);
			assert_int_equal(any.whole[1].verdict, PLAN_SLOWER);
		}
		planned_release(&any);
		planned_release(&one);
		sequence_release(&sequence);
	}
	assert_in_range(changing, 1, COUNT(times) - 1);
	model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_grids_are_ranked_by_the_sum_of_their_parts),
		cmocka_unit_test(parts_are_no_narrower_than_their_borders),
		cmocka_unit_test(processes_that_the_model_does_not_know_are_refused),
		cmocka_unit_test(the_largest_domain_that_is_allowed_has_a_finite_time),
		cmocka_unit_test(a_plan_changes_its_grid_where_that_is_quicker),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
