/*
 * Regimes: the two classes of ln x that explain most variance (Otsu 1979).
 * Drift: medians of the halves and the rank-sum test of Wilcoxon, Mann and Whitney, z = (R_a - E R_a) / s,
 * s^2 = n_a n_b / 12 (n + 1 - sum(t^3 - t) / (n (n - 1))), t the sizes of ties.
 * Wandering: the autocorrelation of ln x at distance 1.
 */
#include "stats/change.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "stats/quantile.h"

#define FEWEST_TIMINGS 10
#define DRIFT_LEVEL 0.01

/* Sums over the merged samples: the ranks of a's values, and t^3 - t over the groups of t ties. Both samples ascend. */
static void merge_ranks(const double *a, size_t n_a, const double *b, size_t n_b, double *ranks, double *ties)
{
	size_t i = 0, j = 0;
	*ranks = 0;
	*ties = 0;
	while (i < n_a || j < n_b) {
		size_t i0 = i, j0 = j;
		double least = j >= n_b || (i < n_a && a[i] <= b[j]) ? a[i] : b[j];
		/* Not "equal to": so written, the loops advance past a NAN too. */
		while (i < n_a && !(a[i] > least))
			i++;
		while (j < n_b && !(b[j] > least))
			j++;
		double before = (double)(i0 + j0), tied = (double)(i - i0 + j - j0);
		*ranks += (double)(i - i0) * (before + (tied + 1) / 2);
		*ties += tied * tied * tied - tied;
	}
}

static double rank_sum_sorted(const double *a, size_t n_a, const double *b, size_t n_b)
{
	double m = (double)n_a, k = (double)n_b, all = m + k;
	double ranks, ties;
	merge_ranks(a, n_a, b, n_b, &ranks, &ties);
	double variance = m * k / 12 * (all + 1 - ties / (all * (all - 1)));
	/* All tied: the rounding of the difference may leave a little. */
	if (variance <= 1e-12 * m * k * all)
		return 1;
	double excess = fabs(ranks - m * (all + 1) / 2) - 0.5;
	return excess <= 0 ? 1 : 2 * gsl_cdf_ugaussian_Q(excess / sqrt(variance));
}

static double *sorted_copy(const double *x, size_t n)
{
	double *sorted = n <= SIZE_MAX / sizeof(*sorted) ? malloc(n * sizeof(*sorted)) : NULL;
	if (sorted) {
		memcpy(sorted, x, n * sizeof(*sorted));
		quantile_sort(sorted, n);
	}
	return sorted;
}

double change_rank_sum(const double *a, size_t n_a, const double *b, size_t n_b)
{
	if (n_a == 0 || n_b == 0)
		return 1;
	double p = NAN;
	double *sorted_a = sorted_copy(a, n_a), *sorted_b = sorted_copy(b, n_b);
	if (sorted_a && sorted_b)
		p = rank_sum_sorted(sorted_a, n_a, sorted_b, n_b);
	free(sorted_a);
	free(sorted_b);
	return p;
}

/*
 * Otsu 1979: the number of timings in the lower class of the split of the logarithms z that makes the variance between
 * the classes largest, (sum of the lower k - k mean)^2 / (k (n - k)), among the splits that leave least timings in each
 * class. 0 if equal values allow none.
 */
static size_t otsu_split(const double *sorted, size_t n, size_t least)
{
	size_t clipped = (n + 19) / 20, split = 0;
	double lowest = log(sorted[clipped]), highest = log(sorted[n - 1 - clipped]);
	double total = 0, below = 0, best = 0;
	for (size_t i = 0; i < n; i++)
		total += fmax(lowest, fmin(highest, log(sorted[i]))) - lowest;
	for (size_t k = 1; k + least <= n; k++) {
		below += fmax(lowest, fmin(highest, log(sorted[k - 1]))) - lowest;
		if (k < least || sorted[k - 1] >= sorted[k])
			continue;
		double excess = below - (double)k * total / (double)n;
		double between = excess * excess / ((double)k * (double)(n - k));
		if (between > best) {
			best = between;
			split = k;
		}
	}
	return split;
}

/* Twice the distance of the quartiles of ascending positive x, in logarithms. */
static double log_spread(const double *sorted, size_t n)
{
	return 2 * log(quantile_sorted(sorted, n, 0.75) / quantile_sorted(sorted, n, 0.25));
}

static void find_regimes(struct change *change, const double *sorted, size_t n, double threshold)
{
	size_t split = otsu_split(sorted, n, n / 10 + 2);
	if (split == 0)
		return;
	const double *upper = sorted + split;
	size_t n_upper = n - split;
	double level[2] = {quantile_sorted(sorted, split, 0.5), quantile_sorted(upper, n_upper, 0.5)};
	double gap = log(quantile_sorted(upper, n_upper, 0.1) / quantile_sorted(sorted, split, 0.9));
	double spread = fmax(log_spread(sorted, split), log_spread(upper, n_upper));
	if (level[1] - level[0] <= threshold * level[0] || gap <= spread * (1 + 20 / (double)n))
		return;
	change->regimes = true;
	for (int i = 0; i < 2; i++)
		change->level[i] = level[i];
	change->share[1] = (double)n_upper / (double)n;
	change->share[0] = 1 - change->share[1];
}

static void find_drift(struct change *change, const double *x, size_t n, double threshold)
{
	size_t half = n / 2;
	change->median[0] = quantile_median(x, half);
	change->median[1] = quantile_median(x + half, n - half);
	change->p = change_rank_sum(x, half, x + half, n - half);
	double apart = fabs(change->median[1] - change->median[0]);
	change->drift = n >= FEWEST_TIMINGS && change->p < DRIFT_LEVEL &&
			apart > threshold * fmin(change->median[0], change->median[1]);
}

struct change change_find(const double *x, size_t n, double threshold)
{
	struct change change = {.level = {NAN, NAN}, .share = {1, 0}, .median = {NAN, NAN}, .p = NAN};
	double *kept = n > 0 && n <= SIZE_MAX / sizeof(*kept) ? malloc(n * sizeof(*kept)) : NULL;
	if (!kept)
		return change;
	size_t n_kept = 0;
	for (size_t i = 0; i < n; i++) {
		if (isfinite(x[i]) && x[i] > 0)
			kept[n_kept++] = x[i];
	}
	if (n_kept > 0) {
		find_drift(&change, kept, n_kept, threshold);
		quantile_sort(kept, n_kept);
		change.level[0] = change.level[1] = quantile_sorted(kept, n_kept, 0.5);
		if (n_kept >= FEWEST_TIMINGS)
			find_regimes(&change, kept, n_kept, threshold);
	}
	free(kept);
	return change;
}

/* The autocorrelation at distance 1 of the logarithms; those beyond the outer twentieths count as these. */
static double autocorrelation(const double *x, const double *sorted, size_t n)
{
	double lowest = quantile_sorted(sorted, n, 0.05), highest = quantile_sorted(sorted, n, 0.95);
	double mean = 0, product = 0, square = 0, last = 0;

	for (size_t i = 0; i < n; i++)
		mean += log(fmax(lowest, fmin(highest, x[i]))) / (double)n;
	for (size_t i = 0; i < n; i++) {
		double off = log(fmax(lowest, fmin(highest, x[i]))) - mean;

		product += last * off;
		square += off * off;
		last = off;
	}
	return square > 0 ? product / square : 0;
}

bool change_wanders(const double *x, size_t n, double threshold, double *low, double *high)
{
	enum { FEWEST = 20 };
	const double normal_quantile = 3.09; /* 0.999 */
	double *sorted = n >= FEWEST ? sorted_copy(x, n) : NULL;
	double correlation;

	if (!sorted)
		return false;
	*low = quantile_sorted(sorted, n, 0.1);
	*high = quantile_sorted(sorted, n, 0.9);
	correlation = *low > 0 ? autocorrelation(x, sorted, n) : 0;
	free(sorted);
	return (correlation + 1 / (double)n) * sqrt((double)n) > normal_quantile && *high > (1 + threshold) * *low;
}
