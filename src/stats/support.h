#ifndef SONDE_STATS_SUPPORT_H
#define SONDE_STATS_SUPPORT_H

#include "stats/regression.h"

/*
 * The line on which the least values of a curve lie, where other values are too high by any amount: of all rising lines
 * through two points below which, up to the second, hardly any point lies (one of 20), the one that has the most points
 * up to there on it; then the regression through these. On it, or below it, is what is off by more than part of the
 * point's value and more than noise. x ascending, y > 0. ERR_INPUT if there are fewer than 2 points or no line rises;
 * *line is then untouched; ERR_MEMORY. Local. O(n^3).
 */
enum status support_line(const double *x, const double *y, size_t n, double part, double noise, struct line *line,
			 struct error *err);

#endif
