/*
 * Batch means of ranks r: inflation = max over m = 2, 4, 8, ... of m Var(means of batches of m) / Var(r),
 * of those that an F test finds significant. Intervals of mean and median become sqrt(inflation) times as wide.
 */
#include "stats/correlation.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_heapsort.h>

#include <math.h>
#include <stdlib.h>

enum { BATCHES_LEAST = 10 };

static const double significance = 0.01;

static int by_value(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Ranks of x, less their mean; ties get the mean of theirs. */
static void find_ranks(const double *x, size_t n, const size_t *order, double *ranks)
{
	for (size_t i = 0; i < n;) {
		size_t end = i + 1;

		while (end < n && x[order[end]] == x[order[i]])
			end++;
		for (size_t k = i; k < end; k++)
			ranks[order[k]] = (double)(i + end - 1) / 2 - (double)(n - 1) / 2;
		i = end;
	}
}

/* length times the variance of the means of batches of so many. */
static double batch_variance(const double *ranks, size_t n, size_t length)
{
	size_t batches = n / length;
	double mean = 0, squares = 0;

	for (size_t b = 0; b < 2 * batches; b++) {
		double sum = 0;

		for (size_t i = 0; i < length; i++)
			sum += ranks[b % batches * length + i];
		if (b < batches)
			mean += sum / (double)(length * batches);
		else
			squares += (sum / (double)length - mean) * (sum / (double)length - mean);
	}
	return (double)length * squares / (double)(batches - 1);
}

static double largest_inflation(const double *ranks, size_t n)
{
	double single = batch_variance(ranks, n, 1), largest = 1;

	for (size_t length = 2; single > 0 && n / length >= BATCHES_LEAST; length *= 2) {
		double ratio = batch_variance(ranks, n, length) / single;
		size_t batches = n / length;

		if (ratio > largest && gsl_cdf_fdist_Q(ratio, (double)(batches - 1), (double)(n - 1)) < significance)
			largest = ratio;
	}
	return largest;
}

double correlation_inflation(const double *x, size_t n)
{
	size_t *order = n >= (size_t)2 * BATCHES_LEAST ? malloc(n * sizeof(*order)) : NULL;
	double *ranks = order ? malloc(n * sizeof(*ranks)) : NULL, inflation = 1;

	if (ranks && gsl_heapsort_index(order, x, n, sizeof(*x), by_value) == 0) {
		find_ranks(x, n, order, ranks);
		inflation = largest_inflation(ranks, n);
	}
	free(order);
	free(ranks);
	return inflation;
}

struct estimate correlation_estimate(enum statistic statistic, const double *x, size_t n, double confidence,
				     double resolution)
{
	struct estimate estimate = statistic_estimate(statistic, x, n, confidence, resolution);
	double widening = statistic == STATISTIC_MIN ? 1 : sqrt(correlation_inflation(x, n)), least = estimate.low,
	       longest = estimate.high;

	for (size_t i = 0; i < n; i++) {
		least = fmin(least, x[i]);
		longest = fmax(longest, x[i]);
	}
	estimate.low = fmax(least, estimate.value - widening * (estimate.value - estimate.low));
	estimate.high = fmin(longest, estimate.value + widening * (estimate.high - estimate.value));
	return estimate;
}
