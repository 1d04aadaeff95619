#include "render/plot.h"

#include <stdlib.h>
#include <string.h>

#include "render/page_buffer.h"

static size_t larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

/* A plot in its place: its document without what stands before its root, which gets a position and a size. */
static enum status add_plot(struct buffer *to, const struct plot *plot, size_t x, size_t y, struct error *err)
{
	char *svg = plot_still_svg(plot, err), *root = svg ? strstr(svg, "<svg") : NULL;

	if (svg && !root)
		error_set(err, ERR_PLATFORM, "gnuplot drew something else than SVG");
	if (root) {
		buffer_format(to, "<svg x=\"%zu\" y=\"%zu\" width=\"%zu\" height=\"%zu\"", x, y, plot->width,
			      plot->height);
		buffer_add(to, root + strlen("<svg"));
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
		status = add_plot(&to, &plots[i], columns[i] * width, rows[i] * height, err);
	buffer_add(&to, "</svg>\n");
	if (status == OK && !to.failed)
		return to.text;
	if (status == OK)
		error_memory(err, "the plot");
	buffer_release(&to);
	return NULL;
}
