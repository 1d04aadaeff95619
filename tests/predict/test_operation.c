#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "predict/operation.h"
#include "simulate/breakdown.h"

enum { P = 8 };

/* Sums of a few times in another order than by hand. */
#define EXACT 1e-12

/* A message of m bytes takes 10 us + m ns. */
static struct model *hockney(void)
{
	const struct link any = {LINK_ANY, LINK_ANY};
	struct model *model = model_new(model_class_find("hockney", NULL), 2, &any, 1);

	assert_non_null(model);
	assert_int_equal(model_set(model, 0, "alpha", 10e-6, NULL), OK);
	assert_int_equal(model_set(model, 0, "beta", 1e-9, NULL), OK);
	return model;
}

static void open_request(struct collective_request *request, enum collective collective, const char *algorithm,
			 size_t segment)
{
	const struct collective_options options = {.collective = collective,
						   .algorithm = algorithm ? algorithm_find(collective, algorithm, NULL)
									  : NULL,
						   .processes = P,
						   .segment = segment};

	assert_int_equal(collective_request_init(request, &options, NULL), OK);
}

static void one_algorithm_has_a_time_for_each_size(void **state)
{
	static const size_t sizes[] = {0, 1000, 1000000};
	static const double seconds[] = {70e-6, 77e-6, 7070e-6};
	struct model *model = hockney();
	const struct predict_options how = predict_options_default(model);
	struct collective_request request;
	struct predictions found = {.n = 0};

	(void)state;
	open_request(&request, COLLECTIVE_SCATTER, "linear", 0);
	assert_int_equal(predict_operation(&how, &request, sizes, 3, &found, NULL), OK);
	assert_int_equal(found.n, 3);
	assert_int_equal(found.n_refusals, 0);
	assert_int_equal(found.largest, 1000000);
	for (size_t i = 1; i < 3; i++) {
		assert_string_equal(found.list[i].algorithm->name, "linear");
		assert_int_equal(found.list[i].bytes, sizes[i]);
		assert_int_equal(found.list[i].rank, 0);
		assert_true(fabs(found.list[i].seconds - seconds[i]) <= EXACT * seconds[i]);
		assert_true(found.list[i].expected == found.list[i].seconds);
	}
	predictions_release(&found);
	collective_request_release(&request);
	model_free(model);
}

static void all_algorithms_are_ranked_size_by_size_as_each_is_predicted_alone(void **state)
{
	static const size_t sizes[] = {8, 1 << 20};
	struct model *model = hockney();
	const struct predict_options how = predict_options_default(model);
	struct collective_request request, one;
	struct predictions found = {.n = 0};
	size_t n = 0;

	(void)state;
	open_request(&request, COLLECTIVE_BCAST, NULL, 0);
	for (const struct algorithm_class *each = collective_request_next(&request, NULL); each;
	     each = collective_request_next(&request, each))
		n++;
	assert_int_equal(predict_operation(&how, &request, sizes, 2, &found, NULL), OK);
	assert_int_equal(found.n, 2 * n);
	assert_false(found.impossible);
	for (size_t i = 0; i < found.n; i++) {
		const struct prediction *prediction = &found.list[i];
		struct predictions alone = {.n = 0};

		assert_int_equal(prediction->bytes, sizes[i / n]);
		assert_int_equal(prediction->rank, i % n + 1);
		assert_true(i % n == 0 || prediction->expected >= found.list[i - 1].expected);
		open_request(&one, COLLECTIVE_BCAST, prediction->algorithm->name, 0);
		assert_int_equal(predict_operation(&how, &one, &sizes[i / n], 1, &alone, NULL), OK);
		assert_true(alone.list[0].seconds == prediction->seconds);
		predictions_release(&alone);
		collective_request_release(&one);
	}
	predictions_release(&found);
	collective_request_release(&request);
	model_free(model);
}

static void what_cannot_be_done_is_a_refusal_that_says_why(void **state)
{
	static const size_t sizes[] = {1000, (size_t)1 << 40, 1};
	struct model *model = hockney();
	const struct predict_options how = predict_options_default(model);
	struct collective_request request;
	struct predictions found = {.n = 0};

	(void)state;
	open_request(&request, COLLECTIVE_BCAST, "pipeline", 100);
	assert_int_equal(predict_operation(&how, &request, sizes, 3, &found, NULL), OK);
	assert_int_equal(found.n, 1);
	assert_true(found.impossible);
	assert_int_equal(found.n_refusals, 1);
	assert_int_equal(found.refusals[0].bytes, sizes[1]);
	assert_non_null(strstr(found.refusals[0].why, "too many segments"));
	predictions_release(&found);
	assert_null(found.list);
	collective_request_release(&request);
	open_request(&request, COLLECTIVE_BCAST, NULL, 100);
	assert_int_equal(predict_operation(&how, &request, &sizes[1], 1, &found, NULL), OK);
	assert_true(found.n > 0 && found.n_refusals > 0);
	assert_false(found.impossible);
	predictions_release(&found);
	collective_request_release(&request);
	model_free(model);
}

static void closed_forms_come_with_what_they_are_to_the_schedule(void **state)
{
	static const size_t sizes[] = {1000};
	struct model *model = hockney();
	struct predict_options how = predict_options_default(model);
	struct collective_request request;
	struct predictions found = {.n = 0};

	(void)state;
	how.closed = true;
	open_request(&request, COLLECTIVE_SCATTER, "linear", 0);
	assert_int_equal(predict_operation(&how, &request, sizes, 1, &found, NULL), OK);
	assert_int_equal(found.n, 2);
	assert_string_equal(found.list[0].form.name, "sequential");
	assert_int_equal(found.list[0].form.relation, RELATION_EXACT);
	assert_true(fabs(found.list[0].seconds - 77e-6) <= EXACT * 77e-6);
	assert_int_equal(found.largest, 1000);
	predictions_release(&found);
	collective_request_release(&request);
	model_free(model);
}

/* The messages of one pair do not tell how those of four processes are. */
static void a_model_of_one_pair_predicts_no_operation_of_more(void **state)
{
	const struct link pair = {0, 1};
	struct model *model = model_new(model_class_find("hockney", NULL), 2, &pair, 1);
	const struct predict_options how = predict_options_default(model);
	struct collective_request request;
	struct predictions found = {.n = 0};
	size_t size = 1;

	(void)state;
	assert_int_equal(model_set(model, 0, "alpha", 1e-6, NULL), OK);
	assert_int_equal(model_set(model, 0, "beta", 1e-9, NULL), OK);
	open_request(&request, COLLECTIVE_BCAST, "linear", 0);
	assert_int_equal(predict_operation(&how, &request, &size, 1, &found, NULL), ERR_INPUT);
	assert_int_equal(found.n, 0);
	predictions_release(&found);
	collective_request_release(&request);
	model_free(model);
}

static void a_recorded_prediction_says_where_the_time_went(void **state)
{
	struct model *model = hockney();
	const struct predict_options how = predict_options_default(model);
	struct simulation simulation = {.record = true};
	struct collective_request request;
	struct algorithm_use use;
	struct spent spent[P];
	struct interval *path = NULL;
	double kinds[INTERVAL_KINDS], sum = 0;
	uint64_t largest;
	size_t n;

	(void)state;
	open_request(&request, COLLECTIVE_BCAST, "binomial", 0);
	assert_int_equal(collective_request_use(&request, request.algorithm, 1000, &use, NULL), OK);
	assert_int_equal(predict_simulation(&how, &use, &simulation, &largest, NULL), OK);
	assert_int_equal(largest, 1000);
	assert_true(fabs(simulation.seconds - 33e-6) <= EXACT * 33e-6);
	assert_int_equal(simulation_spent(&simulation, spent, NULL), OK);
	for (int p = 0; p < P; p++)
		assert_true(fabs(spent[p].compute + spent[p].overhead + spent[p].latency + spent[p].gap +
				 spent[p].bandwidth + spent[p].waiting - simulation.finish[p]) <= EXACT);
	assert_int_equal(simulation_path(&simulation, &path, &n, NULL), OK);
	interval_kinds(path, n, kinds);
	for (int k = 0; k < INTERVAL_KINDS; k++)
		sum += kinds[k];
	assert_true(fabs(sum - simulation.seconds) <= EXACT * sum);
	free(path);
	simulation_release(&simulation);
	collective_request_release(&request);
	model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_algorithm_has_a_time_for_each_size),
		cmocka_unit_test(all_algorithms_are_ranked_size_by_size_as_each_is_predicted_alone),
		cmocka_unit_test(what_cannot_be_done_is_a_refusal_that_says_why),
		cmocka_unit_test(closed_forms_come_with_what_they_are_to_the_schedule),
		cmocka_unit_test(a_model_of_one_pair_predicts_no_operation_of_more),
		cmocka_unit_test(a_recorded_prediction_says_where_the_time_went),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
