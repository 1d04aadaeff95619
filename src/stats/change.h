#ifndef SONDE_STATS_CHANGE_H
#define SONDE_STATS_CHANGE_H

#include <stdbool.h>
#include <stddef.h>

/* All functions are Local. */

/* What a fixed point that was measured again and again tells of the machine. Times in the unit of the data. */
struct change {
	bool regimes; /* two levels seen, apart by more than the threshold, each in at least a tenth of the timings */
	double level[2]; /* the medians of the lower and the upper level; without regimes, twice the median of all */
	double share[2]; /* the parts of all timings, summing to 1; without regimes, 1 and 0 */
	bool drift; /* the second half differs from the first by more than the threshold and significantly (rank sum, p
		       < 0.01) */
	double median[2]; /* of the first and of the second half (the longer one if n is odd); NAN of an empty one */
	double p;         /* of the rank-sum test between the halves */
};

/*
 * Looks for two regimes and for drift in timings, in the order in which they were taken.
 *
 * - threshold: relative, for example 0.1.
 * - Timings that are not finite and positive are left out. With fewer than 10 of the others neither is found.
 * - Regimes: the split of the sorted logarithms that explains most variance (two-class Otsu 1979), among those that
 *   leave each class a tenth of the timings and two more. The outer twentieths are clipped first, so that outliers do
 *   not draw the split.
 * - A split counts if the medians of the classes differ by more than the threshold (upper / lower - 1). The gap
 *   between their inner deciles must also be wider than the spread inside either, 2 (third - first quartile), times 1
 *   + 20/n, since chance makes gaps in few timings.
 * - False regimes: independent noise of one regime (exponential, normal, lognormal or uniform, with a few outliers) is
 *   taken for two in about 1 % of cases at n = 10, less often with more timings.
 * - Drift: |second - first median| > threshold x the smaller, and p < 0.01. A steady rise by a fraction r over the run
 *   moves the medians of the halves apart by about r/2 only.
 * - The test takes timings for independent. For correlated ones p is too small, and the threshold alone then decides.
 * - Without memory: neither is found, and the numbers are NAN.
 */
struct change change_find(const double *x, size_t n, double threshold);

/*
 * True if x, in the order in which it was taken, wanders: changes between close states show, and states of which one
 * is rare.
 *
 * - Condition: neighbours are more alike than those of independent data (autocorrelation of the logarithms at distance
 *   1, outliers clipped; one-sided p < 0.001), and the outer tenths are apart by more than the threshold (ninth decile
 *   / first decile - 1).
 * - *low, *high: the first and the ninth decile.
 * - False for fewer than 20 values, and without memory.
 */
bool change_wanders(const double *x, size_t n, double threshold, double *low, double *high);

/*
 * The two-sided p-value of the rank-sum test (Wilcoxon, Mann, Whitney) that a and b have one distribution.
 *
 * - By the normal approximation with ties and continuity correction.
 * - a, b: need not be sorted; neither holds a NAN.
 * - 1 if either is empty or all numbers are equal.
 * - NAN without memory.
 */
double change_rank_sum(const double *a, size_t n_a, const double *b, size_t n_b);

#endif
