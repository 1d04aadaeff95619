#ifndef TESTS_RENDER_RENDER_SUPPORT_H
#define TESTS_RENDER_RENDER_SUPPORT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "render/render.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* One of the functions of render.h. */
typedef enum status renderer(const struct table *table, FILE *out, struct error *err);

/* What a renderer writes; the caller frees it. */
static inline char *rendered(renderer *render, const struct table *table)
{
	struct error err = {0};
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	assert_int_equal(render(table, out, &err), OK);
	assert_int_equal(err.status, OK);
	assert_int_equal(fclose(out), 0);
	return text;
}

static inline void assert_rendered(renderer *render, const struct table *table, const char *expected)
{
	char *text = rendered(render, table);

	assert_string_equal(text, expected);
	free(text);
}

static inline json_t *rendered_json(const struct table *table)
{
	char *text = rendered(render_json, table);
	json_error_t why;
	json_t *document = json_loads(text, JSON_REJECT_DUPLICATES, &why);

	assert_non_null(document);
	assert_int_equal(text[strlen(text) - 1], '\n');
	free(text);
	return document;
}

/* Two rows with one missing cell of each kind, and a summary with two groups that are not added one after the other. */
static inline struct table *comparison(void)
{
	static const struct column columns[] = {
		{"operation", "", CELL_TEXT},       {"bytes", "B", CELL_BYTES}, {"measured", "s", CELL_SECONDS},
		{"relative_error", "", CELL_RATIO}, {"remark", "", CELL_TEXT},
	};
	struct table *table = table_new("Measured against predicted", columns, COUNT(columns));

	assert_non_null(table);
	table_row(table);
	table_set_text(table, "operation", "bcast");
	table_set_number(table, "bytes", 65536);
	table_set_number(table, "measured", 123.4567e-6);
	table_set_number(table, "relative_error", 0.03125);
	table_row(table);
	table_set_text(table, "operation", "gather");
	table_set_number(table, "bytes", 0);
	table_set_text(table, "remark", "slow");
	table_summary_number(table, "plogp", "mean_relative_error", CELL_RATIO, 0.5);
	table_summary_number(table, NULL, "seconds", CELL_SECONDS, 1.5e-6);
	table_summary_number(table, "lmo", "mean_relative_error", CELL_RATIO, 0.25);
	table_summary_number(table, "plogp", "points", CELL_COUNT, 1234);
	table_summary_text(table, NULL, "model", "plogp");
	assert_int_equal(table_status(table, NULL), OK);
	return table;
}

static inline struct table *table_of_numbers(enum cell_type type, const double *numbers, size_t n)
{
	const struct column column = {"x", "", type};
	struct table *table = table_new("T", &column, 1);

	assert_non_null(table);
	for (size_t i = 0; i < n; i++) {
		table_row(table);
		table_set_number(table, "x", numbers[i]);
	}
	assert_int_equal(table_status(table, NULL), OK);
	return table;
}

#endif
