#ifndef TESTS_RENDER_PAGE_SUPPORT_H
#define TESTS_RENDER_PAGE_SUPPORT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "render/page.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A folder of its own for each test; it is the working directory. */
static inline int enter_folder(void **state)
{
	char folder[] = "/tmp/sonde-page-XXXXXX";

	*state = mkdtemp(folder) && chdir(folder) == 0 ? strdup(folder) : NULL;
	return *state ? 0 : -1;
}

static inline int leave_folder(void **state)
{
	DIR *here = opendir(".");
	struct dirent *entry;

	while (here && (entry = readdir(here)))
		if (entry->d_name[0] != '.')
			remove(entry->d_name);
	if (here)
		closedir(here);
	if (chdir("/") == 0)
		rmdir(*state);
	free(*state);
	return 0;
}

static inline size_t files_here(void)
{
	DIR *here = opendir(".");
	struct dirent *entry;
	size_t n = 0;

	assert_non_null(here);
	while ((entry = readdir(here)))
		n += entry->d_name[0] != '.';
	closedir(here);
	return n;
}

static inline char *read_text(const char *path)
{
	FILE *file = fopen(path, "r");
	char *text;
	long size;

	assert_non_null(file);
	assert_int_equal(fseek(file, 0, SEEK_END), 0);
	size = ftell(file);
	assert_true(size >= 0);
	rewind(file);
	text = calloc((size_t)size + 1, 1);
	assert_non_null(text);
	assert_int_equal(fread(text, 1, (size_t)size, file), size);
	fclose(file);
	return text;
}

static inline void write_text(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

/* Writes the page, frees it and returns the HTML. */
static inline char *written(struct page *page)
{
	struct error err = {0};
	enum status status = page_write(page, "page.html", &err);

	page_free(page);
	assert_string_equal(err.text, "");
	assert_int_equal(status, OK);
	return read_text("page.html");
}

static inline size_t occurrences(const char *text, const char *what)
{
	size_t n = 0, length = strlen(what);

	for (; *text; text++)
		n += strncmp(text, what, length) == 0;
	return n;
}

static inline struct table *table_of(const char *title, size_t n_rows)
{
	static const struct column columns[] = {
		{"host", "", CELL_TEXT},        {"bytes", "B", CELL_BYTES},         {"measured", "s", CELL_SECONDS},
		{"slope", "s/B", CELL_SECONDS}, {"relative_error", "", CELL_RATIO}, {"o_s", "s", CELL_SECONDS}};
	struct table *table = table_new(title, columns, COUNT(columns));

	assert_non_null(table);
	for (size_t i = 0; i < n_rows; i++) {
		table_row(table);
		table_set_text(
			table, "host",
			"<b>&\"a node with a name that is longer than any number, as names of nodes are wont to be\"");
		table_set_number(table, "bytes", 65536);
		table_set_number(table, "measured", 1.2345678e-5);
		table_set_number(table, "slope", 2e-9);
		table_set_number(table, "relative_error", 0.0312);
	}
	return table;
}

static inline void add_plot(struct page *page, const char *title)
{
	static const double x[] = {0, 1, 1024, 1 << 20}, y[] = {1e-6, 1.1e-6, 2e-6, 1e-4};
	static const struct plot_series series[] = {
		{.name = "measured", .style = SERIES_POINTS, .x = x, .y = y, .n = 4},
		{.name = "predicted", .style = SERIES_LINE, .x = x, .y = y, .low = y, .high = y, .n = 4}};
	struct plot plot = {.title = title,
			    .x_label = "message size",
			    .y_label = "time",
			    .x_bytes = true,
			    .y_seconds = true,
			    .x_log = true,
			    .y_log = true,
			    .series = series,
			    .n_series = COUNT(series)};

	page_plot(page, &plot, "What & why", "Up is <more>");
}

static inline struct page *full_page(void)
{
	struct page *page = page_new("Report <1>", "on \"a\" & b");
	struct table *table = table_of("Sizes & times", 21);

	assert_non_null(page);
	table_summary_number(table, "plogp", "mean_relative_error", CELL_RATIO, 0.034);
	table_summary_text(table, NULL, "verdict", "<good>");
	table_summary_number(table, "plogp", "seconds", CELL_SECONDS, 1e-3);
	page_figure(page, "1.83 µs", "latency & more");
	page_section(page, "First < section");
	page_paragraph(page, "if a < b && c > d then </p>");
	page_warning(page, "3 sizes <were> imprecise");
	add_plot(page, "One <plot>");
	page_section(page, "Second");
	page_table(page, table);
	add_plot(page, "Another");
	add_plot(page, "A third");
	table_free(table);
	return page;
}

#endif
