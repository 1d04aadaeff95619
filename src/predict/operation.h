#ifndef SONDE_PREDICT_OPERATION_H
#define SONDE_PREDICT_OPERATION_H

#include <stdbool.h>

#include "algorithm/request.h"
#include "predict/closed.h"
#include "predict/escalation.h"
#include "predict/tree_mapping.h"
#include "model/negative.h"
#include "predict/predict.h"

/* All functions are Local. */

/* A predicted time: of an algorithm at a size, or of one of its closed forms. */
struct prediction {
	const struct algorithm_class *algorithm;
	int processes;
	uint64_t bytes, segment; /* segment: bytes, 0: in one piece, or the algorithm takes none */
	uint64_t pieces;         /* segments of the message */
	double whole;            /* seconds in one piece, with best_segment; NAN without */
	double seconds;          /* the least: of a gather, without escalations */
	double expected;         /* the mean, with them */
	struct escalation escalation;
	struct closed_form form; /* with closed only */
	size_t rank;             /* from 1, the quickest in the mean at this size; 0 if one algorithm was asked for */
	double over_best;        /* of ranked ones: by which part it takes longer than the first */
	bool tied;               /* takes as long as the one before it */
	double unchanged;        /* predictions_compare: s by the model as it was, or NAN */
	struct tree_mapping *mapping; /* NULL: of the places as they were asked for; owned */
};

/* Why an algorithm cannot do the operation as requested. */
struct refusal {
	const struct algorithm_class *algorithm;
	uint64_t bytes;
	char *why;
};

/* Zero-initialise it; predictions_release frees it. */
struct predictions {
	struct prediction *list; /* size by size in the order asked for, of all algorithms the quickest first */
	size_t n, capacity;
	struct refusal *refusals; /* in the same order */
	size_t n_refusals, refusal_capacity;
	bool impossible;  /* a size was refused to all algorithms that were asked, which the last refusal ends: nothing
			     was predicted from there on */
	bool escalates;   /* the model has escalations of the operation, which its formulas tell in their own way */
	uint64_t largest; /* bytes of the largest message of what was predicted */
};

/*
 * Predicts an operation at n sizes: by one algorithm, or by all of them and ranked, as the request says.
 *
 * - The model is complete.
 * - Each call is checked once, and its schedule is built once. What cannot be done is a refusal and no error.
 * - With options->mapping each algorithm that takes an order is predicted by the best that was found.
 * - With options->best_segment each algorithm that takes segments is predicted by the one that is quickest, in the
 *   processes' plain order (predict/segment.h); with options->closed too by that of its closed form, where there is
 *   one, else in one piece.
 * - With options->closed each algorithm has as many predictions as the model has forms, perhaps none.
 * - *found: what was predicted, also after an error until then; predictions_release frees it.
 * - ERR_INPUT as predict_simulation, ERR_MEMORY.
 */
enum status predict_operation(const struct predict_options *options, struct collective_request *request,
			      const size_t *sizes, size_t n, struct predictions *found, struct error *err);
void predictions_release(struct predictions *predictions);

/* Writes what each took before the model was changed beside it: the prediction of the same algorithm among as many
 * processes at this size in the same segment, or the best one's if segments were chosen anew. NAN where there is none.
 */
void predictions_compare(struct predictions *found, const struct predictions *before);

/*
 * Appends the predictions and refusals of part, which is then empty, with what it says of all.
 *
 * - ERR_MEMORY: *all holds a part of them.
 */
enum status predictions_join(struct predictions *all, struct predictions *part, struct error *err);

/*
 * Ranks predictions for several segments within each number of processes and size, the quickest first.
 *
 * - best_segments: only the quickest segment of each algorithm is kept, of equal ones the smallest.
 * - Ties are marked: times that differ by less than a part in a million.
 */
void predictions_rank(struct predictions *found, bool best_segments);

/* The times below 0 among them: the least, those that escalations add, and the means. */
struct negative_times predictions_negative(const struct predictions *predictions);

#endif
