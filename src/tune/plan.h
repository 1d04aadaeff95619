#ifndef SONDE_TUNE_PLAN_H
#define SONDE_TUNE_PLAN_H

#include "sample/sample.h"
#include "tune/task.h"

/* What is measured of a task. All functions are Local. */

/* s: what takes so long is measured less often, and after all that does not. */
extern const double tune_long;

/* A candidate at a size of a task, or near to it. */
struct tune_cell {
	size_t task, candidate, size;
	uint64_t bytes; /* the size's, unless a range of rules ends elsewhere */
};

struct tune_cells {
	struct tune_cell *list; /* owned */
	size_t n, capacity;
};

/* How candidates are measured. */
struct tune_means {
	bool forced; /* by the MPI library, told what to take; else by algorithms of sonde's own that send the same */
	bool beside; /* without forced: its own decision is measured by the library all the same */
	enum collective_timing timing;
};

/*
 * The experiment that measures a candidate, of messages or blocks of so many bytes.
 *
 * - *can: whether there is one.
 * - ERR_MEMORY.
 */
enum status tune_experiment(const struct tune_task *task, size_t candidate, uint64_t bytes,
			    const struct tune_means *means, struct experiment *what, bool *can, struct error *err);

/*
 * Adds what is measured first: the library's own decision at each size, and at a few sizes of each algorithm what is
 * predicted to be the quickest of it.
 *
 * - task: the number of it, by which the cells name it.
 * - ERR_MEMORY.
 */
enum status tune_plan_first(const struct tune_task *task, size_t number, struct tune_cells *cells, struct error *err);

/*
 * Adds what is measured next, after tune_correct: at each size at most two that may be quicker than the quickest of
 * those that were measured there, where that takes long by more than options->loss, and what is chosen (tune_choose)
 * but was not measured.
 *
 * - ERR_MEMORY.
 */
enum status tune_plan_next(const struct tune_task *task, size_t number, struct tune_cells *cells, struct error *err);

/* Adds what was measured and is near to the best that was, at each size: to be measured precisely. ERR_MEMORY. */
enum status tune_plan_near(const struct tune_task *task, size_t number, struct tune_cells *cells, struct error *err);

/* Adds everything that a rule may choose, and the library's own decision, at each size. ERR_MEMORY. */
enum status tune_plan_all(const struct tune_task *task, size_t number, struct tune_cells *cells, struct error *err);

void tune_cells_release(struct tune_cells *cells);

#endif
