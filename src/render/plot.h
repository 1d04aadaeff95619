#ifndef SONDE_RENDER_PLOT_H
#define SONDE_RENDER_PLOT_H

#include "base/error.h"
#include "render/plot_data.h"

/*
 * Draws the plot with gnuplot as an SVG document that needs no other file, to be shown by itself or inline in a page.
 * It has gnuplot's mouse support, its script included, if the gnuplot here has a script that can serve several plots of
 * one page (5.4 and later). The caller frees it. NULL: ERR_PLATFORM if gnuplot is missing or fails (says how to install
 * it), ERR_IO, ERR_MEMORY. Local.
 */
char *plot_svg(const struct plot *plot, struct error *err);

/* The same without a script. */
char *plot_still_svg(const struct plot *plot, struct error *err);

/* Whether plots can be drawn here, which an empty one shows: errors as plot_svg. */
enum status plot_check(struct error *err);

/*
 * Draws n plots in rows of so many columns, as one SVG document without a script.
 *
 * - No two elements have the same id.
 * - columns, rows: plots[i] stands in column columns[i] and row rows[i], from 0.
 * - All are as large as the first. The caller frees it; NULL as plot_svg.
 */
char *plot_grid_svg(const struct plot *plots, const size_t *columns, const size_t *rows, size_t n, struct error *err);

#endif
