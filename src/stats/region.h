#ifndef SONDE_STATS_REGION_H
#define SONDE_STATS_REGION_H

#include <stdbool.h>
#include <stddef.h>

/* Where along a row of sizes something that happens now and then happens more often. All functions are Local. */

/* ln(100): chance alone adds more than that to the logarithm of a likelihood less than once in 100 times. */
#define REGION_SURE 4.605170185988091

/* Positions begin to end - 1 of a row, and what telling apart how likely the event is there and elsewhere adds to the
 * logarithm of the likelihood of what was seen. */
struct region {
	size_t begin, end;
	double gain;
};

/*
 * The most likely region of a row of n positions, over all begins and ends, each with its own probabilities inside and
 * outside.
 *
 * - made[i]: how many times an event was looked for at position i; seen[i] <= made[i]: how many times it was there.
 * - made_elsewhere, seen_elsewhere: the same outside of the row: where it happens nearly everywhere in the row, these
 *   alone show that this is not usual.
 * - The probability inside is the larger one.
 * - gain: 0, and nothing is inside, if nothing was seen.
 * - Chance: the gain is that of the best of n^2 / 2 regions; by chance alone it is above REGION_SURE + ln(n^2 / 2)
 *   less than once in 100 rows.
 * - Time: O(n^2).
 */
struct region region_find(const size_t *made, const size_t *seen, size_t n, size_t made_elsewhere,
			  size_t seen_elsewhere);

/*
 * The gain of a region that is given.
 *
 * - made, seen: as in region_find. The region: positions begin to end - 1.
 * - Chance: above REGION_SURE less than once in 100 rows.
 * - 0 if the event is not more likely inside.
 */
double region_gain(const size_t *made, const size_t *seen, size_t n, size_t begin, size_t end);

/* A test that goes on until it knows whether an event has probability common or rare (Wald 1945). */
struct sequential {
	double common, rare;
	double evidence; /* logarithm of the likelihood ratio: above 0 for common */
	size_t n;
};

/*
 * Begins a test.
 *
 * - 0 < rare < common < 1.
 */
struct sequential sequential_begin(double rare, double common);

/* Adds an observation: whether the event was seen. */
void sequential_add(struct sequential *test, bool seen);

/* True if the test has decided: either answer is then wrong in less than one of 100 tests. */
bool sequential_knows(const struct sequential *test);

#endif
