#ifndef SONDE_STATS_SUPPORT_H
#define SONDE_STATS_SUPPORT_H

#include "stats/regression.h"

/*
 * The line on which the least values of a curve lie, where other values are too high by any amount.
 *
 * - x: ascending; y > 0.
 * - Candidates: all rising lines through two points below which, up to the second, hardly any point lies (one of 20).
 * - Result: the regression through the points on the candidate that has the most of them up to its second point.
 * - part, noise: a point is off the line if it differs by more than part of its value plus noise.
 * - Time: O(n^3).
 * - ERR_INPUT if there are fewer than 2 points or no line rises; *line is then untouched. ERR_MEMORY.
 * - Local.
 */
enum status support_line(const double *x, const double *y, size_t n, double part, double noise, struct line *line,
			 struct error *err);

#endif
