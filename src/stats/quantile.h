#ifndef SONDE_STATS_QUANTILE_H
#define SONDE_STATS_QUANTILE_H

#include <stddef.h>

#include "stats/estimate.h"

/* All functions are Local. */

/* Sorts x in ascending order. */
void quantile_sort(double *x, size_t n);

/*
 * The p-quantile by linear interpolation (GSL's gsl_stats_quantile_from_sorted_data).
 *
 * - sorted: ascending; n >= 1.
 * - p: 0 <= p <= 1.
 */
double quantile_sorted(const double *sorted, size_t n, double p);

/*
 * The median of unsorted x.
 *
 * - A copy is sorted; x stays as it is.
 * - NAN if n = 0, and without memory.
 */
double quantile_median(const double *x, size_t n);

/* The same of x, which it sorts: that needs no memory. NAN if n = 0. */
double quantile_median_in_place(double *x, size_t n);

/*
 * The interval that contains the middle confidence part of the draws, widened where needed so that it contains value.
 *
 * - low: the (1 - confidence)/2 quantile of the draws.
 * - draws: are reordered; the finite ones come first. The others are left out.
 * - [-inf, inf] if no draw is finite.
 */
struct estimate quantile_interval(double value, double *draws, size_t n, double confidence);

#endif
