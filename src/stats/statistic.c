/*
 * Mean: Student's t, of which Hall's transformation removes what skewness makes of it (1992, J. R. Statist. Soc. B 54):
 * with a = skewness / (3 sqrt(n)), t + a t^2 + a^2 t^3 / 3 + a / 2 is without skew, but for terms of 1/n. Median: order
 * statistics by the sign test, interpolated (Hettmansperger, Sheather 1986). Minimum: [x_(1) - q s, x_(1)]
 * (end_point.h).
 */
#include "stats/statistic.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "stats/end_point.h"
#include "stats/quantile.h"

const char *const statistic_names[] = {
	[STATISTIC_MIN] = "min",
	[STATISTIC_MEAN] = "mean",
	[STATISTIC_MEDIAN] = "median",
	[STATISTIC_MEDIAN + 1] = NULL,
};

const char *statistic_name(enum statistic statistic)
{
	return statistic_names[statistic];
}

static struct estimate min_estimate(const double *sorted, size_t n, double confidence)
{
	const struct end_point point = end_point_of(sorted, n);

	return (struct estimate){
		.value = sorted[0], .low = n > 1 ? end_point_bound(&point, confidence) : -INFINITY, .high = sorted[0]};
}

enum { SKEW_LEAST = 20 /* numbers; fewer hardly tell how skewed they are */ };

size_t statistic_takes(enum statistic statistic)
{
	return statistic == STATISTIC_MEAN ? SKEW_LEAST : 2;
}

/* The t that Hall's transformation makes z of. */
static double skewed(double z, double a)
{
	return fabs(a) > 1e-6 ? (cbrt(1 + 3 * a * (z - a / 2)) - 1) / a : z;
}

/* The p-quantile of the confidence distribution of the mean of numbers of this skewness: mean - t s / sqrt(n). n >= 2.
 */
static double skewed_quantile(const double *x, size_t n, double skewness, double p)
{
	double root = sqrt((double)n), mean = gsl_stats_mean(x, 1, n), deviation = gsl_stats_sd_m(x, 1, n, mean);

	return mean - skewed(gsl_cdf_tdist_Qinv(p, (double)(n - 1)), skewness / (3 * root)) * deviation / root;
}

static double symmetric_quantile(const double *x, size_t n, double p)
{
	return skewed_quantile(x, n, 0, p);
}

/* The unbiased moments' skewness. */
static double skewness_of(const double *x, size_t n)
{
	double mean = gsl_stats_mean(x, 1, n), deviation = gsl_stats_sd_m(x, 1, n, mean), m = (double)n;

	return n >= SKEW_LEAST && deviation > 0
		       ? gsl_stats_skew_m_sd(x, 1, n, mean, deviation) * m * m / ((m - 1) * (m - 2))
		       : 0;
}

static double mean_quantile(const double *x, size_t n, double p)
{
	return skewed_quantile(x, n, skewness_of(x, n), p);
}

static struct estimate mean_estimate(const double *x, size_t n, double confidence)
{
	struct estimate estimate = {.value = gsl_stats_mean(x, 1, n), .low = -INFINITY, .high = INFINITY};
	if (n > 1) {
		estimate.low = fmin(estimate.value, mean_quantile(x, n, (1 - confidence) / 2));
		estimate.high = fmax(estimate.value, mean_quantile(x, n, (1 + confidence) / 2));
	}
	return estimate;
}

/* P(B < rank) for B from Bin(n, 1/2), as a beta integral, which holds for any n. 1 <= rank <= n. */
static double sign_tail(size_t n, size_t rank)
{
	return gsl_cdf_beta_Q(0.5, (double)rank, (double)(n - rank + 1));
}

/* The largest l with P(B < l) <= tail for B from Bin(n, 1/2), tail < 1/2; 0 if not even P(B < 1) = 2^-n is that small.
 */
static size_t sign_rank(size_t n, double tail)
{
	size_t good = 0, bad = n / 2 + 1;
	while (bad - good > 1) {
		size_t rank = good + (bad - good) / 2;
		if (sign_tail(n, rank) <= tail)
			good = rank;
		else
			bad = rank;
	}
	return good;
}

/*
 * How far from x_(rank) towards x_(rank + 1), as a part of the way, the bound lies whose tail lies the part i of the
 * way between the tails of these two (Hettmansperger, Sheather 1986). rank <= n / 2.
 */
static double between_ranks(size_t n, size_t rank, double i)
{
	return (double)(n - rank) * i / ((double)rank + (double)(n - 2 * rank) * i);
}

static struct estimate median_estimate(const double *sorted, size_t n, double confidence)
{
	struct estimate estimate = {.value = quantile_sorted(sorted, n, 0.5), .low = -INFINITY, .high = INFINITY};
	double tail = (1 - confidence) / 2;
	size_t rank = sign_rank(n, tail);
	if (rank > 0 && 2 * rank < n) {
		double outer = sign_tail(n, rank),
		       part = between_ranks(n, rank, (tail - outer) / (sign_tail(n, rank + 1) - outer));
		estimate.low = fmin(estimate.value, sorted[rank - 1] + part * (sorted[rank] - sorted[rank - 1]));
		estimate.high =
			fmax(estimate.value, sorted[n - rank] - part * (sorted[n - rank] - sorted[n - rank - 1]));
	} else if (rank > 0) {
		estimate.low = sorted[rank - 1];
		estimate.high = sorted[n - rank];
	} else if (n > 1) {
		estimate.low = fmin(sorted[0], symmetric_quantile(sorted, n, (1 - confidence) / 2));
		estimate.high = fmax(sorted[n - 1], symmetric_quantile(sorted, n, (1 + confidence) / 2));
	}
	return estimate;
}

double statistic_sort(enum statistic statistic, double *x, size_t n)
{
	double mean = n > 0 && statistic == STATISTIC_MEAN ? gsl_stats_mean(x, 1, n) : NAN;

	quantile_sort(x, n);
	if (n == 0 || statistic == STATISTIC_MEAN)
		return mean;
	return statistic == STATISTIC_MIN ? x[0] : quantile_sorted(x, n, 0.5);
}

/* Of the minimum only the least few count. */
static struct estimate sorted_estimate(enum statistic statistic, const double *x, size_t n, double confidence)
{
	struct estimate estimate = {.value = NAN, .low = -INFINITY, .high = INFINITY};
	double *sorted = n <= SIZE_MAX / sizeof(*sorted) ? malloc(n * sizeof(*sorted)) : NULL;
	if (!sorted)
		return estimate;
	if (statistic == STATISTIC_MIN) {
		gsl_sort_smallest(sorted, end_point_takes(n), x, 1, n);
	} else {
		memcpy(sorted, x, n * sizeof(*sorted));
		quantile_sort(sorted, n);
	}
	estimate = statistic == STATISTIC_MIN ? min_estimate(sorted, n, confidence)
					      : median_estimate(sorted, n, confidence);
	free(sorted);
	return estimate;
}

struct estimate statistic_estimate(enum statistic statistic, const double *x, size_t n, double confidence,
				   double resolution)
{
	struct estimate estimate = statistic == STATISTIC_MEAN ? mean_estimate(x, n, confidence)
							       : sorted_estimate(statistic, x, n, confidence);
	estimate.low = fmin(estimate.low, estimate.value - resolution / 2);
	estimate.high = fmax(estimate.high, estimate.value + resolution / 2);
	return estimate;
}

/* Uniform on (0, 1): neither end has a finite quantile. */
static double open_uniform(struct random *random)
{
	double u;
	do
		u = random_uniform(random);
	while (u <= 0);
	return u;
}

static unsigned bits_set(uint64_t bits)
{
	unsigned set = 0;
	for (; bits; bits &= bits - 1)
		set++;
	return set;
}

/* A draw from Bin(n, 1/2): the heads among n random bits. */
static size_t binomial_draw(size_t n, struct random *random)
{
	size_t heads = 0;
	for (; n >= 64; n -= 64)
		heads += bits_set(random_bits(random));
	if (n > 0)
		heads += bits_set(random_bits(random) >> (64 - n));
	return heads;
}

static double median_draw(const double *sorted, size_t n, struct random *random)
{
	size_t below = binomial_draw(n, random);
	double u = open_uniform(random);
	double tail = ldexp(u, n < 2000 ? -(int)n : -2000);
	if (below == 0)
		return fmin(sorted[0], symmetric_quantile(sorted, n, tail));
	if (below == n)
		return fmax(sorted[n - 1], 2 * gsl_stats_mean(sorted, 1, n) - symmetric_quantile(sorted, n, tail));
	if (2 * below <= n)
		return sorted[below - 1] + between_ranks(n, below, u) * (sorted[below] - sorted[below - 1]);
	return sorted[below] - between_ranks(n, n - below, 1 - u) * (sorted[below] - sorted[below - 1]);
}

double statistic_draw(enum statistic statistic, const double *sorted, size_t n, struct random *random)
{
	if (sorted[0] >= sorted[n - 1])
		return sorted[0];
	if (statistic == STATISTIC_MEAN)
		return mean_quantile(sorted, n, open_uniform(random));
	if (statistic == STATISTIC_MEDIAN)
		return median_draw(sorted, n, random);
	const struct end_point point = end_point_of(sorted, n);
	return end_point_draw(&point, random);
}
