#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "render_support.h"

static void a_table_for_people_is_aligned_with_units_and_grouped_summaries(void **state)
{
	struct table *table = comparison();

	(void)state;
	assert_rendered(render_text, table,
			"Measured against predicted\n"
			"\n"
			"operation  bytes  measured  relative_error  remark\n"
			"               B        us               %\n"
			"bcast        64K   123.457            3.12  -\n"
			"gather         0         -               -  slow\n"
			"\n"
			"seconds  1.500 us\n"
			"model    plogp\n"
			"\n"
			"plogp\n"
			"  mean_relative_error  50.00 %\n"
			"  points                1234\n"
			"\n"
			"lmo\n"
			"  mean_relative_error  25.00 %\n");
	table_free(table);
}

static void without_units_there_is_no_line_of_units(void **state)
{
	static const struct column columns[] = {{"process", "", CELL_COUNT}, {"host", "", CELL_TEXT}};
	struct table *table = table_new("", columns, COUNT(columns));

	(void)state;
	assert_rendered(render_text, table, "process  host\n");
	table_row(table);
	table_set_number(table, "process", 10);
	table_set_text(table, "host", "node01");
	assert_rendered(render_text, table, "process  host\n     10  node01\n");
	table_free(table);
}

static void a_table_of_summaries_alone_has_no_empty_header(void **state)
{
	struct table *table = table_new("Run", NULL, 0);

	(void)state;
	assert_rendered(render_text, table, "Run\n");
	table_summary_number(table, NULL, "messages", CELL_COUNT, 7);
	assert_rendered(render_text, table, "Run\n\nmessages  7\n");
	table_free(table);
	table = table_new(NULL, NULL, 0);
	assert_rendered(render_text, table, "");
	table_summary_number(table, "g", "n", CELL_COUNT, NAN);
	assert_rendered(render_text, table, "g\n  n  -\n");
	table_free(table);
}

static void characters_of_several_bytes_do_not_shift_columns_and_control_characters_do_not_break_them(void **state)
{
	static const struct column columns[] = {{"name", "", CELL_TEXT}, {"n", "", CELL_COUNT}};
	struct table *table = table_new("A\nB", columns, COUNT(columns));

	(void)state;
	table_row(table);
	table_set_text(table, "name", "\xc2\xb5\xc2\xb5\xc2\xb5\xc2\xb5\xc2\xb5");
	table_set_number(table, "n", 1);
	table_row(table);
	table_set_text(table, "name", "a\nb\tc");
	table_set_number(table, "n", 2);
	table_row(table);
	table_set_text(table, "name", "\033[2J");
	assert_rendered(render_text, table,
			"A B\n\nname   n\n\xc2\xb5\xc2\xb5\xc2\xb5\xc2\xb5\xc2\xb5  1\na b c  2\n [2J   -\n");
	table_free(table);
}

static void cells_are_written_as_people_read_them(void **state)
{
	static const struct {
		enum cell_type type;
		double number;
		const char *text;
	} cases[] = {
		{CELL_COUNT, 1234567, "1234567"},
		{CELL_COUNT, 0, "0"},
		{CELL_COUNT, -0.0, "0"},
		{CELL_COUNT, -3, "-3"},
		{CELL_COUNT, 2.5, "2.5"},
		{CELL_COUNT, 1e300, "1e+300"},
		{CELL_COUNT, NAN, "-"},
		{CELL_BYTES, 1048576, "1M"},
		{CELL_BYTES, 1000, "1000"},
		{CELL_BYTES, 0, "0"},
		{CELL_BYTES, -1, "-1"},
		{CELL_BYTES, 0.5, "0.5"},
		{CELL_BYTES, NAN, "-"},
		{CELL_BYTES, 1e30, "1e+30"},
		{CELL_SECONDS, 2e-6, "2.000"},
		{CELL_SECONDS, NAN, "-"},
		{CELL_NUMBER, 3.14159, "3.142"},
		{CELL_NUMBER, 1e-9, "1e-09"},
		{CELL_NUMBER, 65024, "65024"},
		{CELL_NUMBER, 1e8, "100000000"},
		{CELL_NUMBER, -65024.5, "-6.502e+04"},
		{CELL_NUMBER, 1e13, "1e+13"},
		{CELL_NUMBER, INFINITY, "inf"},
		{CELL_RATIO, 0.12345, "12.35"},
		{CELL_RATIO, -0.5, "-50.00"},
		{CELL_RATIO, NAN, "-"},
		{CELL_RATIO, INFINITY, "inf"},
		{CELL_RATIO, 1e200, "1e+202"},
	};
	char text[64];

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		const struct cell cell = {NULL, cases[i].number};

		assert_ptr_equal(render_cell(cases[i].type, &cell, text, sizeof text), text);
		assert_string_equal(text, cases[i].text);
	}
}

static void text_cells_are_cut_to_the_room(void **state)
{
	const struct cell cell = {(char *)"allreduce", NAN}, missing = {NULL, NAN};
	char text[6];

	(void)state;
	assert_string_equal(render_cell(CELL_TEXT, &cell, text, sizeof text), "allre");
	assert_string_equal(render_cell(CELL_TEXT, &missing, text, sizeof text), "-");
}

static void units_are_those_that_people_read(void **state)
{
	static const struct {
		enum cell_type type;
		const char *unit, *text;
	} cases[] = {
		{CELL_SECONDS, "s", "us"}, {CELL_SECONDS, "s/B", "us/B"}, {CELL_SECONDS, "", "us"},
		{CELL_RATIO, "", "%"},     {CELL_BYTES, "B", "B"},        {CELL_NUMBER, "B/s", "B/s"},
		{CELL_TEXT, "", ""},
	};
	char text[64];

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_string_equal(render_unit(cases[i].type, cases[i].unit, text, sizeof text), cases[i].text);
}

static void csv_holds_the_rows_in_the_units_of_files(void **state)
{
	struct table *table = comparison();

	(void)state;
	assert_rendered(render_csv, table,
			"operation,bytes,measured,relative_error,remark\r\n"
			"bcast,65536,0.0001234567,0.03125,\r\n"
			"gather,0,,,slow\r\n");
	table_free(table);
}

static void csv_fields_are_quoted_where_they_must_be(void **state)
{
	static const struct {
		const char *text, *field;
	} cases[] = {
		{"plain text", "plain text"},
		{"a,b", "\"a,b\""},
		{"say \"hi\"", "\"say \"\"hi\"\"\""},
		{"two\nlines", "\"two\nlines\""},
		{"cr\r", "\"cr\r\""},
		{"", "\"\""},
		{NULL, ""},
	};
	static const struct column columns[] = {{"a,b", "", CELL_TEXT}, {"n", "", CELL_COUNT}};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct table *table = table_new("T", columns, COUNT(columns));
		char expected[64];

		table_row(table);
		table_set_text(table, "a,b", cases[i].text);
		table_set_number(table, "n", 3);
		snprintf(expected, sizeof expected, "\"a,b\",n\r\n%s,3\r\n", cases[i].field);
		assert_rendered(render_csv, table, expected);
		table_free(table);
	}
}

static void a_missing_cell_that_is_alone_in_its_line_does_not_leave_it_empty(void **state)
{
	static const struct column column = {"seconds", "s", CELL_SECONDS};
	struct table *table = table_new("T", &column, 1);

	(void)state;
	table_row(table);
	table_row(table);
	table_set_number(table, "seconds", 0.5);
	assert_rendered(render_csv, table, "seconds\r\n\"\"\r\n0.5\r\n");
	table_free(table);
}

static void json_has_the_documented_form(void **state)
{
	struct table *table = comparison();
	json_t *document = rendered_json(table);
	json_t *expected = json_loads(
		"{\"format\": \"sonde-table\", \"version\": 1,"
		" \"columns\": [{\"name\": \"operation\", \"unit\": \"\"}, {\"name\": \"bytes\", \"unit\": \"B\"}, "
		"{\"name\": \"measured\", \"unit\": \"s\"},"
		"             {\"name\": \"relative_error\", \"unit\": \"\"}, {\"name\": \"remark\", \"unit\": \"\"}],"
		" \"rows\": [{\"operation\": \"bcast\", \"bytes\": 65536, \"measured\": 123.4567e-6, "
		"\"relative_error\": 0.03125, \"remark\": null},"
		"          {\"operation\": \"gather\", \"bytes\": 0, \"measured\": null, \"relative_error\": null, "
		"\"remark\": \"slow\"}],"
		" \"summary\": {\"plogp\": {\"mean_relative_error\": 0.5, \"points\": 1234}, \"seconds\": 1.5e-6, "
		"\"lmo\": {\"mean_relative_error\": 0.25},"
		"             \"model\": \"plogp\"}}",
		0, NULL);

	(void)state;
	assert_non_null(expected);
	assert_true(json_equal(document, expected));
	json_decref(expected);
	json_decref(document);
	table_free(table);
}

static void an_empty_table_is_json_with_empty_parts(void **state)
{
	struct table *table = table_new("T", NULL, 0);
	json_t *document = rendered_json(table);

	(void)state;
	assert_true(json_is_array(json_object_get(document, "columns")) &&
		    json_array_size(json_object_get(document, "columns")) == 0);
	assert_true(json_is_array(json_object_get(document, "rows")) &&
		    json_array_size(json_object_get(document, "rows")) == 0);
	assert_true(json_is_object(json_object_get(document, "summary")) &&
		    json_object_size(json_object_get(document, "summary")) == 0);
	json_decref(document);
	table_free(table);
}

static void what_json_cannot_hold_is_null(void **state)
{
	const double numbers[] = {NAN, INFINITY, -INFINITY};
	static const enum cell_type types[] = {CELL_COUNT, CELL_BYTES, CELL_SECONDS, CELL_NUMBER, CELL_RATIO};

	(void)state;
	for (size_t t = 0; t < COUNT(types); t++) {
		struct table *table = table_of_numbers(types[t], numbers, COUNT(numbers));
		json_t *document;

		table_summary_number(table, NULL, "missing", types[t], NAN);
		document = rendered_json(table);
		for (size_t i = 0; i < COUNT(numbers); i++)
			assert_true(json_is_null(
				json_object_get(json_array_get(json_object_get(document, "rows"), i), "x")));
		assert_true(json_is_null(json_object_get(json_object_get(document, "summary"), "missing")));
		json_decref(document);
		table_free(table);
	}
}

static void any_text_survives_json_or_at_least_its_ascii_does(void **state)
{
	static const struct {
		const char *text, *back;
	} cases[] = {{"q\"\\\n\t", "q\"\\\n\t"},
		     {"\xc2\xb5s", "\xc2\xb5s"},
		     {"caf\xe9.json", "caf?.json"},
		     {"\xff\xfe", "??"},
		     {"", ""}};
	static const struct column column = {"host", "", CELL_TEXT};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct table *table = table_new("T", &column, 1);
		json_t *document, *summary;

		table_row(table);
		table_set_text(table, "host", cases[i].text);
		table_summary_text(table, cases[i].text, cases[i].text, cases[i].text);
		document = rendered_json(table);
		summary = json_object_get(json_object_get(document, "summary"), cases[i].back);
		assert_string_equal(json_string_value(json_object_get(
					    json_array_get(json_object_get(document, "rows"), 0), "host")),
				    cases[i].back);
		assert_string_equal(json_string_value(json_object_get(summary, cases[i].back)), cases[i].back);
		json_decref(document);
		table_free(table);
	}
}

static renderer *const renderers[] = {render_text, render_csv, render_json};

static void a_stream_that_fails_is_reported(void **state)
{
	struct table *table = comparison();

	(void)state;
	for (size_t i = 0; i < COUNT(renderers); i++) {
		struct error err = {0};
		FILE *out = fopen("/dev/full", "w");

		if (!out)
			skip(); /* only Linux has it */
		assert_int_equal(renderers[i](table, out, &err), ERR_IO);
		assert_non_null(strstr(err.text, "could not be written"));
		fclose(out);
	}
	table_free(table);
}

static void an_incomplete_table_is_not_rendered(void **state)
{
	struct table *table = comparison();

	(void)state;
	table->status = ERR_MEMORY;
	for (size_t i = 0; i < COUNT(renderers); i++) {
		struct error err = {0};
		char *text = NULL;
		size_t size = 1;
		FILE *out = open_memstream(&text, &size);

		assert_non_null(out);
		assert_int_equal(renderers[i](table, out, &err), ERR_MEMORY);
		fclose(out);
		assert_int_equal(size, 0);
		free(text);
	}
	table_free(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_table_for_people_is_aligned_with_units_and_grouped_summaries),
		cmocka_unit_test(without_units_there_is_no_line_of_units),
		cmocka_unit_test(a_table_of_summaries_alone_has_no_empty_header),
		cmocka_unit_test(
			characters_of_several_bytes_do_not_shift_columns_and_control_characters_do_not_break_them),
		cmocka_unit_test(cells_are_written_as_people_read_them),
		cmocka_unit_test(text_cells_are_cut_to_the_room),
		cmocka_unit_test(units_are_those_that_people_read),
		cmocka_unit_test(csv_holds_the_rows_in_the_units_of_files),
		cmocka_unit_test(csv_fields_are_quoted_where_they_must_be),
		cmocka_unit_test(a_missing_cell_that_is_alone_in_its_line_does_not_leave_it_empty),
		cmocka_unit_test(json_has_the_documented_form),
		cmocka_unit_test(an_empty_table_is_json_with_empty_parts),
		cmocka_unit_test(what_json_cannot_hold_is_null),
		cmocka_unit_test(any_text_survives_json_or_at_least_its_ascii_does),
		cmocka_unit_test(a_stream_that_fails_is_reported),
		cmocka_unit_test(an_incomplete_table_is_not_rendered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
