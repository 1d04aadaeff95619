#ifndef SONDE_RENDER_PLOT_VALUES_H
#define SONDE_RENDER_PLOT_VALUES_H

#include "base/table.h"
#include "render/plot_data.h"

/*
 * What a plot is drawn of, a row for each point of each curve: its name, both values, and the ends of the interval
 * where a curve has such.
 *
 * - Of a curve of many points evenly chosen ones, the first and the last among them; a summary then says so.
 * - Columns are named after the axes; "size [bytes]" becomes a column "size" of the unit bytes.
 * - The caller frees it; NULL if memory does not suffice, else table_status says. Local.
 */
struct table *plot_values(const struct plot *plot);

#endif
