#ifndef SONDE_STATS_REGION_H
#define SONDE_STATS_REGION_H

#include <stdbool.h>
#include <stddef.h>

/* Where along a row of sizes something that happens now and then happens more often. Arrays in, numbers out. All of it
 * Local. */

/* ln(100): chance alone adds more than that to the logarithm of a likelihood less than once in 100 times. */
#define REGION_SURE 4.605170185988091

/* Positions begin to end - 1 of a row, and what telling apart how likely the event is there and elsewhere adds to the
 * logarithm of the likelihood of what was seen. */
struct region {
	size_t begin, end;
	double gain;
};

/*
 * The most likely region of a row of n positions, at each of which an event was looked for made[i] times and seen[i] <=
 * made[i] were: over all begins and ends, each with its own probabilities inside and outside, the former the larger.
 * gain 0 and nothing inside if nothing was seen. Its gain is that of the best of n^2 / 2 regions: by chance alone it is
 * above REGION_SURE + ln(n^2 / 2) less than once in 100 rows. O(n^2).
 */
struct region region_find(const size_t *made, const size_t *seen, size_t n);

/* The same for a region that is given: above REGION_SURE chance alone gives it less than once in 100 rows. 0 if the
 * event is not more likely inside. */
double region_gain(const size_t *made, const size_t *seen, size_t n, size_t begin, size_t end);

/* A test that goes on until it knows whether an event has probability common or rare (Wald 1945). */
struct sequential {
	double common, rare;
	double evidence; /* logarithm of the likelihood ratio: above 0 for common */
	size_t n;
};

/* 0 < rare < common < 1. */
struct sequential sequential_begin(double rare, double common);
void sequential_add(struct sequential *test, bool seen);

/* True if either is wrong in less than one of 100 tests. */
bool sequential_knows(const struct sequential *test);

#endif
