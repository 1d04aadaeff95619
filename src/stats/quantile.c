/* Quantile p of n ascending x: with h = p (n - 1), i = floor(h), it is x_i + (h - i) (x_(i+1) - x_i), i from 0. */
#include "stats/quantile.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

void quantile_sort(double *x, size_t n)
{
	gsl_sort(x, 1, n);
}

double quantile_sorted(const double *sorted, size_t n, double p)
{
	return gsl_stats_quantile_from_sorted_data(sorted, 1, n, p);
}

double quantile_median_in_place(double *x, size_t n)
{
	if (n == 0)
		return NAN;
	quantile_sort(x, n);
	return quantile_sorted(x, n, 0.5);
}

/* The same of finite x in any order, which changes. */
static double quantile_selected(double *x, size_t n, double p)
{
	double place = p * (double)(n - 1);
	size_t i = (size_t)place, behind = n - i - 1;
	double pair[2] = {gsl_stats_select(x, 1, n, i), 0};

	if (behind == 0)
		return pair[0];
	pair[1] = gsl_stats_min(x + i + 1, 1, behind);
	return gsl_stats_quantile_from_sorted_data(pair, 1, 2, place - (double)i);
}

double quantile_median(const double *x, size_t n)
{
	if (n == 0 || n > SIZE_MAX / sizeof(*x))
		return NAN;
	double *sorted = malloc(n * sizeof(*sorted));
	if (!sorted)
		return NAN;
	memcpy(sorted, x, n * sizeof(*sorted));
	double median = quantile_median_in_place(sorted, n);
	free(sorted);
	return median;
}

/* Moves the finite numbers to the front and returns how many there are; all n are still there. */
static size_t finite_first(double *x, size_t n)
{
	size_t finite = 0;
	for (size_t i = 0; i < n; i++) {
		if (!isfinite(x[i]))
			continue;
		double kept = x[i];
		x[i] = x[finite];
		x[finite++] = kept;
	}
	return finite;
}

struct estimate quantile_interval(double value, double *draws, size_t n, double confidence)
{
	struct estimate estimate = {.value = value, .low = -INFINITY, .high = INFINITY};
	size_t finite = finite_first(draws, n);
	if (finite > 0) {
		estimate.low = fmin(value, quantile_selected(draws, finite, (1 - confidence) / 2));
		estimate.high = fmax(value, quantile_selected(draws, finite, (1 + confidence) / 2));
	}
	return estimate;
}
