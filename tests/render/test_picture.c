#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "render/picture.h"

static size_t count(const char *text, const char *part)
{
	size_t n = 0;
	for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
		n++;
	return n;
}

static void bands_that_do_not_change_are_one_rectangle(void **state)
{
	static const struct picture_class classes[] = {{"a", "#111111"}, {"b", "#222222"}};
	static const char *const rows[] = {"first", "second"};
	/* Of 4 columns: a all the time, then half a and half b; the second row has b in one column. */
	static const double shares[] = {1, 0, 1, 0, 0.5, 0.5, 0.5, 0.5, 0, 0, 0, 1, 0, 0, 0, 0};
	struct picture_bands bands = {.rows = rows,
				      .n_rows = 2,
				      .n_columns = 4,
				      .classes = classes,
				      .n_classes = 2,
				      .shares = shares,
				      .last = 4e-3};
	(void)state;
	char *svg = picture_bands(&bands, NULL);
	assert_non_null(svg);
	assert_int_equal(count(svg, "<path fill=\"#111111\""), 1);
	assert_int_equal(count(svg, "<path fill=\"#222222\""), 2);
	/* 920 wide from 120, in rows of 48, as there are few: two columns as high as the row, two of half of it, upon
	 * each other. */
	assert_non_null(strstr(svg, "M120 92h460v-48h-460zM580 92h460v-24h-460z"));
	assert_non_null(strstr(svg, "M580 68h460v-24h-460z"));
	assert_non_null(strstr(svg, "M350 144h230v-48h-230z"));
	assert_int_equal(count(svg, ">first<") + count(svg, ">second<") + count(svg, ">a<") + count(svg, ">b<"), 4);
	assert_int_equal(count(svg, " ms<"), 9); /* 0 to 4 in steps of 0.5 */
	free(svg);
}

static void a_matrix_is_darkest_where_most_is_and_free_where_nothing_is(void **state)
{
	static const char *const names[] = {"0", "<1>"};
	static const double bytes[] = {0, 1024, 1048576, 0};
	struct picture_matrix matrix = {
		.names = names, .n = 2, .bytes = bytes, .row_title = "from", .column_title = "to"};
	(void)state;
	char *svg = picture_matrix(&matrix, NULL);
	assert_non_null(svg);
	assert_int_equal(count(svg, "<title>"), 2);
	assert_non_null(strstr(svg, "fill-opacity=\"0.12\"><title>0 to &lt;1&gt;: 1K</title>"));
	assert_non_null(strstr(svg, "fill-opacity=\"1\"><title>&lt;1&gt; to 0: 1M</title>"));
	assert_non_null(strstr(svg, ">1.02 kB</text>"));
	assert_non_null(strstr(svg, ">1.05 MB</text>"));
	free(svg);
}

static void sizes_that_are_nearly_the_same_are_nearly_as_dark(void **state)
{
	static const char *const names[] = {"0", "1"};
	static const double bytes[] = {0, 30074996, 30112345, 0};
	struct picture_matrix matrix = {.names = names, .n = 2, .bytes = bytes, .row_title = "", .column_title = ""};
	(void)state;
	char *svg = picture_matrix(&matrix, NULL);
	assert_non_null(svg);
	assert_int_equal(count(svg, "fill-opacity=\"1\"><title>") + count(svg, "fill-opacity=\"0.999\"><title>"), 2);
	assert_non_null(strstr(svg, ">3.01 MB</text>")); /* the scale ends a decade below */
	free(svg);
}

static void a_matrix_without_bytes_has_no_scale(void **state)
{
	static const char *const names[] = {"0"};
	static const double bytes[] = {0};
	struct picture_matrix matrix = {.names = names, .n = 1, .bytes = bytes, .row_title = "", .column_title = ""};
	(void)state;
	char *svg = picture_matrix(&matrix, NULL);
	assert_non_null(svg);
	assert_int_equal(count(svg, "fill-opacity"), 0);
	free(svg);
}

static void bars_have_their_values_and_none_where_there_are_none(void **state)
{
	static const char *const names[] = {"0", "1", "2"};
	static const double messages[] = {1, 0, 1000}, calls[] = {0, 10, 0};
	struct picture_bars bars = {.names = names,
				    .n = 3,
				    .series = {{"messages", "#111111"}, {"calls", "#222222"}},
				    .values = {messages, calls},
				    .title = "bytes"};
	(void)state;
	char *svg = picture_bars(&bars, NULL);
	assert_non_null(svg);
	assert_int_equal(count(svg, "<title>"), 3);
	assert_int_equal(count(svg, "<title>1000</title>") + count(svg, "<title>10</title>") +
				 count(svg, "<title>1</title>"),
			 3);
	free(svg);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bands_that_do_not_change_are_one_rectangle),
		cmocka_unit_test(a_matrix_is_darkest_where_most_is_and_free_where_nothing_is),
		cmocka_unit_test(sizes_that_are_nearly_the_same_are_nearly_as_dark),
		cmocka_unit_test(a_matrix_without_bytes_has_no_scale),
		cmocka_unit_test(bars_have_their_values_and_none_where_there_are_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
