#ifndef SONDE_TUNE_LOSS_H
#define SONDE_TUNE_LOSS_H

#include "tune/task.h"

/* What choices lose against the best of all that was measured. All functions are Local. */

/* A size of a task, by task->measured, in s. */
struct tune_loss {
	size_t best; /* the quickest candidate */
	double own;  /* the library's own decision */
	double chosen, quickest;
	double part;    /* by which part the choice is slower than the quickest; 0 or more */
	double to_file; /* the same beside the best that a file of rules can have: where an operation has one rule for
			   all sizes, tune_best_for_all; below 0 where the choice is quicker */
	bool apart;     /* the choice is slower than that best, and their intervals do not meet */
};

/* Sets loss to that of a size; false: the library's own decision or the choice was not measured there. */
bool tune_loss_at(const struct tune_task *task, size_t size, struct tune_loss *loss);

/* The one candidate for all sizes, at none slower than the library's own decision by more than their intervals tell,
 * whose times' geometric mean is the least; 0, the library's own decision, if there is none. */
size_t tune_best_for_all(const struct tune_task *task);

/* Over the sizes of tasks of one operation. */
struct tune_losses {
	size_t n;
	double mean, worst;           /* against the best that was measured */
	double file_mean, file_worst; /* against the best that a file can have; what is quicker counts as 0 */
	size_t apart;                 /* sizes with more than 5 % against that, beyond the intervals */
};

/* Of all tasks with this id of an operation. */
struct tune_losses tune_losses_of(const struct tune_task *tasks, size_t n, int id);

/* How far corrected predictions were off, of one operation. */
struct tune_misses {
	size_t n;      /* predictions of what was measured only later */
	double median; /* of their errors, each a part of what was measured, without its sign */
	double worst;
	double within; /* the part of them with an error of 10 % at most */
};

/*
 * Of all tasks with this id: of candidates and sizes that were not measured when predictions were corrected last
 * (task->doubt above 0), and are now.
 *
 * - n: 0 and NAN else where there are none.
 * - ERR_MEMORY.
 */
enum status tune_misses_of(const struct tune_task *tasks, size_t n, int id, struct tune_misses *misses,
			   struct error *err);

#endif
