#ifndef SONDE_TUNE_CORRECT_H
#define SONDE_TUNE_CORRECT_H

#include "tune/task.h"

/*
 * Corrects predictions by what was measured: sets factor, doubt and seconds of a task.
 *
 * - A candidate that was measured at some sizes has the factor of each there; between two of them its logarithm is
 *   interpolated by the size's, beyond them it stays.
 * - One that was not has the mean of those of its algorithm with other segments or fan-outs, else the median of all.
 * - The doubt is how far these three were off where something was measured, each left out in turn.
 * - seconds: as measured, or predicted times factor.
 * - ERR_MEMORY. Local.
 */
enum status tune_correct(struct tune_task *task, struct error *err);

#endif
