#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/table.h"

static const struct column columns[] = {
	{"operation", "", CELL_TEXT}, {"bytes", "B", CELL_BYTES}, {"seconds", "s", CELL_SECONDS}};

#define N_COLUMNS (sizeof columns / sizeof *columns)

static struct table *table_of_three_columns(void)
{
	struct table *table = table_new("Times", columns, N_COLUMNS);

	assert_non_null(table);
	return table;
}

static const struct cell *cell_at(const struct table *table, size_t row, size_t column)
{
	return &table->cells[row * table->n_columns + column];
}

static void title_and_columns_are_copied(void **state)
{
	char title[] = "Times", name[] = "bytes", unit[] = "B";
	struct column column = {name, unit, CELL_BYTES};
	struct table *table = table_new(title, &column, 1);

	(void)state;
	assert_non_null(table);
	title[0] = name[0] = unit[0] = 'x';
	column.type = CELL_TEXT;
	assert_string_equal(table->title, "Times");
	assert_string_equal(table->columns[0].name, "bytes");
	assert_string_equal(table->columns[0].unit, "B");
	assert_int_equal(table->columns[0].type, CELL_BYTES);
	assert_int_equal(table->n_rows, 0);
	assert_int_equal(table_status(table, NULL), OK);
	table_free(table);
}

static void a_title_and_a_unit_may_be_left_out(void **state)
{
	const struct column column = {"n", NULL, CELL_COUNT};
	struct table *table = table_new(NULL, &column, 1);

	(void)state;
	assert_non_null(table);
	assert_string_equal(table->title, "");
	assert_string_equal(table->columns[0].unit, "");
	table_free(table);
	table_free(NULL);
}

static void a_new_row_has_only_missing_cells(void **state)
{
	struct table *table = table_of_three_columns();

	(void)state;
	table_row(table);
	assert_int_equal(table->n_rows, 1);
	assert_null(cell_at(table, 0, 0)->text);
	assert_true(isnan(cell_at(table, 0, 1)->number));
	assert_true(isnan(cell_at(table, 0, 2)->number));
	table_free(table);
}

static void cells_are_set_in_the_last_row_by_the_name_of_the_column(void **state)
{
	struct table *table = table_of_three_columns();
	char text[16];

	(void)state;
	for (int i = 0; i < 500; i++) {
		table_row(table);
		snprintf(text, sizeof text, "op %d", i);
		table_set_number(table, "seconds", i * 1e-6);
		table_set_text(table, "operation", text);
		table_set_number(table, "bytes", i);
	}
	assert_int_equal(table_status(table, NULL), OK);
	assert_int_equal(table->n_rows, 500);
	for (size_t i = 0; i < 500; i++) {
		snprintf(text, sizeof text, "op %zu", i);
		assert_string_equal(cell_at(table, i, 0)->text, text);
		assert_true(cell_at(table, i, 1)->number == (double)i);
		assert_true(cell_at(table, i, 2)->number == (double)i * 1e-6);
	}
	table_free(table);
}

static void a_cell_that_is_set_again_holds_the_last_value(void **state)
{
	struct table *table = table_of_three_columns();

	(void)state;
	table_row(table);
	table_set_text(table, "operation", "bcast");
	table_set_text(table, "operation", "gather");
	assert_string_equal(cell_at(table, 0, 0)->text, "gather");
	table_set_text(table, "operation", NULL);
	assert_null(cell_at(table, 0, 0)->text);
	table_set_number(table, "bytes", 1);
	table_set_number(table, "bytes", NAN);
	assert_true(isnan(cell_at(table, 0, 1)->number));
	table_free(table);
}

static void summaries_are_kept_in_order_with_their_groups(void **state)
{
	struct table *table = table_of_three_columns();

	(void)state;
	table_summary_number(table, NULL, "seconds", CELL_SECONDS, 1.5);
	table_summary_text(table, "plogp", "verdict", "good");
	table_summary_number(table, "plogp", "seconds", CELL_SECONDS, 2.5);
	table_summary_text(table, NULL, "note", NULL);
	assert_int_equal(table->n_summaries, 4);
	assert_null(table->summaries[0].group);
	assert_string_equal(table->summaries[0].name, "seconds");
	assert_true(table->summaries[0].value.number == 1.5);
	assert_string_equal(table->summaries[1].group, "plogp");
	assert_int_equal(table->summaries[1].type, CELL_TEXT);
	assert_string_equal(table->summaries[1].value.text, "good");
	assert_true(table->summaries[2].value.number == 2.5);
	assert_null(table->summaries[3].value.text);
	table_free(table);
}

static void a_summary_of_the_same_group_and_name_is_replaced(void **state)
{
	struct table *table = table_new("", NULL, 0);

	(void)state;
	assert_non_null(table);
	for (int i = 0; i < 100; i++) {
		table_summary_number(table, "a", "n", CELL_COUNT, i);
		table_summary_number(table, NULL, "n", CELL_COUNT, -i);
		table_summary_text(table, "a", "text", i % 2 ? "odd" : "even");
	}
	assert_int_equal(table->n_summaries, 3);
	assert_true(table->summaries[0].value.number == 99);
	assert_true(table->summaries[1].value.number == -99);
	assert_string_equal(table->summaries[2].value.text, "odd");
	table_free(table);
}

static void after_a_failed_addition_the_table_takes_no_more_and_says_so(void **state)
{
	struct table *table = table_of_three_columns();
	struct error err = {0};

	(void)state;
	table_row(table);
	table_set_number(table, "bytes", 1);
	table->status = ERR_MEMORY; /* as an addition leaves it that finds no memory */
	table_row(table);
	table_set_number(table, "bytes", 2);
	table_set_text(table, "operation", "bcast");
	table_summary_number(table, NULL, "n", CELL_COUNT, 1);
	table_summary_text(table, NULL, "t", "x");
	assert_int_equal(table->n_rows, 1);
	assert_true(cell_at(table, 0, 1)->number == 1);
	assert_null(cell_at(table, 0, 0)->text);
	assert_int_equal(table->n_summaries, 0);
	assert_int_equal(table_status(table, &err), ERR_MEMORY);
	assert_non_null(strstr(err.text, "not enough memory"));
	table_free(table);
}

static void rows_that_cannot_be_counted_are_a_failure_of_memory(void **state)
{
	struct table *table = table_of_three_columns();
	size_t rows = table->n_rows;

	(void)state;
	table->n_rows = SIZE_MAX / sizeof(struct cell) / N_COLUMNS;
	table_row(table);
	table->n_rows = rows;
	assert_int_equal(table_status(table, NULL), ERR_MEMORY);
	table_free(table);
}

static const struct column times[] = {
	{"algorithm", "", CELL_TEXT}, {"seconds", "s", CELL_SECONDS}, {"adds", "s", CELL_SECONDS}};

/* A table of so many of the columns with one row, and a summary with and without a group. */
static struct table *table_of(size_t n, const char *algorithm, double seconds)
{
	struct table *table = table_new("Times", times, n);

	assert_non_null(table);
	table_row(table);
	table_set_text(table, "algorithm", algorithm);
	table_set_number(table, "seconds", seconds);
	if (n > 2)
		table_set_number(table, "adds", 9);
	table_summary_text(table, NULL, "best", algorithm);
	table_summary_number(table, "plogp", "error", CELL_RATIO, seconds / 10);
	return table;
}

static struct table *joined(size_t n_first, size_t n_second)
{
	struct table *first = table_of(n_first, "linear", 1), *second = table_of(n_second, "chain", 2);
	struct table *all = table_join(NULL, first, "state", "quick");

	all = table_join(all, second, "state", "slow");
	table_free(first);
	table_free(second);
	assert_non_null(all);
	assert_int_equal(table_status(all, NULL), OK);
	return all;
}

static void rows_of_both_are_told_apart_by_the_first_column(void **state)
{
	struct table *all = joined(2, 2);

	(void)state;
	assert_string_equal(all->title, "Times");
	assert_int_equal(all->n_columns, 3);
	assert_int_equal(all->n_rows, 2);
	assert_string_equal(all->columns[0].name, "state");
	assert_string_equal(all->columns[2].unit, "s");
	assert_string_equal(all->cells[0].text, "quick");
	assert_string_equal(all->cells[1].text, "linear");
	assert_string_equal(all->cells[3].text, "slow");
	assert_string_equal(all->cells[4].text, "chain");
	assert_float_equal(all->cells[5].number, 2, 0);
	table_free(all);
}

static void a_column_that_one_of_them_lacks_has_missing_cells_there(void **state)
{
	(void)state;
	for (size_t first = 0; first < 2; first++) { /* whichever comes first */
		struct table *all = joined(first ? 3 : 2, first ? 2 : 3);
		size_t has = first ? 0 : 1;

		assert_int_equal(all->n_columns, 4);
		assert_string_equal(all->columns[3].name, "adds");
		assert_float_equal(all->cells[4 * has + 3].number, 9, 0);
		assert_true(isnan(all->cells[4 * (1 - has) + 3].number));
		table_free(all);
	}
}

static void what_stands_below_is_in_groups_of_each(void **state)
{
	static const char *const groups[] = {"quick", "quick plogp", "slow", "slow plogp"}, *const names[] = {
												    "best", "error",
												    "best", "error"};
	struct table *all = joined(2, 2);

	(void)state;
	assert_int_equal(all->n_summaries, 4);
	for (size_t i = 0; i < 4; i++) {
		assert_string_equal(all->summaries[i].group, groups[i]);
		assert_string_equal(all->summaries[i].name, names[i]);
	}
	assert_string_equal(all->summaries[2].value.text, "chain");
	assert_float_equal(all->summaries[3].value.number, 0.2, 1e-12);
	table_free(all);
}

static void a_table_that_failed_makes_the_whole_fail(void **state)
{
	struct table *first = table_of(2, "linear", 1), *all;

	(void)state;
	first->status = ERR_MEMORY;
	all = table_join(NULL, first, "state", "quick");
	assert_int_equal(table_status(all, NULL), ERR_MEMORY);
	table_free(first);
	table_free(all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(title_and_columns_are_copied),
		cmocka_unit_test(a_title_and_a_unit_may_be_left_out),
		cmocka_unit_test(a_new_row_has_only_missing_cells),
		cmocka_unit_test(cells_are_set_in_the_last_row_by_the_name_of_the_column),
		cmocka_unit_test(a_cell_that_is_set_again_holds_the_last_value),
		cmocka_unit_test(summaries_are_kept_in_order_with_their_groups),
		cmocka_unit_test(a_summary_of_the_same_group_and_name_is_replaced),
		cmocka_unit_test(after_a_failed_addition_the_table_takes_no_more_and_says_so),
		cmocka_unit_test(rows_that_cannot_be_counted_are_a_failure_of_memory),
		cmocka_unit_test(rows_of_both_are_told_apart_by_the_first_column),
		cmocka_unit_test(a_column_that_one_of_them_lacks_has_missing_cells_there),
		cmocka_unit_test(what_stands_below_is_in_groups_of_each),
		cmocka_unit_test(a_table_that_failed_makes_the_whole_fail),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
