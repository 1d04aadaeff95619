#ifndef SONDE_TUNE_TUNE_H
#define SONDE_TUNE_TUNE_H

#include "tune/task.h"

/*
 * Rules for an MPI library: every algorithm with every segment and fan-out is simulated, and where one is
 * quicker than the library's own decision it becomes a rule.
 *
 * All functions are Local.
 */

/* A range of sizes at which rules choose otherwise than the library would. */
struct tune_gain {
	int id, processes;
	enum tuned_level level;
	uint64_t from, to; /* bytes as sizes are: the first and the last of sizes that has it */
	struct tune_candidate choice;
	uint64_t best_at;          /* the size at which it gains most */
	double seconds, unchanged; /* there: with the rule and without */
	struct overall won;        /* there, as struct tune_task has it: of pairs of timings, not of their medians */
};

/* By which part it is quicker with the rule, by these seconds. */
double tune_gain_part(const struct tune_gain *gain);

/* What an operation takes among so many processes, by size, as measured where it was; arrays of n, owned. */
struct tune_curve {
	int id, processes;
	enum tuned_level level;
	size_t n;
	double *bytes;             /* of a message or block; 0 where there is no size */
	double *own, *rule, *best; /* s: by the library's own decision, with the rules, by the best that a rule can
				      choose, or the best of these that was measured; NAN: not known */
};

struct tune_result {
	struct tuned_file file;    /* communicators that were not tuned are left to the library */
	struct tune_curve *curves; /* one for each task */
	size_t n_curves;
	struct tune_gain *gains;
	size_t n, capacity;
	size_t simulations;
};

/* The tasks of all operations and numbers of processes that the options name, those of an operation one after the
 * other by levels, and of each by processes. */
struct tune_tasks {
	struct tune_task *list;
	size_t n;
};

/* Opens them. tune_tasks_release frees them, also after a failure. ERR_MEMORY. */
enum status tune_tasks_open(const struct tune_options *options, struct tune_tasks *tasks, struct error *err);
void tune_tasks_release(struct tune_tasks *tasks);

/* Adds the curves of tasks. ERR_MEMORY. */
enum status tune_curves(const struct tune_tasks *tasks, struct tune_result *result, struct error *err);
void tune_curves_release(struct tune_result *result);

/*
 * Makes rules of the choices and borders of tasks.
 *
 * - Beyond the largest size, and in communicators that were not tuned, the library decides by itself.
 * - An operation whose processes may look up unlike sizes has one rule for all, or none.
 * - tune_result_release frees result, also after a failure. ERR_MEMORY.
 */
enum status tune_rules(const struct tune_tasks *tasks, struct tune_result *result, struct error *err);
void tune_result_release(struct tune_result *result);

/*
 * Simulates what choices depend on (search.h), chooses (choose.h) and makes rules.
 *
 * - tune_result_release frees result, also after a failure.
 * - ERR_INPUT as predict_schedule, ERR_MEMORY.
 */
enum status tune_model(const struct tune_options *options, struct tune_result *result, struct error *err);

#endif
