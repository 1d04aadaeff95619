#ifndef SONDE_STATS_QUANTILE_H
#define SONDE_STATS_QUANTILE_H

#include <stddef.h>

#include "stats/statistic.h"

/* Sorts x ascending. Local, as are all of these. */
void quantile_sort(double *x, size_t n);

/* The p-quantile, 0 <= p <= 1, of ascending x by linear interpolation (GSL's gsl_stats_quantile_from_sorted_data); n
 * >= 1. */
double quantile_sorted(const double *sorted, size_t n, double p);

/* The median of unsorted x; a copy is sorted, x stays as it is. NAN if n = 0 or memory does not suffice. */
double quantile_median(const double *x, size_t n);

/*
 * The interval that contains the middle confidence part of the draws, widened where needed so that it contains value:
 * low is their (1 - confidence)/2 quantile. Reorders draws (the finite ones come first, ascending). Draws that are not
 * finite are left out; if none is left the interval is [-inf, inf].
 */
struct estimate quantile_interval(double value, double *draws, size_t n, double confidence);

#endif
