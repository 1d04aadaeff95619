#ifndef SONDE_TUNE_LIVE_TRIAL_H
#define SONDE_TUNE_LIVE_TRIAL_H

#include "tune/live/tuning.h"

/* Choices that are measured afresh beside the library's own decision, and what their timings tell. All functions are
 * Local. */

struct tune_trial {
	size_t task, size, choice;
	uint64_t bytes;     /* the size's, or those at which its range ends */
	double hope;        /* by which part it is quicker, as far as that is known */
	struct overall won; /* by which part it was slower, afresh; NAN: it was not measured */
	double seconds[2];  /* medians: of the library's own decision, of the choice */
};

struct tune_trials {
	struct tune_trial *list; /* owned */
	size_t n;
};

/* Whether two trials have the same choice at sizes that follow each other. */
bool trials_are_neighbours(const struct tune_trial *one, const struct tune_trial *next);

/* Of all sizes of tasks with another choice than the library's own decision, and than what that is there, the most
 * hopeful first. ERR_MEMORY, ERR_* of decision_find. */
enum status trials_list(const struct tuning *t, struct tune_trials *trials, struct error *err);

/* Of all ends of ranges of choices that lie between two sizes of a task, where they are predicted. ERR_MEMORY. */
enum status trials_list_ends(const struct tuning *t, struct tune_trials *trials, struct error *err);

/* The timings of a sample, NULL: there are none, since a time; *n: how many. The caller frees them. NULL without
 * memory.
 */
double *trial_fresh(const struct sample *sample, double since, size_t *n);

/* Sets won and seconds of a trial by its own timings since a time of the platform's clock. ERR_MEMORY. */
enum status trial_compare(const struct tuning *t, struct tune_trial *trial, double since, struct error *err);

/*
 * The same of all trials, but that the p-value is that of the range of sizes with the trial's choice: all timings of
 * the range count, with Holm's correction over the ranges; 1 where the choice is no quicker over the range. Noise
 * that hides what a choice gains at each size of a range hides it less over all of them.
 *
 * - Trials are sorted by task and size. ERR_MEMORY.
 */
enum status trials_judge(const struct tuning *t, struct tune_trials *trials, double since, struct error *err);

/* Whether a comparison shows a choice to be quicker in the median, with an interval that ends below what a rule may
 * lose. */
bool trial_is_quicker(const struct overall *won, double loss);

/*
 * Whether trial i of those that were judged is confirmed: it wins over its range, and by its own interval is not slower
 * at its size by more than a rule may lose. So is one between two such sizes with the same choice, if it was quicker at
 * all from the one to the other: noise may be more at one size than at its neighbours.
 */
bool trial_wins_among(const struct tuning *t, const struct tune_trials *trials, size_t i);

#endif
