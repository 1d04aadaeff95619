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

#endif
