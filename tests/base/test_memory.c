#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>

#include "base/memory.h"

static void an_array_grows_and_keeps_what_it_holds(void **state)
{
	size_t *array = NULL, capacity = 0, moves = 0;

	(void)state;
	for (size_t i = 0; i < 1000; i++) {
		size_t before = capacity;

		array = memory_grow(array, &capacity, i + 1, sizeof *array);
		assert_non_null(array);
		assert_true(capacity >= i + 1);
		if (capacity != before) {
			assert_true(capacity >= 2 * before);
			moves++;
		}
		array[i] = i;
	}
	for (size_t i = 0; i < 1000; i++)
		assert_int_equal(array[i], i);
	/* Doubling from at least 1 reaches 1000 within ten steps. */
	assert_true(moves <= 11);
	free(array);
}

static void an_array_with_room_stays_where_it_is(void **state)
{
	size_t capacity = 0;
	char *array = memory_grow(NULL, &capacity, 100, 1);

	(void)state;
	assert_non_null(array);
	assert_ptr_equal(memory_grow(array, &capacity, 0, 1), array);
	assert_ptr_equal(memory_grow(array, &capacity, 100, 1), array);
	assert_int_equal(capacity, 100);
	free(array);
}

static void an_array_of_nothing_is_not_taken_for_a_failure(void **state)
{
	size_t capacity = 0;
	int *array = memory_grow(NULL, &capacity, 0, sizeof *array);

	(void)state;
	assert_non_null(array);
	free(array);
}

static void more_than_size_t_can_count_is_refused_and_the_array_stays_valid(void **state)
{
	static const struct {
		size_t need, width;
	} cases[] = {{SIZE_MAX, 2}, {SIZE_MAX / 8 + 1, 8}, {SIZE_MAX / 2, 16}};
	size_t capacity = 0, kept;
	int *array = memory_grow(NULL, &capacity, 1, sizeof *array);

	(void)state;
	assert_non_null(array);
	kept = capacity;
	array[0] = 42;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_null(memory_grow(array, &capacity, cases[i].need, cases[i].width));
	assert_int_equal(capacity, kept);
	assert_int_equal(array[0], 42);
	free(array);
}

static void a_text_is_copied(void **state)
{
	char original[] = "gap";
	char *copy = memory_text(original);

	(void)state;
	original[0] = 'c';
	assert_string_equal(copy, "gap");
	free(copy);
	assert_null(memory_text(NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_array_grows_and_keeps_what_it_holds),
		cmocka_unit_test(an_array_with_room_stays_where_it_is),
		cmocka_unit_test(an_array_of_nothing_is_not_taken_for_a_failure),
		cmocka_unit_test(more_than_size_t_can_count_is_refused_and_the_array_stays_valid),
		cmocka_unit_test(a_text_is_copied),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
