#ifndef SONDE_RENDER_PAGE_AXIS_H
#define SONDE_RENDER_PAGE_AXIS_H

#include <stdbool.h>
#include <stddef.h>

#include "render/page_buffer.h"
#include "render/plot_data.h"

/* One axis of a plot, in the units that are drawn (microseconds for seconds). */
struct axis {
	char letter; /* 'x' or 'y' */
	bool log, bytes;
	double scale;     /* of a value of the series */
	double low, high; /* the ends */
	double zero;      /* where a log axis of bytes shows 0 bytes; 0 if none are shown */
};

/* The axis that shows every value that it can; an interval that reaches far below all values is cut. Local, as are all
 * of these. */
struct axis axis_x(const struct plot *plot);
struct axis axis_y(const struct plot *plot);

/* Whether the axis can show the value, and in *place as what: finite and, if logarithmic, above 0 or 0 bytes. */
bool axis_place(const struct axis *axis, double value, double *place);

/* The least of 1, 2, 5, 10, 20 ... that is not below least, which is above 0. */
double axis_round_step(double least);

/* Adds gnuplot's commands for the range and the labels, at most about so many of them. */
void axis_commands(const struct axis *axis, size_t labels, struct buffer *commands);

#endif
