/* The report's tables hold the very numbers of sample_reduce, for a run of each statistic. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "../sample/disturbed.h"
#include "report/measured.h"
#include "report/trips.h"
#include "evaluate/trips.h"
#include "sample/reduce.h"

static const enum statistic statistics[] = {STATISTIC_MIN, STATISTIC_MEAN, STATISTIC_MEDIAN};

enum { STATISTICS = sizeof(statistics) / sizeof(statistics[0]) };

static void run_make(struct report_run *run, enum statistic statistic)
{
	*run = (struct report_run){
		.run = {.name = "run-1", .circumstances = {.clock_resolution = disturbed_resolution}},
		.statistic = statistic};
	disturbed_campaign(&run->campaign);
}

static double cell(const struct table *table, size_t row, const char *name)
{
	for (size_t i = 0; i < table->n_columns; i++)
		if (strcmp(table->columns[i].name, name) == 0)
			return table->cells[row * table->n_columns + i].number;
	fail_msg("there is no column %s", name);
	return NAN;
}

static struct sample_summary expected_of(const struct report_run *run, size_t row)
{
	const struct reduce_rule how = {
		.statistic = run->statistic, .confidence = 0.95, .resolution = disturbed_resolution};

	return sample_reduce(run->campaign.samples[row], &how);
}

static void expect_rows(const struct table *table, const struct report_run *run)
{
	assert_non_null(table);
	assert_int_equal(table->n_rows, DISTURBED_POINTS);
	for (size_t row = 0; row < DISTURBED_POINTS; row++) {
		const struct sample_summary expected = expected_of(run, row);

		assert_true(cell(table, row, "bytes") == (double)disturbed_trip(row).bytes);
		assert_true(cell(table, row, "time") == expected.value);
		assert_true(cell(table, row, "low") == expected.low);
		assert_true(cell(table, row, "high") == expected.high);
		assert_true(cell(table, row, "timings") == (double)expected.n);
	}
}

static void round_trips_are_those_of_the_runs_own_statistic(void **state)
{
	(void)state;
	for (size_t s = 0; s < STATISTICS; s++) {
		struct report_run run;
		struct table *table;

		run_make(&run, statistics[s]);
		table = report_trips_table(&run, 1);
		expect_rows(table, &run);
		table_free(table);
		campaign_release(&run.campaign);
	}
}

static void what_a_run_measured_is_of_its_own_statistic(void **state)
{
	(void)state;
	for (size_t s = 0; s < STATISTICS; s++) {
		struct report_run run;
		struct table *table;

		run_make(&run, statistics[s]);
		table = report_measured_table(&run);
		expect_rows(table, &run);
		for (size_t row = 0; row < DISTURBED_POINTS; row++) {
			assert_true(cell(table, row, "minimum") == expected_of(&run, row).min);
			assert_true(cell(table, row, "median") == expected_of(&run, row).median);
			assert_true(cell(table, row, "maximum") == expected_of(&run, row).max);
		}
		table_free(table);
		campaign_release(&run.campaign);
	}
}

static void a_comparison_is_with_the_same_numbers(void **state)
{
	struct model *model = model_new(model_class_find("hockney", NULL), 2, &(struct link){LINK_ANY, LINK_ANY}, 1);
	size_t bytes[DISTURBED_POINTS];

	(void)state;
	assert_non_null(model);
	for (size_t i = 0; i < DISTURBED_POINTS; i++)
		bytes[i] = disturbed_trip(i).bytes;
	for (size_t s = 0; s < STATISTICS; s++) {
		struct report_run run;
		struct trips_comparison comparison;

		run_make(&run, statistics[s]);
		assert_int_equal(trips_compare(&comparison, &run.campaign, statistics[s], (struct link){0, 1},
					       &(struct size_list){.bytes = bytes, .n = DISTURBED_POINTS}, &model, 1,
					       NULL),
				 OK);
		assert_int_equal(comparison.n, DISTURBED_POINTS);
		for (size_t i = 0; i < DISTURBED_POINTS; i++)
			assert_true(comparison.trips[i].measured == expected_of(&run, i).value);
		trips_comparison_release(&comparison);
		campaign_release(&run.campaign);
	}
	model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(round_trips_are_those_of_the_runs_own_statistic),
		cmocka_unit_test(what_a_run_measured_is_of_its_own_statistic),
		cmocka_unit_test(a_comparison_is_with_the_same_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
