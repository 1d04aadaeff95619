#ifndef SONDE_STATS_REGIMES_H
#define SONDE_STATS_REGIMES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* All functions are Local. */

enum { REGIMES_MOST = 4 };

/* A level that a quantity keeps coming back to, such as what a fixed message takes in a state of the machine. */
struct regime {
	double value; /* the median of what is on it, in the unit of the data */
	double share; /* of the timings; of regimes_stay: of the time */
	size_t n;     /* timings on it */
};

/* Levels from the lowest to the highest; bound[i], the unit of the data, lies between level i and level i + 1. */
struct regimes {
	size_t n; /* at least 1 */
	struct regime of[REGIMES_MOST];
	double bound[REGIMES_MOST - 1];
	double stay; /* by regimes_stay: the median time that it stays on a level; INFINITY: it did not leave it */
	double rate; /* by regimes_stay, per second: after time t it is forgotten but for exp(-rate t) which level it
			was on; 0: it did not leave it */
};

/*
 * Finds the levels of positive numbers, in the order in which they were taken.
 *
 * - Judged are the logarithms of the medians of three in a row, so that what happens once is no level.
 * - Two levels: their medians are apart by more than 12 %, each holds 3 % of the numbers and 8 of them; between them
 * lie significantly fewer numbers than around the median of the smaller one (one-sided binomial, p < 0.001), which no
 *   distribution with one peak has; and neighbours are on the same level more often than by chance (runs test of Wald
 * and Wolfowitz 1940, z > 3): all, or the half or quarter of them that were taken soonest after each other. Each is
 * divided again as long as that holds.
 * - A second level of independent noise with one peak, or of a drift, is found in less than 1 % of cases; one that
 * holds 5 % and 30 of the numbers, and is 25 % or more above noise of 2 %, in more than 99 % (bench/states.c).
 * - Fewer than 20 numbers: one level.
 * - at: ascending, when each was taken; NULL: as far apart as each other.
 * - x: positive and finite.
 * - firsts: the same numbers as they were at first, where those far above the one before were taken once more; NULL: as
 * x. Such a rule makes neighbours alike by itself: only what was far off twice is in x, but for what follows such. So
 * whether they are alike by chance is judged by these.
 * - ERR_MEMORY.
 */
enum status regimes_find(const double *at, const double *x, const double *firsts, size_t n, struct regimes *found,
			 struct error *err);

/*
 * Makes one level of those between which a bound goes, and finds values and shares of what there is then by x; stay and
 * rate are those of before.
 *
 * - join: of each of the levels->n - 1 bounds whether it goes.
 * - x: n numbers, as for regimes_find.
 * - ERR_MEMORY.
 */
enum status regimes_join(struct regimes *levels, const bool *join, const double *x, size_t n, struct error *err);

/* The index of the level that x is on. */
size_t regimes_index(const struct regimes *levels, double x);

/*
 * Finds the shares of the time that x is on each level, and how long it stays on one: by the likelihood that it changes
 * by chance, at a rate of its own, so that changes which nobody saw count too.
 *
 * - at: ascending, when each was taken; a number stands for the time until the next one.
 * - The value of a level becomes the median of what has both neighbours on it, if there are 20 of such.
 * - What is not on the level of both its neighbours, while these are on the same, within a quarter of a stay, is taken
 *   for theirs: a disturbance.
 */
enum status regimes_stay(struct regimes *levels, const double *at, const double *x, size_t n, struct error *err);

/*
 * How much more what was done before each number tells of its level than the level of the number before it: the natural
 * logarithm of the quotient of the probabilities that both give to all levels. Above 0 levels are made by what is done,
 * and nothing stays on them.
 *
 * - done: what was done before each, as a number below kinds.
 * - Each level is predicted by those that came before it in the same circumstances: of c, k of them on it, with
 * probability (k + 1/2) / (c + l/2) among l levels (Krichevsky and Trofimov 1981), so that fine divisions gain nothing
 *   by being fine.
 * - *evidence: 0 with one level.
 * - ERR_MEMORY.
 */
enum status regimes_made(const struct regimes *levels, const double *x, const size_t *done, size_t kinds, size_t n,
			 double *evidence, struct error *err);

/*
 * What x is on average while something goes on that takes so many seconds, between two numbers, as far as regimes_stay
 * found that levels change.
 *
 * x leaves levels by chance, as a Markov chain, at rate r of forgetting. What goes on is so much work, and on level k
 * work of f_k = l_k / l_0 seconds is done in each of the lowest's. So by work the part of level k is s_k / f_k, as a
 * part of their sum, and r becomes r (s_0 f_1 + s_1 f_0), with exchanged shares. That is exact for two levels; of more
 * each is taken beside all others.
 */
double regimes_mean(const struct regimes *levels, double seconds, double before, double after);

#endif
