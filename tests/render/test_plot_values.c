#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "render/plot_values.h"

static double cell(const struct table *table, size_t row, size_t column)
{
	return table->cells[row * table->n_columns + column].number;
}

static void each_point_of_each_curve_is_a_row(void **state)
{
	static const double x[] = {0, 1024}, y[] = {1e-6, 3e-6}, low[] = {0.5e-6, 2e-6}, high[] = {2e-6, NAN};
	static const struct plot_series series[] = {
		{.name = "measured", .x = x, .y = y, .low = low, .high = high, .n = 2},
		{.name = NULL, .x = x, .y = y, .n = 1}};
	struct plot plot = {.title = "t",
			    .x_label = "message size",
			    .y_label = "time",
			    .x_bytes = true,
			    .y_seconds = true,
			    .series = series,
			    .n_series = 2};
	struct table *table = plot_values(&plot);
	(void)state;
	assert_non_null(table);
	assert_int_equal(table->n_rows, 3);
	assert_int_equal(table->n_columns, 5);
	assert_string_equal(table->columns[1].name, "message size");
	assert_int_equal(table->columns[1].type, CELL_BYTES);
	assert_int_equal(table->columns[2].type, CELL_SECONDS);
	assert_string_equal(table->cells[5].text, "measured");
	assert_true(cell(table, 1, 1) == 1024 && cell(table, 1, 2) == 3e-6 && cell(table, 1, 3) == 2e-6);
	assert_true(isnan(cell(table, 1, 4)) && isnan(cell(table, 2, 3)));
	assert_string_equal(table->cells[10].text, "");
	assert_int_equal(table->n_summaries, 0);
	table_free(table);
}

static void units_in_labels_become_those_of_columns(void **state)
{
	static const double x[] = {1}, y[] = {2};
	static const struct plot_series series = {.name = "a", .x = x, .y = y, .n = 1};
	struct plot plot = {.x_label = "time of the run [s]", .series = &series, .n_series = 1};
	struct table *table = plot_values(&plot);
	(void)state;
	assert_non_null(table);
	assert_int_equal(table->n_columns, 3);
	assert_string_equal(table->columns[1].name, "time of the run");
	assert_string_equal(table->columns[1].unit, "s");
	assert_string_equal(table->columns[2].name, "y");
	table_free(table);
}

static void of_many_points_the_first_the_last_and_even_ones_between_are_listed_and_it_says_so(void **state)
{
	double x[1000], y[1000];
	const struct plot_series series = {.name = "line", .x = x, .y = y, .n = 1000};
	struct plot plot = {.series = &series, .n_series = 1};
	struct table *table;
	(void)state;
	for (int i = 0; i < 1000; i++)
		x[i] = y[i] = i;
	y[0] = NAN;
	table = plot_values(&plot);
	assert_non_null(table);
	assert_int_equal(table->n_rows, 48); /* each 21st but the first, which is none, and the last */
	assert_true(cell(table, 0, 1) == 21 && cell(table, table->n_rows - 1, 1) == 999);
	assert_int_equal(table->n_summaries, 1);
	assert_string_equal(table->summaries[0].value.text, "points of curves that have more than 48");
	table_free(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_point_of_each_curve_is_a_row),
		cmocka_unit_test(units_in_labels_become_those_of_columns),
		cmocka_unit_test(of_many_points_the_first_the_last_and_even_ones_between_are_listed_and_it_says_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
