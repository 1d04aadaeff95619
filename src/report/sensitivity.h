#ifndef SONDE_REPORT_SENSITIVITY_H
#define SONDE_REPORT_SENSITIVITY_H

#include "base/table.h"
#include "explain/sensitivity.h"

/* All functions are Local. Tables are NULL if memory does not suffice. */

/* Parts of a program's time: where it is 1, 2, 5 % slower. */
enum { TOLERANCES = 3 };
extern const double tolerances[TOLERANCES];

/*
 * How much longer a program takes with each parameter, and with computation.
 *
 * - compute_scale: what computation is scaled with.
 * - reached: of each parameter the values at which the program is slower by tolerances; NULL: they are not asked for.
 */
struct table *sensitivity_table(const struct subject *subject, const struct sensitivities *found, double compute_scale,
				const double (*reached)[TOLERANCES]);

/* The time over the values of parameter k. */
struct table *time_curve_table(const struct subject *subject, size_t k, const struct time_curve *curve);

/* As an SVG, which the caller frees; NULL: ERR_* of plot_svg. */
char *time_curve_plot(const struct subject *subject, size_t k, const struct time_curve *curve, struct error *err);

#endif
