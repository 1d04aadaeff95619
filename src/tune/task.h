#ifndef SONDE_TUNE_TASK_H
#define SONDE_TUNE_TASK_H

#include "base/progress.h"
#include "predict/predict.h"
#include "stats/compare.h"
#include "tune/candidates.h"

/* An operation among some processes: what each candidate takes at each size. All functions are Local. */

struct tune_options {
	const struct tune_library *library;
	struct predict_options predict;
	struct size_list processes; /* of communicators, ascending, 2 or more */
	struct size_list sizes;     /* bytes of a message, or of a process's block, ascending, 1 or more */
	struct size_list segments;  /* bytes */
	bool all_segments; /* also those of which a message has more than are worth a try (predict/segment.h) */
	bool operations[TUNED_OPERATIONS];
	uint64_t total_most; /* bytes of all blocks together, of operations that have blocks: larger ones are left
				out; 0: none are */
	const int *node;     /* of each of the most processes, numbers below theirs, where the library goes by nodes;
				NULL: all are alike. Borrowed */
	double loss;         /* by which part a range's algorithm may be slower than the best at a size: 0.02 */
	const struct progress *progress; /* NULL: nobody is told */
};

/* The cheapest choice for all sizes below one, whose best candidate takes so many seconds. */
struct tune_step {
	double cost, best;
	size_t from, candidate; /* its last range */
};

/* Between two sizes with different choices. */
struct tune_border {
	uint64_t last, first; /* the most bytes that have the first's choice, the least that have the second's; what
				 is between them is the library's own decision */
};

/* Matrices are of candidate c at size s at [c * n_sizes + s]. */
struct tune_task {
	const struct tune_options *options; /* borrowed */
	int id, processes;
	enum tuned_level level; /* which communicator of so many processes: the caller's, or one that the library has */
	int whole;              /* processes of the caller's; those of level TUNED_WHOLE are these */
	enum decision_operation operation;
	struct tune_candidates candidates;
	const size_t *sizes; /* borrowed */
	size_t n_sizes;
	double *predicted;         /* s, by the model; INFINITY: it is not to be chosen there */
	struct estimate *measured; /* s, with its interval; value NAN: not measured */
	double *factor;  /* what is measured over what is predicted, as far as that is known; 1 without measurements */
	double *doubt;   /* of the factor: the standard deviation of its logarithm; 0 where it was measured */
	double *seconds; /* s, by which is chosen: predicted times factor, or measured; INFINITY: not to be chosen */
	struct overall *won; /* of each size: by which part its choice is slower than the library's own decision, by
				timings of their own, and the p-value after Holm's correction; p NAN: not measured */
	size_t *choice;      /* of each size: the candidate that rules take */
	struct tune_border *borders; /* of each size: where the one before goes over to it; 0 where both choose the same
				      */
	size_t simulations;
	struct tune_step *steps; /* one more than sizes: room for tune_choose */
};

/* What the library has of the operation. */
const struct tuned_class *tune_task_class(const struct tune_task *task);

/* Whether the rules of an operation are for all sizes, or for ranges. */
bool tune_task_is_sized(const struct tune_task *task);

/* What a task is for. */
struct tune_place {
	int id, processes;
	enum tuned_level level;
	int whole; /* as struct tune_task has it */
};

/*
 * Begins a task: finds the candidates, nothing is simulated.
 *
 * - Ownership: tune_task_release, also after a failure. ERR_MEMORY.
 */
enum status tune_task_open(const struct tune_options *options, const struct tune_place *place, struct tune_task *task,
			   struct error *err);
void tune_task_release(struct tune_task *task);

/*
 * Whether some call of the library's, among place->whole processes on options->node, looks rules up for the place with
 * so many bytes of a message or block.
 *
 * - Always where the library does not go by nodes.
 * - ERR_* of decision_find.
 */
enum status tune_place_is_used(const struct tune_options *options, const struct tune_place *place, uint64_t bytes,
			       bool *used, struct error *err);

/* The call that a candidate carries out, of messages or blocks of so many bytes. */
struct decision_case tune_task_case(const struct tune_task *task, size_t candidate, uint64_t bytes);

/*
 * What the model says that a candidate takes for any size.
 *
 * - at_most: seconds; INFINITY: any. What takes longer is not simulated to its end, and *seconds is INFINITY.
 * - ERR_* of predict_schedule.
 */
enum status tune_task_predict(const struct tune_task *task, size_t candidate, uint64_t bytes, double at_most,
			      double *seconds, struct error *err);

/* Seconds that the model's time of a candidate does not fall below, found without a simulation. ERR_MEMORY, ERR_* of
 * decision_find. */
enum status tune_task_bound(const struct tune_task *task, size_t candidate, uint64_t bytes, double *seconds,
			    struct error *err);

/*
 * Whether a candidate is, at a size, what the library decides by itself: the same algorithm of its own. Nothing can be
 * gained by a rule for that, whatever noise says. Not of sonde's own execution of an algorithm.
 *
 * - ERR_* of decision_find.
 */
enum status tune_task_is_own(const struct tune_task *task, size_t candidate, uint64_t bytes, bool *own,
			     struct error *err);

/*
 * Whether a candidate is simulated at a size.
 *
 * - The library's own decision always is. What is not to be chosen is not: what is only near to what the library
 *   sends, a segment that is no shorter than the message, which changes nothing, and everything where the library's own
 *   decision is not simulated exactly.
 * - ERR_* of decision_find.
 */
enum status tune_task_is_wanted(const struct tune_task *task, size_t candidate, uint64_t bytes, bool *wanted,
				struct error *err);

#endif
