#include "render/plot.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "render/page_buffer.h"

static size_t larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

/* Which name of an element begins here, in a tag: how long what stands before it is; 0: none. */
static size_t before_name(const char *text)
{
	static const char *const before[] = {" id='", " id=\"", "href='#", "href=\"#", "url(#"};

	for (size_t i = 0; i < sizeof(before) / sizeof(before[0]); i++)
		if (strncmp(text, before[i], strlen(before[i])) == 0)
			return strlen(before[i]);
	return 0;
}

/* A part of a document whose elements' names begin with the number of the plot: gnuplot gives all plots the same. text
 * begins in a tag. */
static void add_named(struct buffer *to, const char *text, size_t number)
{
	const char *from = text;
	bool in_tag = true;

	for (const char *p = text; *p; p++) {
		size_t before = in_tag ? before_name(p) : 0;

		in_tag = *p == '<' || (in_tag && *p != '>');
		if (before == 0)
			continue;
		buffer_add_part(to, from, (size_t)(p - from) + before);
		buffer_format(to, "plot%zu_", number);
		from = p + before;
		p = from - 1;
	}
	buffer_add(to, from);
}

/* A plot in its place: its document without what stands before its root, which gets a position and a size. */
static enum status add_plot(struct buffer *to, const struct plot *plot, size_t number, size_t x, size_t y,
			    struct error *err)
{
	char *svg = plot_still_svg(plot, err), *root = svg ? strstr(svg, "<svg") : NULL;

	if (svg && !root)
		error_set(err, ERR_PLATFORM, "gnuplot drew something else than SVG");
	if (root) {
		buffer_format(to, "<svg x=\"%zu\" y=\"%zu\" width=\"%zu\" height=\"%zu\"", x, y, plot->width,
			      plot->height);
		add_named(to, root + strlen("<svg"), number);
	}
	free(svg);
	return root ? OK : err->status;
}

char *plot_grid_svg(const struct plot *plots, const size_t *columns, const size_t *rows, size_t n, struct error *err)
{
	struct buffer to = {0};
	size_t width = n > 0 ? plots[0].width : 0, height = n > 0 ? plots[0].height : 0, wide = 0, high = 0;
	enum status status = OK;

	for (size_t i = 0; i < n; i++) {
		wide = larger(wide, columns[i] + 1);
		high = larger(high, rows[i] + 1);
	}
	buffer_format(
		&to,
		"<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
		"xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"%zu\" height=\"%zu\" viewBox=\"0 0 %zu %zu\">\n",
		wide * width, high * height, wide * width, high * height);
	buffer_add(&to, "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
	for (size_t i = 0; status == OK && i < n; i++)
		status = add_plot(&to, &plots[i], i + 1, columns[i] * width, rows[i] * height, err);
	buffer_add(&to, "</svg>\n");
	if (status == OK && !to.failed)
		return to.text;
	if (status == OK)
		error_memory(err, "the plot");
	buffer_release(&to);
	return NULL;
}
