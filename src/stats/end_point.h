#ifndef SONDE_STATS_END_POINT_H
#define SONDE_STATS_END_POINT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/random.h"

/*
 * The lower end point of a distribution of which timings are known (Robson, Whitlock 1964; Weissman 1981). The least of
 * them lies above it by an exponential time, whose mean their spacings tell. All functions are Local.
 */
struct end_point {
	double least;   /* of the timings */
	double above;   /* how far the least lies above the end point in the mean, as far as is known */
	double freedom; /* of above: it is known as well as from so many exponential times; 0: not at all */
	size_t n;       /* timings */
};

/* How many of the least of n timings tell of their end point: k = min(n, max(5, 1 + ceil(sqrt(n)))). */
size_t end_point_takes(size_t n);

/*
 * Of n >= 1 timings, the least end_point_takes(n) of which are there, ascending.
 *
 * - above: s = sum over i = 2..k of (n - i + 1)(x_(i) - x_(i-1)) / ((k - 1) n); freedom k - 1.
 * - n = 1: 0, without freedom.
 */
struct end_point end_point_of(const double *sorted, size_t n);

/* The bound below which the end point lies with probability 1 - p: least - q above, q the quantile p of F(2, 2
 * freedom). Without freedom, or with nothing above: least. Nothing takes less than no time: not below 0, unless least
 * is, as that of differences of times may be. */
double end_point_bound(const struct end_point *point, double p);

/* A draw from the end point's confidence distribution. */
double end_point_draw(const struct end_point *point, struct random *random);

/* What many end points tell of a noise before it is seen: its inverse has a gamma distribution of this shape, with the
 * mean 1 / noise. Shape 0: they tell nothing. */
struct noise_prior {
	double shape, noise;
};

/*
 * What n end points tell of the noise of others (empirical Bayes, Smyth 2004).
 *
 * - The noise of one is n above / least.
 * - shape: how much the logarithms of noises vary beyond chance, and by one standard error more: noises that differ
 *   among themselves, or few of them, tell little.
 * - Those without freedom, with nothing above or a least that is not above 0 have no part in it.
 */
struct noise_prior noise_prior_of(struct end_point *const *points, size_t n);

/*
 * Adds to what an end point alone tells of its noise what was known before.
 *
 * - Why: with 4 degrees of freedom each, a difference of many end points has an interval that is half as wide again as
 *   it needs be, since the draws of each allow for its own noise to be unknown (Behrens, Fisher).
 * - Nothing changes for those that have no part in a prior.
 */
void end_point_moderate(struct end_point *point, const struct noise_prior *prior);

#endif
