#ifndef SONDE_SAMPLE_SHARING_H
#define SONDE_SAMPLE_SHARING_H

#include "sample/sample.h"

/*
 * How uncertain is in which state the machine was, on average, while something too long for a single state went on. All
 * such observations share that error, so that more of them do not make it less.
 *
 * - error: the relative standard deviation of the mean level. A look by itself has variance (L - l)(h - L) about the
 * mean level L between the least level l and the largest h, which is exact for two states. Two looks that are d apart
 * have exp(-rate d) of it in common. Each counts for the time around it, as it does for the shares (stats/regimes.h).
 * - rate: per second; how soon the machine forgets its state (stats/regimes.h).
 */
struct sharing {
	double error, rate;
};

/*
 * Finds it by the marks of all observations (state_before, level), as a store has them. Zero where nothing is of
 * several states.
 *
 * - levels: what the sentinel takes in each state, by its number; 0: it is not known.
 * - ERR_MEMORY.
 * - Local.
 */
enum status sharing_find(const struct campaign *all, const double levels[REGIMES_MOST], struct sharing *found,
			 struct error *err);

/* What of the error is left to observations of so many seconds, whose ends the looks before and after them tell. Local.
 */
double sharing_error(const struct sharing *sharing, double seconds);

#endif
