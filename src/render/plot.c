#include "render/plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "render/page_axis.h"
#include "render/page_buffer.h"
#include "render/page_gnuplot.h"

#define WIDTH 960
#define HEIGHT 480

/* About how wide a character is, and how much of the width is not for a title or for a name in the key, in pixels. */
#define CHARACTER 7
#define BESIDE_TEXT 70
#define BESIDE_NAME 125

/* How many pixels a label of either axis has to itself, if there are more than so few. */
#define X_LABEL_ROOM 110
#define Y_LABEL_ROOM 45
#define LABELS_LEAST 5

/* Okabe and Ito's colours, which colour-blind people tell apart, with crimson for yellow and grey for black: all stand
 * out from white and from a dark page. */
static const struct look {
	const char *colour, *dashes;
	int point;
} looks[] = {
	{"#0072b2", "solid", 7},          {"#d55e00", "(10,4)", 5},  {"#009e73", "(3,3)", 9},
	{"#cc79a7", "(12,4,3,4)", 13},    {"#e69f00", "(18,4)", 11}, {"#56b4e9", "(6,3)", 6},
	{"#b03a6e", "(12,3,3,3,3,3)", 4}, {"#777777", "(2,5)", 8},
};

#define N_LOOKS (sizeof(looks) / sizeof(*looks))

/* What is drawn of a plot; a band is a curve of its own to gnuplot. */
struct drawing {
	const struct plot *plot;
	struct axis x, y;
	size_t width, height;
	size_t left_out; /* finite points that an axis cannot hold */
	struct buffer commands;
};

static size_t larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

static bool has_interval(const struct plot_series *series)
{
	return series->low && series->high;
}

static bool has_band(const struct plot_series *series)
{
	return has_interval(series) && series->style == SERIES_LINE;
}

/* The end of the first so many characters of a UTF-8 text. */
static const char *after_characters(const char *text, size_t n)
{
	for (; *text; text++)
		if (((unsigned char)*text & 0xc0) != 0x80 && n-- == 0)
			break;
	return text;
}

/* Adds the text, cut to so many characters, as a string that gnuplot takes literally; "]]>" is split, as SVG cannot
 * hold it and gnuplot does not mind. */
static void add_quoted(struct buffer *commands, const char *text, size_t characters)
{
	const char *end = after_characters(text, characters);
	bool cut = *end != '\0';

	if (cut)
		end = after_characters(text, characters - 1);
	buffer_add(commands, "'");
	for (const char *c = text; c < end; c++) {
		if (*c == '\'')
			buffer_add(commands, "''");
		else if ((unsigned char)*c < 0x20 || *c == 0x7f)
			buffer_add(commands, " ");
		else if (*c == '>' && c - text >= 2 && c[-1] == ']' && c[-2] == ']')
			buffer_add(commands, " >");
		else
			buffer_add_part(commands, c, 1);
	}
	buffer_add(commands, cut ? "...'" : "'");
}

static void add_text(struct drawing *drawing, const char *what, const char *text, const char *unit)
{
	struct buffer whole = {0};
	size_t room = (strcmp(what, "ylabel") == 0 ? drawing->height : drawing->width) - BESIDE_TEXT;

	if (!text || !*text)
		return;
	buffer_add(&whole, text);
	if (unit && !strstr(text, unit))
		buffer_format(&whole, " [%s]", unit);
	if (whole.failed) {
		drawing->commands.failed = true;
	} else {
		buffer_format(&drawing->commands, "set %s ", what);
		add_quoted(&drawing->commands, whole.text, room / CHARACTER);
		buffer_add(&drawing->commands, "\n");
	}
	buffer_release(&whole);
}

static void add_frame(struct drawing *drawing, bool mouse)
{
	struct buffer *commands = &drawing->commands;
	const struct plot *plot = drawing->plot;

	buffer_format(commands,
		      "set encoding utf8\nset terminal svg %s size %zu,%zu dynamic noenhanced font 'sans-serif,13' "
		      "background '#ffffff'\n",
		      mouse ? "mouse standalone" : "", drawing->width, drawing->height);
	buffer_add(commands,
		   "set border 3 lc rgb '#8a9099'\nset tics nomirror out scale 0.7,0.35 textcolor rgb '#3d434b'\n"
		   "set grid xtics ytics lt 1 lw 1 lc rgb '#e6e8eb'\nset style fill transparent solid 0.18 "
		   "noborder\nset bars 0.5\nset pointintervalbox 0.01\n"
		   "set key outside top left horizontal Left reverse samplen 2.5\nset rmargin 3\n");
	add_text(drawing, "title", plot->title, NULL);
	add_text(drawing, "xlabel", plot->x_label, plot->x_bytes ? "bytes" : NULL);
	add_text(drawing, "ylabel", plot->y_label, plot->y_seconds ? "µs" : NULL);
	axis_commands(&drawing->x, larger(drawing->width / X_LABEL_ROOM, LABELS_LEAST), commands);
	axis_commands(&drawing->y, larger(drawing->height / Y_LABEL_ROOM, LABELS_LEAST), commands);
}

/* An end of an interval: what the axis cannot show ends at the axis' end, what is unknown at the point. */
static double interval_end(const struct axis *axis, double end, double y)
{
	double place;

	if (isnan(end))
		return y;
	if (!axis_place(axis, end, &place))
		return end > 0 ? axis->high : axis->low;
	return fmin(fmax(place, axis->low), axis->high);
}

/* Adds the points of series k as $dk, "x y low high". Returns how many there are. */
static size_t add_data(struct drawing *drawing, size_t k)
{
	const struct plot_series *series = &drawing->plot->series[k];
	struct buffer *commands = &drawing->commands;
	size_t drawn = 0;

	buffer_format(commands, "$d%zu << EOD\n", k);
	for (size_t i = 0; i < series->n; i++) {
		double x, y;

		if (!axis_place(&drawing->x, series->x[i], &x) || !axis_place(&drawing->y, series->y[i], &y)) {
			drawing->left_out += isfinite(series->x[i]) && isfinite(series->y[i]);
			continue;
		}
		buffer_format(commands, "%.9g %.9g", x, y);
		if (has_interval(series))
			buffer_format(commands, " %.9g %.9g", interval_end(&drawing->y, series->low[i], y),
				      interval_end(&drawing->y, series->high[i], y));
		buffer_add(commands, "\n");
		drawn++;
	}
	buffer_add(commands, "EOD\n");
	return drawn;
}

/* How gnuplot draws the curve itself. */
static const char *curve_style(const struct plot_series *series)
{
	if (series->style == SERIES_LINE)
		return "lines";
	if (has_interval(series))
		return series->style == SERIES_POINTS ? "yerrorbars" : "yerrorlines";
	return series->style == SERIES_POINTS ? "points" : "linespoints";
}

static void add_curve(struct drawing *drawing, size_t k, bool empty, struct buffer *curves)
{
	const struct plot_series *series = &drawing->plot->series[k];
	const struct look *look = &looks[k % N_LOOKS];
	const char *style = curve_style(series);

	if (empty)
		buffer_add(curves, ", NaN");
	else
		buffer_format(curves, ", $d%zu using %s", k, strncmp(style, "yerror", 6) == 0 ? "1:2:3:4" : "1:2");
	if (empty)
		style = series->style == SERIES_LINE ? "lines" : "linespoints";
	buffer_format(curves, " with %s lc rgb '%s' lw %s", style, look->colour,
		      series->style == SERIES_POINTS ? "1.4" : "2");
	if (series->style != SERIES_POINTS)
		buffer_format(curves, " dt %s", series->style == SERIES_LINE ? look->dashes : "solid");
	if (series->style != SERIES_LINE)
		buffer_format(curves, " pt %d ps 0.65", look->point);
	if (series->name && *series->name) {
		buffer_add(curves, " title ");
		add_quoted(curves, series->name, (drawing->width - BESIDE_NAME) / CHARACTER);
	} else {
		buffer_add(curves, " notitle");
	}
	if (has_band(series) && !empty)
		buffer_format(curves, ", $d%zu using 1:3:4 with filledcurves lc rgb '%s' notitle", k, look->colour);
	else if (has_band(series))
		buffer_add(curves, ", NaN with lines notitle");
}

static void add_left_out(struct drawing *drawing)
{
	if (drawing->left_out > 0)
		buffer_format(&drawing->commands,
			      "set label 1 '%zu point%s not above 0 cannot be shown' at graph 0.99, graph 0.03 right "
			      "textcolor rgb '#b00020'\n",
			      drawing->left_out, drawing->left_out == 1 ? "" : "s");
}

static char *draw(const struct plot *plot, bool mouse, struct error *err)
{
	struct drawing drawing = {.plot = plot,
				  .x = axis_x(plot),
				  .y = axis_y(plot),
				  .width = plot->width ? plot->width : WIDTH,
				  .height = plot->height ? plot->height : HEIGHT};
	struct buffer curves = {0};
	char *svg = NULL;

	add_frame(&drawing, mouse);
	for (size_t k = 0; k < plot->n_series; k++)
		add_curve(&drawing, k, add_data(&drawing, k) == 0, &curves);
	if (plot->n_series == 0)
		buffer_add(&curves, ", NaN notitle");
	add_left_out(&drawing);
	if (!curves.failed)
		buffer_format(&drawing.commands, "plot %s\n", curves.text + 2);
	if (drawing.commands.failed || curves.failed)
		error_memory(err, "the plot's data");
	else
		svg = gnuplot_run(drawing.commands.text, err);
	buffer_release(&curves);
	buffer_release(&drawing.commands);
	return svg;
}

/* Copies svg up to the first occurrence of what, and what; returns what follows it, or svg itself if there is none. */
static const char *copy_past(struct buffer *to, const char *svg, const char *what)
{
	const char *found = strstr(svg, what);

	if (!found)
		return svg;
	found += strlen(what);
	buffer_add_part(to, svg, (size_t)(found - svg));
	return found;
}

/* Skips svg up to the end of the first occurrence of what, or not at all if there is none. */
static const char *skip_past(const char *svg, const char *what)
{
	const char *found = strstr(svg, what);

	return found ? found + strlen(what) : svg;
}

/* Replaces gnuplot's title and description by the plot's own. A band goes where its line goes when the reader hides
 * that. */
static const char *add_description(struct buffer *to, const char *svg, const struct plot *plot)
{
	if (!strstr(svg, "<title>") || !strstr(svg, "</desc>"))
		return svg;
	buffer_add_part(to, svg, (size_t)(strstr(svg, "<title>") - svg));
	if (plot->title) {
		buffer_add(to, "<title>");
		buffer_escape(to, plot->title);
		buffer_add(to, "</title>\n");
	}
	buffer_add(to, "<desc>");
	buffer_escape(to, plot->y_label ? plot->y_label : "values");
	buffer_add(to, plot->y_seconds ? " in microseconds" : "");
	buffer_add(to, " against ");
	buffer_escape(to, plot->x_label ? plot->x_label : "values");
	buffer_add(to, plot->x_bytes ? " in bytes" : "");
	for (size_t k = 0; k < plot->n_series; k++) {
		buffer_add(to, k == 0 ? ": " : ", ");
		buffer_escape(to, plot->series[k].name ? plot->series[k].name : "a curve without a name");
	}
	buffer_add(to, "</desc>\n<style>g[visibility=hidden]+g[id$=_band]{visibility:hidden}g[visibility=hidden] "
		       "g[id$=_keyentry]{opacity:.35;filter:none!important}"
		       "</style>\n");
	return skip_past(svg, "</desc>");
}

/* gnuplot names its curves "gnuplot_plot_1" ...: a curve gets the name of its series, which browsers show, and a band
 * says that it is one. */
static const char *name_curves(struct buffer *to, const char *svg, const struct plot *plot)
{
	size_t number = 0;

	for (size_t k = 0; k < plot->n_series; k++)
		for (int band = 0; band <= has_band(&plot->series[k]); band++) {
			char id[64];
			const char *next;

			snprintf(id, sizeof(id), "<g id=\"gnuplot_plot_%zu", ++number);
			next = copy_past(to, svg, id);
			if (next == svg)
				return svg;
			svg = next;
			if (band)
				buffer_add(to, "_band");
			svg = copy_past(to, svg, "<title>");
			buffer_escape(to, plot->series[k].name);
			if (strstr(svg, "</title>"))
				svg = strstr(svg, "</title>");
		}
	return svg;
}

/* Makes gnuplot's drawing ours. What is not found, because another gnuplot writes it otherwise, stays as it is. */
static char *finished(const struct plot *plot, const char *svg, struct error *err)
{
	static const char frame[] = "fill=\"#ffffff\" stroke=\"black\" stroke-width=\"1\"";
	struct buffer to = {0};

	svg = add_description(&to, svg, plot);
	if (strstr(svg, frame)) {
		buffer_add_part(&to, svg, (size_t)(strstr(svg, frame) - svg));
		buffer_add(&to, "fill=\"#ffffff\"");
		svg = skip_past(svg, frame);
	}
	svg = name_curves(&to, svg, plot);
	buffer_add(&to, svg);
	if (!to.failed)
		return to.text;
	buffer_release(&to);
	error_memory(err, "the plot");
	return NULL;
}

char *plot_still_svg(const struct plot *plot, struct error *err)
{
	char *drawn = draw(plot, false, err), *svg = drawn ? finished(plot, drawn, err) : NULL;

	free(drawn);
	return svg;
}

char *plot_svg(const struct plot *plot, struct error *err)
{
	char *drawn = draw(plot, true, err), *svg;

	/* Without gnuplot's script, or with that of old versions, which serves one plot in a document only, its
	 * handlers would call what is not there. */
	if (drawn && !strstr(drawn, "new gnuplot_svg(")) {
		free(drawn);
		drawn = draw(plot, false, err);
	}
	if (!drawn)
		return NULL;
	svg = finished(plot, drawn, err);
	free(drawn);
	return svg;
}

enum status plot_check(struct error *err)
{
	const struct plot nothing = {.title = "nothing", .width = 200, .height = 100};
	char *svg = plot_still_svg(&nothing, err);

	free(svg);
	return svg ? OK : err->status;
}
