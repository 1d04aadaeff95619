#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "page_support.h"

static void the_page_replaces_the_file_and_leaves_nothing_behind(void **state)
{
	struct error err = {0};
	struct stat there;
	struct page *page = page_new("fresh", "");

	(void)state;
	write_text("page.html", "old");
	assert_int_equal(chmod("page.html", 0640), 0);
	assert_int_equal(page_write(page, "page.html", &err), OK);
	assert_int_equal(page_write(page, "new.html", &err), OK);
	page_free(page);
	assert_int_equal(stat("page.html", &there), 0);
	assert_int_equal(there.st_mode & 0777, 0640);
	assert_int_equal(stat("new.html", &there), 0);
	assert_int_equal(there.st_mode & 0600, 0600);
	assert_int_equal(files_here(), 2);
}

static void what_is_no_file_is_written_to_and_not_replaced(void **state)
{
	struct error err = {0};
	struct page *page = page_new("fresh", "");
	struct stat there;
	char begin[16] = "";
	int reader;

	(void)state;
	assert_int_equal(mkfifo("pipe", 0600), 0);
	reader = open("pipe", O_RDWR | O_NONBLOCK); /* a page without plots is smaller than what a pipe holds */
	assert_true(reader >= 0);
	assert_int_equal(page_write(page, "pipe", &err), OK);
	page_free(page);
	assert_int_equal(read(reader, begin, 15), 15);
	assert_string_equal(begin, "<!DOCTYPE html>");
	close(reader);
	assert_int_equal(stat("pipe", &there), 0);
	assert_true(S_ISFIFO(there.st_mode));
}

static void a_page_that_cannot_be_written_is_an_error(void **state)
{
	static const char *const paths[] = {"nowhere/page.html", ".", ""};

	(void)state;
	for (size_t i = 0; i < COUNT(paths); i++) {
		struct error err = {0};
		struct page *page = page_new("a", "b");

		assert_int_equal(page_write(page, paths[i], &err), ERR_IO);
		assert_non_null(strstr(err.text, paths[i]));
		page_free(page);
	}
	assert_int_equal(files_here(), 0);
}

static void the_first_failed_addition_is_reported_and_the_old_page_kept(void **state)
{
	struct error err = {0};
	struct page *page = page_new("a", "b");
	struct table *table = table_of("Times", 1);
	char *search = strdup(getenv("PATH")), *old;

	(void)state;
	write_text("page.html", "old");
	assert_int_equal(setenv("PATH", "/nowhere", 1), 0);
	add_plot(page, "no gnuplot");
	assert_int_equal(setenv("PATH", search, 1), 0);
	table->status = ERR_MEMORY;
	page_table(page, table);
	table_free(table);
	assert_int_equal(page_write(page, "page.html", &err), ERR_PLATFORM);
	assert_non_null(strstr(err.text, "gnuplot-nox"));
	page_free(page);
	old = read_text("page.html");
	assert_string_equal(old, "old");
	free(old);
	free(search);
}

static void a_table_that_lacked_memory_is_reported(void **state)
{
	struct error err = {0};
	struct page *page = page_new("a", "b");
	struct table *table = table_of("Times", 1);

	(void)state;
	table->status = ERR_MEMORY;
	page_table(page, table);
	table_free(table);
	assert_int_equal(page_write(page, "page.html", &err), ERR_MEMORY);
	assert_int_equal(files_here(), 0);
	page_free(page);
	page_free(NULL);
}

#define PAGE_TEST(test) cmocka_unit_test_setup_teardown(test, enter_folder, leave_folder)

int main(void)
{
	const struct CMUnitTest tests[] = {
		PAGE_TEST(the_page_replaces_the_file_and_leaves_nothing_behind),
		PAGE_TEST(what_is_no_file_is_written_to_and_not_replaced),
		PAGE_TEST(a_page_that_cannot_be_written_is_an_error),
		PAGE_TEST(the_first_failed_addition_is_reported_and_the_old_page_kept),
		PAGE_TEST(a_table_that_lacked_memory_is_reported),
	};
	struct plot plot = {.title = "is gnuplot here?"};
	struct error err = {0};
	char *svg = plot_svg(&plot, &err);

	free(svg);
	if (!svg && strstr(err.text, "was not found")) {
		printf("skipped: %s\n", err.text);
		return 77;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
