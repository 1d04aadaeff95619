#ifndef SONDE_TUNE_CHOOSE_H
#define SONDE_TUNE_CHOOSE_H

#include "tune/task.h"

/* Which candidate rules take at each size, by task->seconds. All functions are Local. */

/*
 * Chooses: sets task->choice.
 *
 * - A choice is at no size slower than the library's own decision, and at each within options->loss of the best, or
 *   within 20 % if both were measured and their intervals meet. Where the library's own is within 2 % of the best
 *   nothing else is chosen.
 * - Ranges of sizes are few: one less may lose 10 %, at all sizes together. Noise would else make a range of each size.
 * - An operation whose processes may look up unlike sizes has one choice for all sizes. It is slower than the library's
 *   own decision at none, beyond the intervals of what was measured and what predictions may be off: what is chosen
 *   by predictions is to be measured.
 */
void tune_choose(struct tune_task *task);

/*
 * Finds the borders between sizes with different choices: the least size at which the second's choice is the quicker
 * one, as far as bisection by simulations finds it, whose times are corrected by task->factor.
 *
 * - ERR_* of tune_task_predict.
 */
enum status tune_tasks_find_borders(struct tune_task *tasks, size_t n, struct error *err);

/* The candidate that rules take at so many bytes, from the first size to the last: between two ranges that end before
 * they meet it is 0, the library's own decision. */
size_t tune_choice_at(const struct tune_task *task, uint64_t bytes);

#endif
