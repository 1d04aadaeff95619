/*
 * Stratified rank-sum test (van Elteren 1960) of the first k timings of each series against its others, k = 1 .. 10:
 * z = sum of (R_s - E R_s) / (n_s + 1) over series s, by its standard deviation; the k of the largest z > 3.72 counts.
 */
#include "stats/warmup.h"

#include "stats/quantile.h"

#include <math.h>
#include <stdlib.h>

enum { LONGEST = 10, PART = 4 };

static const double deviation = 3.72; /* p = 1e-4 */
static const double least_excess = 0.02;

/* The mid-rank of x[i] in its series. */
static double rank_of(const struct timing_series *series, size_t i)
{
	size_t below = 0, equal = 0;

	for (size_t k = 0; k < series->n; k++) {
		below += series->x[k] < series->x[i];
		equal += series->x[k] == series->x[i];
	}
	return (double)below + ((double)equal + 1) / 2;
}

/* How many standard deviations the ranks of the first k lie above chance. ranks[s * LONGEST + i] is the rank of timing
 * i of series s. */
static double deviation_of(const struct timing_series *series, size_t n, const double *ranks, size_t k)
{
	double sum = 0, variance = 0;

	for (size_t s = 0; s < n; s++) {
		double m = (double)series[s].n, first = (double)k, weight = 1 / (m + 1);

		if (series[s].n < PART * k)
			continue;
		for (size_t i = 0; i < k; i++)
			sum += weight * (ranks[s * LONGEST + i] - (m + 1) / 2);
		variance += weight * weight * first * (m - first) * (m + 1) / 12;
	}
	return variance > 0 ? sum / sqrt(variance) : 0;
}

/* The median over the series of how much longer the first k are than the rest, as a part. */
static double excess_of(const struct timing_series *series, size_t n, size_t k)
{
	double *parts = malloc((n + 1) * sizeof(*parts)), median = 0;
	size_t count = 0;

	for (size_t s = 0; parts && s < n; s++)
		if (series[s].n >= PART * k)
			parts[count++] =
				quantile_median(series[s].x, k) / quantile_median(series[s].x + k, series[s].n - k) - 1;
	if (count > 0)
		median = quantile_median(parts, count);
	free(parts);
	return median;
}

size_t warmup_find(const struct timing_series *series, size_t n, double *excess)
{
	double *ranks = malloc((n * LONGEST + 1) * sizeof(*ranks)), largest = deviation, by;
	size_t found = 0;

	for (size_t s = 0; ranks && s < n; s++)
		for (size_t i = 0; i < LONGEST && i < series[s].n; i++)
			ranks[s * LONGEST + i] = rank_of(&series[s], i);
	for (size_t k = 1; ranks && k <= LONGEST; k++) {
		double z = deviation_of(series, n, ranks, k);

		if (z > largest) {
			largest = z;
			found = k;
		}
	}
	free(ranks);
	by = found ? excess_of(series, n, found) : 0;
	if (!(by > least_excess))
		return 0;
	if (excess)
		*excess = by;
	return found;
}
