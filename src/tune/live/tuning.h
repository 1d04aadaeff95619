#ifndef SONDE_TUNE_LIVE_TUNING_H
#define SONDE_TUNE_LIVE_TUNING_H

#include "measuring/probing.h"
#include "tune/plan.h"
#include "tune/tune.h"

/*
 * Tuning by measurements: tasks whose candidates were simulated (tune_tasks_simulate), of all processes of a platform.
 * What runs on the platform does so by the process that drives; tuning_release frees what it holds.
 */
struct tuning {
	struct measurement *m;    /* borrowed: a run that has begun */
	struct tune_tasks *tasks; /* borrowed */
	struct tune_means means;
	struct probing probing;  /* begun by tuning_explore; to be ended by probing_end */
	struct tune_cells asked; /* all that were asked for */
	size_t rounds;
	size_t confirmed, refuted; /* choices that were quicker when they were measured afresh, and that were not */
};

/* The bytes of the largest buffer that operations of these tasks need, for platform_prepare. Local. */
size_t tuning_room(const struct tune_tasks *tasks);

/*
 * How long measuring takes about, in s, by what the model predicts: the rounds of tuning_explore and tuning_confirm, if
 * operations rather than what is around them take the time; else less than it takes.
 *
 * - ERR_MEMORY. Local.
 */
enum status tuning_needed(const struct tune_tasks *tasks, double *seconds, struct error *err);

/*
 * Measures what may be chosen, in rounds: the library's own decisions and some of each algorithm first, then what may
 * be the quickest by predictions that are corrected by what was measured (tune_correct). Chooses.
 *
 * - Begins t->probing.
 * - It ends when nothing may be quicker than what was measured, or a deadline leaves no time for more.
 * - ERR_* of the platform and the archive. Runs on the platform.
 */
enum status tuning_explore(struct tuning *t, struct error *err);

/*
 * Measures choices afresh, each beside the library's own decision, and keeps those that are quicker: over the range of
 * sizes with the same choice by a rank test, with Holm's correction over all ranges, at the run's confidence, and at
 * the size itself by its median, with an interval that ends below options->loss. What is no quicker after half of its
 * timings gets no more. Chooses once more, among these, and finds borders. Where a range ends between two sizes it is
 * measured there too: if it is not quicker it ends at its outermost size.
 *
 * - An operation whose processes may look up unlike sizes keeps its choice if it is quicker at some size, and at none
 *   slower by such a test.
 * - ERR_* of the platform and the archive. Runs on the platform.
 */
enum status tuning_confirm(struct tuning *t, struct error *err);

/*
 * Measures everything else that a rule could choose, however long it takes; choices stay. What they lose is then told
 * by tune/loss.h.
 *
 * - After tuning_confirm. ERR_* of the platform and the archive. Runs on the platform.
 */
enum status tuning_complete(struct tuning *t, struct error *err);

void tuning_release(struct tuning *t);

/*
 * Parts of these: what was measured is taken, predictions are corrected by it, and choices made; the experiments of
 * cells from one on, of which the caller frees the list; whether a cell takes tune_long or more, by task->seconds.
 *
 * - ERR_MEMORY. Local.
 */
enum tuning_which { TUNING_ALL, TUNING_SHORT, TUNING_LONG };
enum status tuning_take(struct tuning *t, struct error *err);
enum status tuning_list(const struct tuning *t, const struct tune_cells *cells, size_t from, enum tuning_which which,
			struct experiment **list, size_t *n, struct error *err);
/* Measures points for the first time, and few times: comparisons repeat them. What a deadline leaves no time for is
 * left out. ERR_* of the platform and the archive. Runs on the platform. */
enum status tuning_begin_points(struct tuning *t, const struct experiment *list, size_t n, struct error *err);

/* Of n experiments that are compared two by two both are warmed up alike, as the one that is warmed up more. Local. */
void tuning_warm_alike(const struct tuning *t, const struct experiment *list, size_t n);

bool tuning_is_long(const struct tuning *t, const struct tune_cell *cell);

#endif
