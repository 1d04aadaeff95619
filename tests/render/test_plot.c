#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "render/plot.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static char *drawn(const struct plot *plot)
{
	struct error err = {0};
	char *svg = plot_svg(plot, &err);

	assert_string_equal(err.text, "");
	assert_non_null(svg);
	return svg;
}

/* Whether the plot shows the text by itself, as it does the label of an axis. */
static bool shows(const char *svg, const char *text)
{
	char element[256];

	snprintf(element, sizeof element, "<text>%s</text>", text);
	return strstr(svg, element) != NULL;
}

static size_t occurrences(const char *text, const char *what)
{
	size_t n = 0, length = strlen(what);

	for (; *text; text++)
		n += strncmp(text, what, length) == 0;
	return n;
}

static void axes_are_labelled_for_people(void **state)
{
	static const struct axis_case {
		bool bytes, seconds, log;
		double x[3], y[3];
		const char *labels[8], *absent;
	} cases[] = {
		{true,
		 true,
		 true,
		 {1, 1024, 4 << 20},
		 {1e-7, 1e-5, 1e-3},
		 {"1", "32", "1K", "32K", "1M", "0.1", "100", "1000"},
		 "0"},
		{true,
		 true,
		 true,
		 {0, 1, 4 << 20},
		 {1e-7, 1e-5, 1e-3},
		 {"0", "1", "32", "1K", "32K", "1M", "10"},
		 "1024"},
		{true,
		 true,
		 false,
		 {0, 1024, 4 << 20},
		 {0, 1e-4, 1e-3},
		 {"0", "1M", "2M", "3M", "4M", "200", "1000"},
		 "1048576"},
		{true, false, true, {4096, 8192, 16384}, {1, 2, 3}, {"4K", "8K", "16K", "1.5", "2", "3"}, "1K"},
		{false, true, true, {1, 10, 100}, {1e-6, 2e-6, 3e-5}, {"1", "2", "5", "10", "20", "100"}, "1e-05"},
		{false, false, true, {1e-9, 1, 1e6}, {1, 1e4, 1e8}, {"1", "100", "1e6", "1e8", "1e-6"}, "1e+06"},
		{false, false, false, {-2, 0, 2}, {-1, 0, 1}, {"-2", "0", "2", "-1", "1"}, "3"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		const struct axis_case *c = &cases[i];
		struct plot_series series = {.name = "times", .style = SERIES_LINE, .x = c->x, .y = c->y, .n = 3};
		struct plot plot = {.x_bytes = c->bytes,
				    .y_seconds = c->seconds,
				    .x_log = c->log,
				    .y_log = c->log,
				    .series = &series,
				    .n_series = 1};
		char *svg = drawn(&plot);

		for (size_t k = 0; k < COUNT(c->labels) && c->labels[k]; k++)
			if (!shows(svg, c->labels[k]))
				fail_msg("case %zu has no label %s", i, c->labels[k]);
		assert_false(shows(svg, c->absent));
		free(svg);
	}
}

static void labels_get_the_unit_that_they_lack(void **state)
{
	const double x[] = {1, 2}, y[] = {1e-6, 2e-6};
	struct plot_series series = {.name = "times", .x = x, .y = y, .n = 2};
	struct plot plot = {.x_label = "message size",
			    .y_label = "roundtrip in µs",
			    .x_bytes = true,
			    .y_seconds = true,
			    .series = &series,
			    .n_series = 1};
	char *svg = drawn(&plot);

	(void)state;
	assert_true(shows(svg, "message size [bytes]"));
	assert_true(shows(svg, "roundtrip in µs"));
	free(svg);
}

static void texts_are_shown_and_never_obeyed(void **state)
{
	static const struct text_case {
		const char *text, *shown;
	} cases[] = {
		{"it's 'quoted'", "it's 'quoted'"},
		{"a\"b`touch planted`", "a\"b`touch planted`"},
		{"x'; system 'touch planted'; set title 'y", "x'; system 'touch planted'; set title 'y"},
		{"two\nsystem 'touch planted'\nlines", "two system 'touch planted' lines"},
		{"@macro %s \\n {/Bold x} o_s^2", "@macro %s \\n {/Bold x} o_s^2"},
		{"<script>alert(1)</script> & more", "&lt;script>alert(1)&lt;/script> &amp; more"},
		{"]]>", "]] >"},
		{"EOD", "EOD"},
	};
	const double x[] = {1, 2}, y[] = {1, 2};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		const char *text = cases[i].text;
		struct plot_series series = {.name = text, .x = x, .y = y, .n = 2};
		struct plot plot = {.title = text, .x_label = text, .y_label = text, .series = &series, .n_series = 1};
		char *svg = drawn(&plot);

		assert_true(shows(svg, cases[i].shown));
		assert_null(strstr(svg, "<script>alert"));
		assert_int_equal(access("planted", F_OK), -1);
		free(svg);
	}
}

static void a_long_name_is_cut_at_a_character(void **state)
{
	char name[2 * 300 + 1] = "", *svg;
	const double x[] = {1, 2};
	struct plot_series series = {.name = name, .x = x, .y = x, .n = 2};
	struct plot plot = {.series = &series, .n_series = 1, .width = 400, .height = 300};
	const char *cut;

	(void)state;
	for (size_t i = 0; i < 300; i++)
		strcat(name, "µ");
	svg = drawn(&plot);
	cut = strstr(svg, "...</text>");
	assert_non_null(cut);
	assert_memory_equal(cut - 4, "µµ", 4);
	free(svg);
}

static void the_document_says_what_it_shows(void **state)
{
	const double x[] = {1, 2}, y[] = {1e-6, 2e-6};
	struct plot_series series[] = {{.name = "a < b", .x = x, .y = y, .n = 2},
				       {.style = SERIES_LINE, .x = x, .y = y, .n = 2}};
	struct plot plot = {.title = "R & D",
			    .x_label = "size",
			    .y_label = "time",
			    .x_bytes = true,
			    .y_seconds = true,
			    .series = series,
			    .n_series = 2};
	char *svg = drawn(&plot);

	(void)state;
	assert_non_null(strstr(svg, "<title>R &amp; D</title>"));
	assert_non_null(strstr(
		svg, "<desc>time in microseconds against size in bytes: a &lt; b, a curve without a name</desc>"));
	assert_non_null(strstr(svg, "<g id=\"gnuplot_plot_1\" ><title>a &lt; b</title>"));
	assert_null(strstr(svg, "<title>Gnuplot</title>"));
	free(svg);
}

static void the_mouse_works_from_within_the_document(void **state)
{
	const double x[] = {1, 2};
	struct plot_series series = {.name = "a", .x = x, .y = x, .n = 2};
	struct plot plot = {.series = &series, .n_series = 1};
	char *svg = drawn(&plot);

	(void)state;
	assert_int_equal(occurrences(svg, "new gnuplot_svg("), 1);
	assert_non_null(strstr(svg, "gnuplot_svg.plot_axis_xmin = "));
	assert_null(strstr(svg, "xlink:href=\"/"));
	free(svg);
}

static void bands_belong_to_their_lines_and_bars_to_their_points(void **state)
{
	const double x[] = {1, 2, 4}, y[] = {2, 3, 4}, low[] = {1, 2, NAN}, high[] = {3, INFINITY, NAN};
	struct plot_series series[] = {{"line", SERIES_LINE, x, y, low, high, 3},
				       {"points", SERIES_POINTS, x, y, low, high, 3},
				       {"both", SERIES_LINE_POINTS, x, y, low, high, 3}};
	struct plot plot = {.x_log = true, .y_log = true, .series = series, .n_series = COUNT(series)};
	char *svg = drawn(&plot);

	(void)state;
	assert_non_null(strstr(svg, "<g id=\"gnuplot_plot_1\" ><title>line</title>"));
	assert_non_null(strstr(svg, "<g id=\"gnuplot_plot_2_band\" ><title>line</title>"));
	assert_non_null(strstr(svg, "<g id=\"gnuplot_plot_3\" ><title>points</title>"));
	assert_non_null(strstr(svg, "<g id=\"gnuplot_plot_4\" ><title>both</title>"));
	assert_true(occurrences(strstr(svg, "_band\""), "fill-opacity = '0.180000'") > 0);
	free(svg);
}

/* The colour and the dashes of the first path of curve number i; its point if it has one. */
static void look_of(const char *svg, size_t i, char look[256])
{
	char id[64];
	const char *curve, *path, *end;

	snprintf(id, sizeof id, "<g id=\"gnuplot_plot_%zu\"", i);
	curve = strstr(svg, id);
	assert_non_null(curve);
	path = strstr(curve, "stroke='rgb(");
	end = path ? strstr(path, " d='") : NULL;
	assert_non_null(end);
	snprintf(look, 256, "%.*s", (int)(end - path), path);
}

static void eight_curves_look_different(void **state)
{
	const double x[] = {1, 2};
	struct plot_series series[8];
	struct plot plot = {.series = series, .n_series = COUNT(series)};
	char looks[COUNT(series)][256], *svg;

	(void)state;
	for (size_t i = 0; i < COUNT(series); i++)
		series[i] = (struct plot_series){.name = "curve", .style = SERIES_LINE, .x = x, .y = x, .n = 2};
	svg = drawn(&plot);
	for (size_t i = 0; i < COUNT(series); i++) {
		look_of(svg, i + 1, looks[i]);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(looks[i], looks[j]);
	}
	free(svg);
}

static void points_that_an_axis_cannot_hold_are_counted(void **state)
{
	const double x[] = {0, 1, 2, 4, 8, NAN}, y[] = {1e-6, 0, -1e-6, 1e-6, 2e-6, 1e-6};
	struct plot_series series = {.name = "a", .x = x, .y = y, .n = COUNT(x)};
	struct plot plot = {.y_seconds = true, .x_log = true, .y_log = true, .series = &series, .n_series = 1};
	char *svg = drawn(&plot);

	(void)state;
	assert_true(shows(svg, "3 points not above 0 cannot be shown"));
	free(svg);
	plot.x_bytes = true; /* now 0 has a place */
	svg = drawn(&plot);
	assert_true(shows(svg, "2 points not above 0 cannot be shown"));
	free(svg);
	plot.y_log = false;
	svg = drawn(&plot);
	assert_null(strstr(svg, "cannot be shown"));
	free(svg);
}

static void a_plot_of_few_or_odd_values_is_drawn(void **state)
{
	static const struct odd_case {
		double x[2], y[2];
		size_t n;
	} cases[] = {
		{{0, 0}, {0, 0}, 0},          {{NAN, NAN}, {1, 2}, 2},
		{{1, 2}, {NAN, INFINITY}, 2}, {{5, 5}, {7, 7}, 2},
		{{0, 0}, {0, 0}, 2},          {{0, 1}, {1, 2}, 2},
		{{-3, -3}, {-1, -2}, 2},      {{1e15, 1e15 + 0.125}, {1, 1}, 2},
		{{1e-100, 1e100}, {1, 2}, 2}, {{1, 2}, {1e-100, 1e100}, 2},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		for (unsigned int flags = 0; flags < 8; flags++) {
			struct plot_series series[] = {
				{"line", SERIES_LINE, cases[i].x, cases[i].y, cases[i].y, cases[i].y, cases[i].n},
				{"points", SERIES_POINTS, cases[i].x, cases[i].y, cases[i].y, cases[i].y, cases[i].n}};
			struct plot plot = {.x_log = flags & 1,
					    .y_log = flags & 2,
					    .x_bytes = flags & 4,
					    .series = series,
					    .n_series = 2};
			char *svg = drawn(&plot);

			assert_true(shows(svg, "line") && shows(svg, "points"));
			free(svg);
		}
}

static void a_plot_without_curves_is_drawn(void **state)
{
	struct plot plot = {.title = "nothing"};
	char *svg = drawn(&plot);

	(void)state;
	assert_true(shows(svg, "nothing"));
	free(svg);
}

/* Far more than a pipe holds, in both directions. */
static void many_points_do_not_block(void **state)
{
	size_t n = 100000;
	double *x = malloc(n * sizeof *x);
	struct plot_series series = {.name = "a", .style = SERIES_POINTS, .x = x, .y = x, .n = n};
	struct plot plot = {.series = &series, .n_series = 1};
	char *svg;

	(void)state;
	assert_non_null(x);
	for (size_t i = 0; i < n; i++)
		x[i] = (double)i;
	svg = drawn(&plot);
	assert_true(occurrences(svg, "<use xlink:href='#gpPt6' transform") >= n);
	free(svg);
	free(x);
}

/* Puts a program of this text before gnuplot, or nothing at all in its place; search is what to give to
 * gnuplot_restore. */
static char *gnuplot_replace(const char *script)
{
	char *search = strdup(getenv("PATH")), directory[] = "/tmp/sonde-plot-XXXXXX", path[64], changed[4096];
	FILE *file;

	assert_non_null(search);
	assert_non_null(mkdtemp(directory));
	if (script) {
		snprintf(path, sizeof path, "%s/gnuplot", directory);
		file = fopen(path, "w");
		assert_non_null(file);
		fputs(script, file);
		assert_int_equal(fclose(file), 0);
		assert_int_equal(chmod(path, 0700), 0);
	}
	snprintf(changed, sizeof changed, "%s%s%s", directory, script ? ":" : "", script ? search : "");
	assert_int_equal(setenv("PATH", changed, 1), 0);
	return search;
}

static void gnuplot_restore(char *search)
{
	char *changed = strdup(getenv("PATH")), path[4096];

	assert_non_null(changed);
	changed[strcspn(changed, ":")] = '\0';
	snprintf(path, sizeof path, "%s/gnuplot", changed);
	unlink(path);
	rmdir(changed);
	assert_int_equal(setenv("PATH", search, 1), 0);
	free(changed);
	free(search);
}

static void a_failing_gnuplot_is_reported(void **state)
{
	static const struct failing_case {
		const char *script, *said;
	} cases[] = {
		{NULL, "gnuplot-nox"},
		{"#!/bin/sh\nexit 127\n", "gnuplot-nox"},
		{"#!/bin/sh\necho 'line 3:' >&2\necho '   no such terminal' >&2\nexit 1\n",
		 "it says: line 3: no such terminal"},
		{"#!/bin/sh\necho '<svg></svg>'\nexit 2\n", "it says: nothing"},
		{"#!/bin/sh\necho '<svg>'\n", "could not draw"},
		{"#!/bin/sh\nkill -9 $$\n", "could not draw"},
	};
	struct plot plot = {.title = "a"};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct error err = {0};
		char *search = gnuplot_replace(cases[i].script);
		char *svg = plot_svg(&plot, &err);

		gnuplot_restore(search);
		assert_null(svg);
		assert_int_equal(err.status, ERR_PLATFORM);
		assert_non_null(strstr(err.text, cases[i].said));
	}
}

/* This stand-in draws, but has no script for the mouse, as where only part of gnuplot is installed. */
static void without_gnuplots_script_the_plot_has_no_handlers(void **state)
{
	char *search =
		gnuplot_replace("#!/bin/sh\nif grep -q '^set terminal svg mouse'\n"
				"then echo '<svg onclick=\"gnuplot_svg.f()\"></svg>'\nelse echo '<svg></svg>'\nfi\n");
	struct plot plot = {.title = "a"};
	struct error err = {0};
	char *svg = plot_svg(&plot, &err);

	(void)state;
	gnuplot_restore(search);
	assert_non_null(svg);
	assert_string_equal(svg, "<svg></svg>\n");
	free(svg);
}

static void a_grid_has_its_plots_side_by_side_and_below_each_other(void **state)
{
	static const double x[] = {1, 2}, y[] = {1e-6, 2e-6};
	static const struct plot_series series = {.name = "a curve", .x = x, .y = y, .n = 2};
	static const size_t columns[] = {0, 1, 1}, rows[] = {0, 0, 1};
	struct plot plots[3];
	struct error err = {0};
	char *svg;
	(void)state;

	for (size_t i = 0; i < COUNT(plots); i++)
		plots[i] = (struct plot){
			.title = "of three", .series = &series, .n_series = 1, .width = 300, .height = 200};
	svg = plot_grid_svg(plots, columns, rows, COUNT(plots), &err);
	assert_non_null(svg);
	assert_int_equal(occurrences(svg, "<svg"), 4);
	assert_int_equal(occurrences(svg, "</svg>"), 4);
	assert_int_equal(occurrences(svg, "<title>of three</title>"), 3);
	assert_int_equal(occurrences(svg, "<script"), 0);
	assert_non_null(strstr(svg, "width=\"600\" height=\"400\""));
	assert_non_null(strstr(svg, "<svg x=\"0\" y=\"0\" width=\"300\" height=\"200\""));
	assert_non_null(strstr(svg, "<svg x=\"300\" y=\"200\" width=\"300\" height=\"200\""));
	free(svg);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(axes_are_labelled_for_people),
		cmocka_unit_test(labels_get_the_unit_that_they_lack),
		cmocka_unit_test(texts_are_shown_and_never_obeyed),
		cmocka_unit_test(a_long_name_is_cut_at_a_character),
		cmocka_unit_test(the_document_says_what_it_shows),
		cmocka_unit_test(the_mouse_works_from_within_the_document),
		cmocka_unit_test(bands_belong_to_their_lines_and_bars_to_their_points),
		cmocka_unit_test(eight_curves_look_different),
		cmocka_unit_test(points_that_an_axis_cannot_hold_are_counted),
		cmocka_unit_test(a_plot_of_few_or_odd_values_is_drawn),
		cmocka_unit_test(a_plot_without_curves_is_drawn),
		cmocka_unit_test(many_points_do_not_block),
		cmocka_unit_test(a_grid_has_its_plots_side_by_side_and_below_each_other),
		cmocka_unit_test(a_failing_gnuplot_is_reported),
		cmocka_unit_test(without_gnuplots_script_the_plot_has_no_handlers),
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
