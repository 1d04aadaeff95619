#ifndef SONDE_STATS_STATISTIC_H
#define SONDE_STATS_STATISTIC_H

#include <stddef.h>

#include "base/random.h"
#include "stats/estimate.h"

/* All functions are Local. */

/* Which number stands for repeated timings. */
enum statistic {
	STATISTIC_MIN, /* the unperturbed time: perturbations are positive (Gropp, Lusk 1999, 3.1) */
	STATISTIC_MEAN,
	STATISTIC_MEDIAN
};

/* "min", "mean", "median". */
const char *statistic_name(enum statistic statistic);

/* How many timings the interval takes to hold for those with a tail too: 20 of a mean (see statistic_estimate), else
 * 2. */
size_t statistic_takes(enum statistic statistic);

/* NULL-terminated: the names by value of the enum. */
extern const char *const statistic_names[];

/*
 * The statistic of x[0 .. n-1] with its two-sided interval.
 *
 * - x: finite, n >= 1; it need not be sorted.
 * - confidence: 0 < confidence < 1.
 * - resolution: >= 0, in the unit of x: what the clock can tell apart. The interval is never narrower than value +-
 *   resolution / 2 (0: no floor).
 * - mean: Student's t; from 20 numbers on Hall's, which allows for how skewed they are (1992). Student's of 20
 *   exponential timings covers their mean in 92 % of cases where 95 % are meant, and lies below it in nearly all else.
 * - median: from order statistics. With the largest l for which [x_(l), x_(n+1-l)] covers at least confidence (sign
 *   test, exact for any distribution), its ends are moved inwards, towards x_(l+1) and x_(n-l), by as much as makes
 *   the coverage confidence (Hettmansperger, Sheather 1986). That is within 1 % of it for common distributions;
 *   without this 24 timings would cover 97.7 % instead of 95 %.
 * - median of few timings, n < 6 at 95 %, in general n < 1 - log2(1 - confidence): not even [x_(1), x_(n)] covers that
 *   much. The interval is then that one, widened where needed to Student's t interval of the mean: exact for normal
 *   timings and otherwise approximate (simulated: 92.5 % or more of a nominal 95 % for exponential, lognormal and
 *   uniform timings). With n = 2 that is very wide, as it should be.
 * - min: the lower end point of the distribution. Value is the least x; the interval is [least - q * s, least].
 * - s and q of min: end_point.h. Its lower end is not below 0, unless x is somewhere. Exact for exponential
 * perturbations, asymptotically right for any whose density is positive at the end point.
 * - The interval of min is too narrow where that density vanishes (a sum of several perturbations, lognormal ones):
 *   the end point is then never approached, and more timings make it worse.
 * - n = 1: the interval is [-inf, inf] for mean and median and [-inf, x] for min.
 * - All x equal: it has the width of the resolution (0 without one).
 * - Without memory for a sorted copy (median and min): the value is NAN, the interval [-inf, inf].
 */
struct estimate statistic_estimate(enum statistic statistic, const double *x, size_t n, double confidence,
				   double resolution);

/* Sorts x[0 .. n-1] ascending and returns its statistic, the same number as statistic_estimate's; NAN for n = 0. */
double statistic_sort(enum statistic statistic, double *x, size_t n);

/*
 * One draw from the confidence distribution of the statistic; parameters of models get their intervals by fitting many
 * such draws.
 *
 * - sorted: ascending.
 * - mean: value + t s / sqrt(n), t from Student(n - 1), from 20 numbers on with Hall's skewness.
 * - median: between the order statistics that the sign test puts around a binomial draw, placed there as the
 *   interval's ends are. Beyond x_(1) or x_(n) (probability 2^-n each) it is from that tail of the mean's
 *   distribution, so that draws agree with statistic_estimate for few timings too.
 * - min: least - F s with F from F(2, 2(k - 1)).
 * - n = 1, or all x equal: the draw is the value itself.
 * - With few timings the tails are long: a draw of mean or median may be negative.
 */
double statistic_draw(enum statistic statistic, const double *sorted, size_t n, struct random *random);

#endif
