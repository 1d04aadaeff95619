#ifndef SONDE_REPORT_TUNING_PLOT_H
#define SONDE_REPORT_TUNING_PLOT_H

#include "tune/tune.h"

/*
 * A figure of what rules are worth, as SVG: a row of plots for each operation, a column for each number of processes,
 * in each the time by size with the library's own decision (own), with the rules, and by the best that a rule can
 * choose.
 *
 * - NULL: ERR_INPUT if there is nothing to draw, ERR_* of plot_svg. The caller frees it. Local.
 */
char *tuning_plot(const struct tune_result *result, const struct tune_library *library, struct error *err);

#endif
