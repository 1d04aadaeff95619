#include "render/picture.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/units.h"
#include "render/page_axis.h"
#include "render/page_buffer.h"

enum {
	LEFT = 120, /* of what is drawn: names of rows stand before it */
	TOP = 44,   /* the legend stands above it */
	ROW = 18,   /* of many; few have so much each, and all of them so much */
	ROW_MOST = 48,
	ROWS_HEIGHT = 192,
	ROW_GAP = 4,
	AXIS = 34,
	CELLS = 560, /* width of a matrix */
	CELL_TEXT_LEAST = 44,
	BAR_HEIGHT = 220,
	BOTTOM = 46,
	MARK = 3,        /* height of what is marked below a row */
	HOPS_MOST = 1500 /* more lines would hide the rows */
};

static void open_picture(struct buffer *svg, int height)
{
	buffer_format(svg,
		      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-size=\"13\" "
		      "font-family=\"sans-serif\">\n"
		      "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
		      PICTURE_WIDTH, height, PICTURE_WIDTH, height);
}

static char *close_picture(struct buffer *svg, struct error *err)
{
	buffer_add(svg, "</svg>\n");
	if (!svg->failed)
		return svg->text;
	buffer_release(svg);
	error_memory(err, "a picture");
	return NULL;
}

static void add_text(struct buffer *svg, double x, double y, const char *anchor, const char *text)
{
	buffer_format(svg, "<text x=\"%.6g\" y=\"%.6g\" text-anchor=\"%s\">", x, y, anchor);
	buffer_escape(svg, text);
	buffer_add(svg, "</text>\n");
}

/* Returns where the next one may stand. */
static double add_legend_entry(struct buffer *svg, double x, int y, int height, const struct picture_class *class)
{
	buffer_format(svg, "<rect x=\"%.6g\" y=\"%d\" width=\"13\" height=\"%d\" rx=\"%d\" fill=\"%s\"/>\n", x, y,
		      height, height > MARK ? MARK : 1, class->colour);
	add_text(svg, x + 18, 19, "start", class->name);
	x += 40;
	for (const char *c = class->name; *c; c++)
		x += 6.6; /* a letter, on the average */
	return x;
}

static double add_legend(struct buffer *svg, const struct picture_class *classes, size_t n)
{
	double x = LEFT;
	for (size_t i = 0; i < n; i++)
		x = add_legend_entry(svg, x, 8, 13, &classes[i]);
	return x;
}

/* The unit in which times of this length are read, and its name. */
static double time_unit(double length, const char **name)
{
	static const struct {
		double seconds;
		const char *name;
	} units[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}};
	size_t i = 0;
	while (i + 1 < sizeof(units) / sizeof(*units) && length < units[i].seconds)
		i++;
	*name = units[i].name;
	return units[i].seconds;
}

static void add_time_axis(struct buffer *svg, const struct picture_bands *bands, double bottom)
{
	double length = bands->last - bands->first, width = PICTURE_WIDTH - LEFT - 20;
	if (!(length > 0))
		return;
	const char *name;
	double unit = time_unit(length, &name), step = axis_round_step(length / unit / 8) * unit;
	double first = ceil(bands->first / step) * step;
	for (int k = 0; first + k * step <= bands->last; k++) {
		double at = first + k * step, x = LEFT + (at - bands->first) / length * width;
		char text[48];
		snprintf(text, sizeof(text), "%.10g %s", round(at / step) * step / unit + 0.0, name);
		buffer_format(svg,
			      "<path class=\"gridline\" d=\"M%.6g %d V%.6g\" stroke=\"#9aa6b3\" "
			      "stroke-opacity=\"0.5\"/>\n",
			      x, TOP - 4, bottom + 4);
		add_text(svg, x, bottom + 20, "middle", text);
	}
}

/* Few rows are high, so that something is seen. */
static int row_height(const struct picture_bands *b)
{
	int height = b->n_rows > 0 ? ROWS_HEIGHT / (int)b->n_rows : ROW;

	return height < ROW ? ROW : height > ROW_MOST ? ROW_MOST : height;
}

/* Where class k of a column begins, in pixels above the row's foot, and where it ends. */
static void find_part(const double *shares, size_t k, int height, int *low, int *high)
{
	double below = 0;
	for (size_t i = 0; i < k; i++)
		below += shares[i];
	*low = (int)lround(height * fmin(1, below));
	*high = (int)lround(height * fmin(1, below + shares[k]));
}

/* One class of one row: rectangles, of neighbours that are alike one. */
static void add_band(struct buffer *svg, const struct picture_bands *b, size_t row, size_t k, int height, double foot)
{
	const double *shares = b->shares + row * b->n_columns * b->n_classes;
	double width = (double)(PICTURE_WIDTH - LEFT - 20) / (double)b->n_columns;
	bool any = false;
	for (size_t c = 0, next; c < b->n_columns; c = next) {
		int low, high, other_low, other_high;
		find_part(shares + c * b->n_classes, k, height, &low, &high);
		for (next = c + 1; next < b->n_columns; next++) {
			find_part(shares + next * b->n_classes, k, height, &other_low, &other_high);
			if (other_low != low || other_high != high)
				break;
		}
		if (high <= low)
			continue;
		if (!any)
			buffer_format(svg, "<path fill=\"%s\" d=\"", b->classes[k].colour);
		any = true;
		double x = LEFT + width * (double)c, w = width * (double)(next - c);
		buffer_format(svg, "M%.5g %.5gh%.5gv%dh-%.5gz", x, foot - low, w, low - high, w);
	}
	if (any)
		buffer_add(svg, "\"/>\n");
}

static double foot_of(const struct picture_bands *b, size_t row)
{
	int height = row_height(b);
	return TOP + (double)row * (height + ROW_GAP) + height;
}

/* A line below the row: paler where less of a column is marked. */
static void add_marks(struct buffer *svg, const struct picture_bands *b, size_t row)
{
	static const double steps[] = {0, 0.34, 0.67, 1};
	const double *marked = b->marked + row * b->n_columns;
	double width = (double)(PICTURE_WIDTH - LEFT - 20) / (double)b->n_columns;
	for (size_t step = 1; step < sizeof(steps) / sizeof(*steps); step++) {
		bool any = false;
		for (size_t c = 0, next; c < b->n_columns; c = next) {
			bool in = marked[c] > steps[step - 1] && (step == 3 || marked[c] <= steps[step]);
			for (next = c + 1; next < b->n_columns; next++) {
				if ((marked[next] > steps[step - 1] && (step == 3 || marked[next] <= steps[step])) !=
				    in)
					break;
			}
			if (!in)
				continue;
			if (!any)
				buffer_format(svg, "<path fill=\"%s\" fill-opacity=\"%.2g\" d=\"", b->mark.colour,
					      0.4 + 0.2 * (double)step);
			any = true;
			buffer_format(svg, "M%.5g %.5gh%.5gv%dh-%.5gz", LEFT + width * (double)c, foot_of(b, row),
				      width * (double)(next - c), MARK, width * (double)(next - c));
		}
		if (any)
			buffer_add(svg, "\"/>\n");
	}
}

static double place_of(const struct picture_bands *b, double time)
{
	return LEFT + (time - b->first) / (b->last - b->first) * (PICTURE_WIDTH - LEFT - 20);
}

/* Lines from row to row; of those that would lie on each other one. */
static void add_hops(struct buffer *svg, const struct picture_bands *b)
{
	const struct picture_hop *last = NULL;
	if (b->n_hops == 0 || b->n_hops > HOPS_MOST)
		return;
	buffer_format(svg, "<path fill=\"none\" stroke=\"%s\" stroke-opacity=\"0.7\" d=\"", b->mark.colour);
	for (size_t i = 0; i < b->n_hops; i++) {
		const struct picture_hop *hop = &b->hops[i];
		if (last && hop->from == last->from && hop->to == last->to &&
		    place_of(b, hop->arrives) - place_of(b, last->arrives) < 1)
			continue;
		last = hop;
		buffer_format(svg, "M%.6g %.6gL%.6g %.6g", place_of(b, hop->leaves), foot_of(b, hop->from) + 1.5,
			      place_of(b, hop->arrives), foot_of(b, hop->to) + 1.5);
	}
	buffer_add(svg, "\"/>\n");
}

char *picture_bands(const struct picture_bands *b, struct error *err)
{
	struct buffer svg = {0};
	int height = row_height(b);
	double bottom = TOP + (double)b->n_rows * (height + ROW_GAP);
	open_picture(&svg, (int)bottom + AXIS);
	double x = add_legend(&svg, b->classes, b->n_classes);
	if (b->mark.name)
		add_legend_entry(&svg, x, 13, MARK, &b->mark);
	for (size_t row = 0; row < b->n_rows; row++) {
		double foot = foot_of(b, row);
		add_text(&svg, LEFT - 10, foot - (height - ROW) / 2.0 - 4, "end", b->rows[row]);
		buffer_format(&svg,
			      "<rect class=\"row\" x=\"%d\" y=\"%.6g\" width=\"%d\" height=\"%d\" fill=\"#9aa6b3\" "
			      "fill-opacity=\"0.15\"/>\n",
			      LEFT, foot - height, PICTURE_WIDTH - LEFT - 20, height);
		for (size_t k = 0; k < b->n_classes; k++)
			add_band(&svg, b, row, k, height, foot);
		if (b->mark.name)
			add_marks(&svg, b, row);
	}
	if (b->mark.name)
		add_hops(&svg, b);
	add_time_axis(&svg, b, bottom);
	return close_picture(&svg, err);
}

/* From 0.12 for the least to 1 for the most. */
static double darkness(double value, double least, double most)
{
	return most > least ? 0.12 + 0.88 * log(value / least) / log(most / least) : 1;
}

/* The colours of a matrix stand for values that differ by so many times at least. */
static const double least_span = 10;

static void find_range(const struct picture_matrix *m, double *least, double *most)
{
	*least = INFINITY;
	*most = 0;
	for (size_t i = 0; i < m->n * m->n; i++) {
		if (m->bytes[i] > 0) {
			*least = fmin(*least, m->bytes[i]);
			*most = fmax(*most, m->bytes[i]);
		}
	}
	*least = fmin(*least, *most / least_span); /* what is nearly the same looks so */
}

static void add_cell(struct buffer *svg, const struct picture_matrix *m, size_t row, size_t column, double dark)
{
	double cell = (double)CELLS / (double)m->n, bytes = m->bytes[row * m->n + column];
	double x = LEFT + cell * (double)column, y = TOP + cell * (double)row;
	char size[32];
	buffer_format(svg,
		      "<rect x=\"%.6g\" y=\"%.6g\" width=\"%.6g\" height=\"%.6g\" fill=\"#0066a1\" "
		      "fill-opacity=\"%.3g\"><title>",
		      x, y, cell, cell, dark);
	buffer_escape(svg, m->names[row]);
	buffer_add(svg, " to ");
	buffer_escape(svg, m->names[column]);
	buffer_format(svg, ": %s</title></rect>\n", size_format((size_t)bytes, size, sizeof(size)));
	if (cell >= CELL_TEXT_LEAST)
		buffer_format(svg, "<text x=\"%.6g\" y=\"%.6g\" text-anchor=\"middle\" style=\"fill:%s\">%s</text>\n",
			      x + cell / 2, y + cell / 2 + 5, dark > 0.55 ? "#fff" : "var(--_text)",
			      bytes_about(bytes, size, sizeof(size)));
}

static void add_scale(struct buffer *svg, double least, double most)
{
	double x = LEFT + CELLS + 60;
	char text[32];
	for (int i = 0; i < 40; i++)
		buffer_format(svg,
			      "<rect x=\"%.6g\" y=\"%d\" width=\"22\" height=\"5\" fill=\"#0066a1\" "
			      "shape-rendering=\"crispEdges\" fill-opacity=\"%.3g\"/>\n",
			      x, TOP + 5 * i, 1 - 0.88 * i / 39);
	add_text(svg, x + 32, TOP + 12, "start", bytes_about(most, text, sizeof(text)));
	add_text(svg, x + 32, TOP + 200, "start", bytes_about(least, text, sizeof(text)));
}

char *picture_matrix(const struct picture_matrix *m, struct error *err)
{
	struct buffer svg = {0};
	double least, most, cell = (double)CELLS / (double)m->n;
	size_t step = 1;
	find_range(m, &least, &most);
	while (cell * (double)step < 18)
		step++;
	open_picture(&svg, TOP + CELLS + BOTTOM);
	buffer_format(&svg,
		      "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#9aa6b3\" "
		      "stroke-opacity=\"0.6\"/>\n",
		      LEFT, TOP, CELLS, CELLS);
	add_text(&svg, LEFT, 20, "start", m->row_title);
	add_text(&svg, LEFT + CELLS / 2.0, TOP + CELLS + 38, "middle", m->column_title);
	for (size_t i = 0; i < m->n; i += step) {
		add_text(&svg, LEFT - 8, TOP + cell * ((double)i + 0.5) + 5, "end", m->names[i]);
		if (cell * (double)step >= 34 || i % (2 * step) == 0)
			add_text(&svg, LEFT + cell * ((double)i + 0.5), TOP + CELLS + 18, "middle", m->names[i]);
	}
	for (size_t i = 0; i < m->n * m->n; i++)
		if (m->bytes[i] > 0)
			add_cell(&svg, m, i / m->n, i % m->n, darkness(m->bytes[i], least, most));
	if (most > 0)
		add_scale(&svg, least, most);
	return close_picture(&svg, err);
}

/* Decades up to the highest bar, and lines for them. */
static double add_decades(struct buffer *svg, const struct picture_bars *b)
{
	double most = 1;
	for (size_t s = 0; s < PICTURE_SERIES; s++)
		for (size_t i = 0; i < b->n; i++)
			most = fmax(most, b->values[s][i]);
	double decades = fmax(1, ceil(log10(most) + 0.3));
	for (int d = 0; d < decades; d++) {
		double y = TOP + BAR_HEIGHT * (1 - (d + 0.3) / decades);
		char text[32];
		snprintf(text, sizeof(text), "%.0f", pow(10, d));
		buffer_format(
			svg, "<path class=\"gridline\" d=\"M%d %.6gH%d\" stroke=\"#9aa6b3\" stroke-opacity=\"0.5\"/>\n",
			LEFT, y, PICTURE_WIDTH - 20);
		add_text(svg, LEFT - 8, y + 5, "end", text);
	}
	return decades;
}

char *picture_bars(const struct picture_bars *b, struct error *err)
{
	struct buffer svg = {0};
	double group = (double)(PICTURE_WIDTH - LEFT - 20) / (double)(b->n ? b->n : 1);
	double wide = fmin(40, 0.8 * group / PICTURE_SERIES);
	open_picture(&svg, TOP + BAR_HEIGHT + BOTTOM);
	add_legend(&svg, b->series, PICTURE_SERIES);
	double decades = add_decades(&svg, b);
	for (size_t i = 0; i < b->n; i++) {
		double middle = LEFT + group * ((double)i + 0.5);
		for (size_t s = 0; s < PICTURE_SERIES; s++) {
			double value = b->values[s][i];
			/* A bar of one is as high as 0.3 decades, so that it is seen. */
			double height = value > 0 ? BAR_HEIGHT * (log10(value) + 0.3) / decades : 0;
			double x = middle + wide * ((double)s - PICTURE_SERIES / 2.0);
			if (value > 0)
				buffer_format(&svg,
					      "<rect x=\"%.6g\" y=\"%.6g\" width=\"%.6g\" height=\"%.6g\" "
					      "fill=\"%s\"><title>%.0f</title></rect>\n",
					      x, TOP + BAR_HEIGHT - height, wide, height, b->series[s].colour, value);
		}
		if (group >= 40 || i % 2 == 0)
			add_text(&svg, middle, TOP + BAR_HEIGHT + 18, "middle", b->names[i]);
	}
	add_text(&svg, LEFT + (PICTURE_WIDTH - LEFT - 20) / 2.0, TOP + BAR_HEIGHT + 38, "middle", b->title);
	return close_picture(&svg, err);
}
