#ifndef SONDE_STATS_COMPARE_H
#define SONDE_STATS_COMPARE_H

#include <stddef.h>

#include "base/error.h"
#include "stats/statistic.h"

/*
 * How much two samples of timings differ.
 *
 * - Times are in the unit of the data.
 * - None of the numbers is a NAN, none of the samples is empty; samples need not be sorted.
 * - All functions are Local.
 */

/*
 * By how much b is shifted against a: the median of all differences b_j - a_i (Hodges, Lehmann 1963).
 *
 * - Interval: distribution-free, from the k-th least to the k-th largest difference, k the largest with 2 P(U < k) <=
 *   1 - confidence for the rank-sum statistic U of two samples of one continuous distribution.
 * - P(U) is exact up to 50 timings each; beyond, it is the normal approximation, rounded to the wide side.
 * - Ends are infinite where the samples are too small for any k. With ties the interval is wider than it need be.
 * - ERR_MEMORY.
 */
enum status compare_shift(const double *a, size_t n_a, const double *b, size_t n_b, double confidence,
			  struct estimate *shift, struct error *err);

/* Two samples of one point; all times above 0. */
struct stratum {
	const double *a, *b;
	size_t n_a, n_b;
};

/* How much slower b is than a over several points: ratio - 1 with its interval (0.04: by 4 %), and the p-value that
 * there is no difference. */
struct overall {
	struct estimate part;
	double p;
};

/*
 * The ratio by which the b of all strata are larger than their a, taken to be one and the same.
 *
 * - strata: n >= 1.
 * - Within each stratum ranks are compared; the rank sums are added with weights 1 / (n_a + n_b + 1) (van Elteren
 *   1960).
 * - p: two-sided, by the normal approximation with ties.
 * - Ratio: the one that, taken out of b, leaves the sum at its expectation (Hodges, Lehmann, on logarithms).
 * - Interval: the ratios that a test at 1 - confidence would not reject.
 * - Where the strata have different ratios the result lies between them, and its interval says nothing of their
 *   spread.
 * - ERR_MEMORY.
 */
enum status compare_overall(const struct stratum *strata, size_t n, double confidence, struct overall *overall,
			    struct error *err);

/*
 * Corrects n p-values for their number (Holm 1979): rejecting where adjusted[i] <= alpha makes any error at all with
 * probability alpha at most.
 *
 * - adjusted: n numbers, in the order of p.
 * - ERR_MEMORY.
 */
enum status compare_holm(const double *p, size_t n, double *adjusted, struct error *err);

#endif
