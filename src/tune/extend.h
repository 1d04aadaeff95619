#ifndef SONDE_TUNE_EXTEND_H
#define SONDE_TUNE_EXTEND_H

#include "tune/tune.h"

/*
 * Chooses for a number of processes that was not measured, by what was measured of the same operation among another
 * number: sets factor, doubt, seconds and choice of a task whose candidates were simulated.
 *
 * - measured: of the same list of sizes, or its first ones, corrected (tune_correct). Other sizes are left to the
 *   library.
 * - A candidate's prediction is corrected at each size by the factor that the same algorithm, segment and fan-out has
 *   there; the library's own decision by that of the candidate that is the same; what has no counterpart by the mean
 *   of its algorithm's, else by the median of all.
 * - Corrected predictions may be off by the doubt: nothing is chosen that is not quicker than the library's own
 *   decision by more than twice the doubt of the two together, which holds for 95 % of what is off at random.
 * - ERR_MEMORY. Local.
 */
enum status tune_extend(struct tune_task *task, const struct tune_task *measured, struct error *err);

/* The tasks of so many processes, in a list that shares what they hold: the caller frees the list alone. ERR_MEMORY.
 * Local. */
enum status tune_tasks_of(const struct tune_tasks *tasks, size_t processes, struct tune_tasks *these,
			  struct error *err);

/* tune_extend of all other tasks, each from that of its operation in measured, and their borders. ERR_MEMORY,
 * ERR_* of tune_tasks_find_borders. Local. */
enum status tune_tasks_extend(const struct tune_tasks *tasks, const struct tune_tasks *measured, struct error *err);

#endif
