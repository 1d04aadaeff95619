#ifndef SONDE_RENDER_PLOT_DATA_H
#define SONDE_RENDER_PLOT_DATA_H

#include <stdbool.h>
#include <stddef.h>

enum series_style { SERIES_POINTS, SERIES_LINE, SERIES_LINE_POINTS };

/*
 * A curve of a plot; arrays of n, owned by the caller. low and high (both or none) draw an interval: a band beside a
 * bare line, else bars. Points that are not finite, or that a log axis cannot hold, are left out; the plot says how
 * many of the latter.
 */
struct plot_series {
	const char *name; /* or NULL: not in the key */
	enum series_style style;
	const double *x, *y, *low, *high;
	size_t n;
};

/* A plot; texts and series owned by the caller. x is in bytes and y in seconds, drawn in microseconds, when so marked;
 * the labels then get their unit. */
struct plot {
	const char *title, *x_label, *y_label; /* each may be NULL */
	bool x_bytes, y_seconds;
	bool x_log, y_log; /* a log x axis of bytes shows 0 bytes at its left end, labelled 0 */
	const struct plot_series *series;
	size_t n_series;
	size_t width, height; /* in pixels, of which 13 are the text's size; 0: 960 and 480; else at least 200 */
};

#endif
