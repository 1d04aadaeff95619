#ifndef SONDE_TUNE_SEARCH_H
#define SONDE_TUNE_SEARCH_H

#include "tune/task.h"

/*
 * What candidates take by the model: sets predicted, and seconds, which are the same, on all CPUs; INFINITY is what is
 * not to be chosen. All functions are Local.
 */

/* Simulates all candidates at all sizes that are wanted (tune_task_is_wanted). ERR_* of predict_schedule; ERR_MEMORY.
 */
enum status tune_tasks_simulate(struct tune_task *tasks, size_t n, struct error *err);

/*
 * Simulates what choices depend on (tune_choose): they are those of tune_tasks_simulate.
 *
 * - The library's own decision is simulated, then the others by what they take at least (tune_task_bound). None is that
 *   takes longer than a choice may at this size, and what turns out to is not simulated to its end: both are INFINITY.
 * - The best of each size, and all that is within options->loss of it, are as they are.
 * - ERR_* of predict_schedule; ERR_MEMORY.
 */
enum status tune_tasks_search(struct tune_task *tasks, size_t n, struct error *err);

#endif
