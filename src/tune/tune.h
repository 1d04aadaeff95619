#ifndef SONDE_TUNE_TUNE_H
#define SONDE_TUNE_TUNE_H

#include "predict/predict.h"
#include "tune/candidates.h"

/*
 * Rules for Open MPI's coll/tuned from a model: every algorithm with every segment and fan-out is simulated, and where
 * one is quicker than the library's own decision it becomes a rule.
 *
 * All functions are Local.
 */

struct tune_options {
	struct predict_options predict;
	struct size_list processes; /* of communicators, ascending, 2 or more */
	struct size_list sizes;     /* bytes of a message, or of a process's block, ascending, 1 or more */
	struct size_list segments;  /* bytes */
	bool operations[TUNED_OPERATIONS];
	double loss; /* by which part a range's algorithm may be slower than the best at a size: 0.02 */
};

/* A range of sizes at which rules choose otherwise than the library would. */
struct tune_gain {
	int id, processes;
	uint64_t from, to; /* bytes as sizes are: the first and the last of sizes that has it */
	struct tune_candidate choice;
	uint64_t best_at;          /* the size at which it gains most */
	double seconds, unchanged; /* there: with the rule and without */
};

struct tune_result {
	struct tuned_file file; /* communicators that were not tuned are left to the library */
	struct tune_gain *gains;
	size_t n, capacity;
	uint64_t simulations;
};

/*
 * Simulates and chooses.
 *
 * - A rule's algorithm is at no size of its range slower than the library's own, and at each within loss of the best.
 * - What the algorithm library has only something near to is not chosen, and nothing is compared with it.
 * - Where it changes between two sizes the border is found by bisection.
 * - An operation whose processes may look up unlike sizes has one rule for all, or none.
 * - tune_result_release frees result, also after a failure.
 * - ERR_INPUT as predict_schedule, ERR_MEMORY.
 */
enum status tune_model(const struct tune_options *options, struct tune_result *result, struct error *err);
void tune_result_release(struct tune_result *result);

#endif
