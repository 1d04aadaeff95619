#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "predict/message.h"
#include "model/negative.h"

/* A message of m bytes takes m ns less 10 us. */
static struct model *negative_model(void)
{
	const struct link any = {LINK_ANY, LINK_ANY};
	struct model *model = model_new(model_class_find("hockney", NULL), 2, &any, 1);

	assert_non_null(model);
	assert_int_equal(model_set(model, 0, "alpha", -10e-6, NULL), OK);
	assert_int_equal(model_set(model, 0, "beta", 1e-9, NULL), OK);
	return model;
}

static void times_below_0_are_counted_and_what_is_no_time_is_not(void **state)
{
	const double seconds[] = {1, -2, NAN, 0, -1};
	struct negative_times times = {.all = 0};

	(void)state;
	for (size_t i = 0; i < sizeof(seconds) / sizeof(seconds[0]); i++)
		negative_times_add(&times, seconds[i]);
	assert_int_equal(times.all, 4);
	assert_int_equal(times.negative, 2);
	assert_true(times.least == -2);
}

static void the_least_message_of_a_model_and_its_parameters_below_0_are_found(void **state)
{
	static const size_t sizes[] = {5000, 1000, 2000}, large[] = {20000};
	struct model *model = negative_model();
	size_t bytes;

	(void)state;
	assert_true(fabs(negative_message(model, sizes, 3, &bytes) + 9e-6) < 1e-15);
	assert_int_equal(bytes, 1000);
	assert_true(negative_message(model, large, 1, &bytes) == 0);
	assert_true(negative_parameter(model, model_param_index(model->class, "alpha")));
	assert_false(negative_parameter(model, model_param_index(model->class, "beta")));
	model_free(model);
}

static void messages_are_predicted_size_by_size(void **state)
{
	static const size_t sizes[] = {20000, 30000};
	struct model *model = negative_model();
	struct message_prediction list[2];

	(void)state;
	predict_messages(model, (struct link){0, 1}, sizes, 2, list);
	assert_int_equal(list[1].bytes, 30000);
	assert_true(fabs(list[0].seconds - 10e-6) < 1e-15 && fabs(list[1].seconds - 20e-6) < 1e-15);
	model_free(model);
}

/* This model tells no layouts apart, and has no paths of its own. */
static void paths_are_predicted_in_one_layout_if_a_model_tells_none_apart(void **state)
{
	static const size_t sizes[] = {20000, 30000, 40000};
	struct model *model = negative_model();
	struct path_prediction *list = NULL;
	size_t n = 0;

	(void)state;
	assert_false(paths_know_layouts(model));
	assert_int_equal(predict_paths(model, (struct link){0, 1}, MESSAGE_LAYOUTS, 0, sizes, 3, &list, &n, NULL), OK);
	assert_int_equal(n, 3);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(list[i].ends, 0);
		assert_int_equal(list[i].bytes, sizes[i]);
		assert_true(fabs(list[i].times.full - ((double)sizes[i] * 1e-9 - 10e-6)) < 1e-15);
	}
	free(list);
	model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(times_below_0_are_counted_and_what_is_no_time_is_not),
		cmocka_unit_test(the_least_message_of_a_model_and_its_parameters_below_0_are_found),
		cmocka_unit_test(messages_are_predicted_size_by_size),
		cmocka_unit_test(paths_are_predicted_in_one_layout_if_a_model_tells_none_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
