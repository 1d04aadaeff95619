#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render_support.h"

/* A finite double with any sign, exponent and digits. */
static double any_double(struct random *random)
{
	double number;

	do {
		uint64_t bits = random_bits(random);

		memcpy(&number, &bits, sizeof number);
	} while (!isfinite(number));
	return number;
}

static void numbers_in_json_read_back_exactly(void **state)
{
	double numbers[1000] = {
		0.1,    1.0 / 3,   5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 0x1p53, 0x1p53 - 1,
		0x1p63, 123456789, 12.5};
	static const enum cell_type types[] = {CELL_COUNT, CELL_BYTES, CELL_SECONDS, CELL_NUMBER, CELL_RATIO};
	struct random random;

	(void)state;
	random_init(&random, 3);
	for (size_t i = 10; i < COUNT(numbers); i++)
		numbers[i] = any_double(&random);
	for (size_t t = 0; t < COUNT(types); t++) {
		struct table *table = table_of_numbers(types[t], numbers, COUNT(numbers));
		json_t *document = rendered_json(table), *rows = json_object_get(document, "rows");

		for (size_t i = 0; i < COUNT(numbers); i++)
			assert_true(json_number_value(json_object_get(json_array_get(rows, i), "x")) == numbers[i]);
		json_decref(document);
		table_free(table);
	}
}

static void numbers_in_csv_read_back_exactly(void **state)
{
	double numbers[1000];
	struct random random;
	struct table *table;
	char *text, *line, *rest;
	size_t i = 0;

	(void)state;
	random_init(&random, 4);
	for (size_t j = 0; j < COUNT(numbers); j++)
		numbers[j] = any_double(&random);
	table = table_of_numbers(CELL_SECONDS, numbers, COUNT(numbers));
	text = rendered(render_csv, table);
	assert_string_equal(strtok_r(text, "\r\n", &rest), "x");
	for (; (line = strtok_r(NULL, "\r\n", &rest)); i++)
		assert_true(i < COUNT(numbers) && strtod(line, NULL) == numbers[i]);
	assert_int_equal(i, COUNT(numbers));
	free(text);
	table_free(table);
}

static void whole_numbers_of_counts_are_integers_in_json_and_seconds_are_not(void **state)
{
	const double one = 1;
	struct table *counts = table_of_numbers(CELL_COUNT, &one, 1),
		     *seconds = table_of_numbers(CELL_SECONDS, &one, 1);
	json_t *a = rendered_json(counts), *b = rendered_json(seconds);

	(void)state;
	assert_true(json_is_integer(json_object_get(json_array_get(json_object_get(a, "rows"), 0), "x")));
	assert_true(json_is_real(json_object_get(json_array_get(json_object_get(b, "rows"), 0), "x")));
	json_decref(a);
	json_decref(b);
	table_free(counts);
	table_free(seconds);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_in_json_read_back_exactly),
		cmocka_unit_test(numbers_in_csv_read_back_exactly),
		cmocka_unit_test(whole_numbers_of_counts_are_integers_in_json_and_seconds_are_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
