/*
 * Stratified rank-sum test (van Elteren 1960) of the first k timings of each series against its others, k = 1 .. 10:
 * z = sum of (R_s - E R_s) / (n_s + 1) over series s, by its standard deviation; the k of the largest z > 3.72 counts.
 */
#include "stats/warmup.h"

#include "stats/quantile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* The median of n timings; room is for as many. */
static double median_of(const double *x, size_t n, double *room)
{
	memcpy(room, x, n * sizeof(*x));
	return quantile_median_in_place(room, n);
}

/* The median over the series of how much longer the first k are than the rest, as a part. room: for a number of each
 * series, and behind them for the longest of them. */
static double excess_of(const struct timing_series *series, size_t n, size_t k, double *room)
{
	size_t count = 0;

	for (size_t s = 0; s < n; s++)
		if (series[s].n >= PART * k)
			room[count++] = median_of(series[s].x, k, room + n) /
						median_of(series[s].x + k, series[s].n - k, room + n) -
					1;
	return count > 0 ? quantile_median_in_place(room, count) : 0;
}

static size_t longest_of(const struct timing_series *series, size_t n)
{
	size_t longest = 0;

	for (size_t s = 0; s < n; s++)
		longest = series[s].n > longest ? series[s].n : longest;
	return longest;
}

size_t warmup_find(const struct timing_series *series, size_t n, double *excess)
{
	double *ranks = malloc((n * LONGEST + n + longest_of(series, n) + 1) * sizeof(*ranks)), largest = deviation, by;
	size_t found = 0;

	if (!ranks && excess)
		*excess = NAN;
	if (!ranks)
		return 0;
	for (size_t s = 0; s < n; s++)
		for (size_t i = 0; i < LONGEST && i < series[s].n; i++)
			ranks[s * LONGEST + i] = rank_of(&series[s], i);
	for (size_t k = 1; k <= LONGEST; k++) {
		double z = deviation_of(series, n, ranks, k);

		if (z > largest) {
			largest = z;
			found = k;
		}
	}
	by = found ? excess_of(series, n, found, ranks + n * LONGEST) : 0;
	free(ranks);
	if (!(by > least_excess))
		return 0;
	if (excess)
		*excess = by;
	return found;
}
