#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "page_support.h"

static void texts_are_escaped(void **state)
{
	const char *const node = "&lt;b&gt;&amp;&quot;a node with a name that is longer than any number, as "
				 "names of nodes are wont to be&quot;</td>";
	const char *const shown[] = {"<title>Report &lt;1&gt;</title>",
				     "<h1>Report &lt;1&gt;</h1>",
				     "on &quot;a&quot; &amp; b",
				     "latency &amp; more",
				     ">First &lt; section</h2>",
				     ">First &lt; section</a>",
				     "<p>if a &lt; b &amp;&amp; c &gt; d then &lt;/p&gt;</p>",
				     "3 sizes &lt;were&gt; imprecise",
				     "<b>One &lt;plot&gt;</b>",
				     "What &amp; why",
				     "<i>How to read it:</i> Up is &lt;more&gt;",
				     "Sizes &amp; times",
				     node,
				     "&lt;good&gt;"};
	char *html = written(full_page());

	(void)state;
	for (size_t i = 0; i < COUNT(shown); i++)
		if (!strstr(html, shown[i]))
			fail_msg("the page lacks %s", shown[i]);
	free(html);
}

static void a_page_needs_no_other_file(void **state)
{
	static const char *const references[] = {"href=\"", "href='", "src=\"", "src='", "url("};
	char *html = written(full_page());

	(void)state;
	assert_null(strstr(html, "@import"));
	for (size_t i = 0; i < COUNT(references); i++)
		for (const char *at = strstr(strstr(html, "<body>"), references[i]); at;
		     at = strstr(at + 1, references[i])) {
			const char *target = at + strlen(references[i]);

			if (*target != '#' && strncmp(target, "data:", 5) != 0)
				fail_msg("the page refers to %.40s", target);
		}
	free(html);
}

/* Skips what is not read as HTML: a script or a style, up to its end tag. */
static const char *past_text(const char *at, const char *name)
{
	char end[40];

	if (strcmp(name, "script") != 0 && strcmp(name, "style") != 0)
		return at;
	snprintf(end, sizeof end, "</%s>", name);
	at = strstr(at, end);
	assert_non_null(at);
	return at;
}

static void assert_nested(const char *html)
{
	char open[64][32], name[32];
	size_t depth = 0;

	for (const char *at = strchr(html, '<'); at; at = strchr(at, '<')) {
		bool ends = at[1] == '/', empty;
		const char *close = strncmp(at, "<!--", 4) == 0 ? strstr(at, "-->") : strchr(at, '>');

		assert_non_null(close);
		empty = close[-1] == '/' || at[1] == '!' || strncmp(at, "<meta", 5) == 0;
		snprintf(name, sizeof name, "%.*s", (int)strcspn(at + 1 + ends, " \t\n>/"), at + 1 + ends);
		at = close;
		if (ends) {
			assert_true(depth > 0);
			assert_string_equal(name, open[--depth]);
		} else if (!empty) {
			assert_true(depth < COUNT(open));
			strcpy(open[depth++], name);
			at = past_text(at, name);
		}
	}
	assert_int_equal(depth, 0);
}

static void the_document_is_sound(void **state)
{
	char *html = written(full_page());

	(void)state;
	assert_nested(html);
	assert_memory_equal(html, "<!DOCTYPE html>\n<html lang=\"en\">", 32);
	assert_non_null(strstr(html, "<meta charset=\"utf-8\">"));
	assert_non_null(strstr(html, "<meta name=\"viewport\""));
	assert_int_equal(occurrences(html, "<h1"), 1);
	assert_non_null(strstr(html, "<body>\n<a class=\"skip\" href=\"#content\">"));
	assert_int_equal(occurrences(html, "<main id=\"content\""), 1);
	free(html);
	html = written(page_new(NULL, NULL));
	assert_nested(html);
	free(html);
}

static void gnuplots_script_is_there_once_for_all_plots(void **state)
{
	char *html = written(full_page());

	(void)state;
	assert_int_equal(occurrences(html, "new gnuplot_svg("), 1);
	assert_true(strstr(html, "new gnuplot_svg(") < strstr(html, "<body>")); /* the plots use it as they are read */
	assert_int_equal(occurrences(html, "<figure"), 3);
	assert_int_equal(occurrences(html, "<svg "), 6); /* each in two widths */
	assert_int_equal(occurrences(html, "<script></script>"), 6);
	assert_int_equal(occurrences(html, "gnuplot_svg.plot_axis_xmin = "), 6);
	free(html);
}

/* Both scripts of the page, gnuplot's and its own. */
static void the_scripts_can_be_parsed(void **state)
{
	static const char begin[] = "<script>\n";
	char *html;
	size_t n = 0;

	(void)state;
	if (system("command -v node >node.txt") != 0) {
		print_message("skipped: node, which parses scripts, is not here\n");
		skip();
	}
	html = written(full_page());
	for (char *script = strstr(html, begin); script; script = strstr(script, begin), n++) {
		char *end = strstr(script, "</script>");

		assert_non_null(end);
		*end = '\0';
		write_text("script.js", script + strlen(begin));
		assert_int_equal(system("node --check script.js"), 0);
		script = end + 1;
	}
	assert_int_equal(n, 2);
	free(html);
}

static void each_plot_is_named_by_its_caption(void **state)
{
	char *html = written(full_page());

	(void)state;
	for (size_t i = 1; i <= 3; i++) {
		char text[64];

		snprintf(text, sizeof text, "<figcaption id=\"plot-%zu\">", i);
		assert_int_equal(occurrences(html, text), 1);
		snprintf(text, sizeof text, "aria-labelledby=\"plot-%zu\"", i);
		assert_int_equal(occurrences(html, text), 2);
	}
	assert_null(strstr(html, "<text>Another</text>"));
	assert_int_equal(occurrences(html, "<details class=\"values\">"), 3);
	assert_non_null(strstr(html, "<td>predicted</td><td class=\"n\">1K</td><td class=\"n\">2.000</td>"));
	free(html);
}

static void the_contents_lead_to_the_sections(void **state)
{
	struct page *page = page_new("a", "b");
	char *html = written(full_page());

	(void)state;
	for (size_t i = 1; i <= 2; i++) {
		char text[64];

		snprintf(text, sizeof text, "<a href=\"#section-%zu\">", i);
		assert_int_equal(occurrences(html, text), 1);
		snprintf(text, sizeof text, "<h2 id=\"section-%zu\">", i);
		assert_int_equal(occurrences(html, text), 1);
	}
	free(html);
	page_section(page, "the only one");
	html = written(page);
	assert_null(strstr(html, "<nav"));
	free(html);
}

static void a_table_is_written_as_people_read_it(void **state)
{
	struct page *page = page_new("a", "");
	struct table *table = table_of("Times", 1);
	char *html;

	(void)state;
	page_table(page, table);
	table_free(table);
	html = written(page);
	assert_non_null(strstr(html, "<caption>Times</caption>"));
	assert_non_null(strstr(html,
			       "<th scope=\"col\">host</th><th scope=\"col\" class=\"n\">bytes <small>B</small></th>"
			       "<th scope=\"col\" class=\"n\">measured <small>µs</small></th><th scope=\"col\" "
			       "class=\"n\">slope <small>µs/B</small></th>"
			       "<th scope=\"col\" class=\"n\">relative error <small>%</small></th><th scope=\"col\" "
			       "class=\"n\">o_s <small>µs</small></th>"));
	assert_non_null(strstr(html, "<td class=\"n\">64K</td><td class=\"n\">12.346</td><td class=\"n\">0.002</td><td "
				     "class=\"n\">3.12</td><td class=\"n\">-</td>"));
	free(html);
}

static void only_a_long_table_is_folded_up(void **state)
{
	static const size_t rows[] = {0, 1, 20, 21, 400};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct page *page = page_new("a", "");
		struct table *table = table_of("Times", rows[i]);
		char *html, said[64];

		page_table(page, table);
		table_free(table);
		html = written(page);
		assert_int_equal(occurrences(html, "<tr>"), rows[i] + 1);
		assert_int_equal(occurrences(html, "<details>"), rows[i] > 20);
		snprintf(said, sizeof said, "%zu rows", rows[i]);
		assert_int_equal(occurrences(html, said), rows[i] > 20);
		free(html);
	}
}

static void summaries_stand_together_by_group(void **state)
{
	char *html = written(full_page());

	(void)state;
	assert_non_null(strstr(
		html, "<div class=\"summary\"><b>plogp</b><dl><div><dt>mean relative error</dt><dd>3.40 %</dd></div>"
		      "<div><dt>seconds</dt><dd>1000.000 µs</dd></div></dl></div>"));
	assert_non_null(
		strstr(html, "<div class=\"summary\"><dl><div><dt>verdict</dt><dd>&lt;good&gt;</dd></div></dl></div>"));
	free(html);
}

#define PAGE_TEST(test) cmocka_unit_test_setup_teardown(test, enter_folder, leave_folder)

int main(void)
{
	const struct CMUnitTest tests[] = {
		PAGE_TEST(texts_are_escaped),
		PAGE_TEST(a_page_needs_no_other_file),
		PAGE_TEST(the_document_is_sound),
		PAGE_TEST(gnuplots_script_is_there_once_for_all_plots),
		PAGE_TEST(the_scripts_can_be_parsed),
		PAGE_TEST(each_plot_is_named_by_its_caption),
		PAGE_TEST(the_contents_lead_to_the_sections),
		PAGE_TEST(a_table_is_written_as_people_read_it),
		PAGE_TEST(only_a_long_table_is_folded_up),
		PAGE_TEST(summaries_stand_together_by_group),
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
