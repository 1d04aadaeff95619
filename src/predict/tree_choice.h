#ifndef SONDE_PREDICT_TREE_CHOICE_H
#define SONDE_PREDICT_TREE_CHOICE_H

#include "predict/predict.h"
#include "predict/tree_order.h"

/* By what a model has a call done. Zero-initialise it; tree_choice_release frees it. */
struct tree_choice {
	const struct algorithm_class *algorithm;
	uint64_t segment; /* bytes, 0: in one piece */
	int fanout;       /* 0: the algorithm takes none */
	int *order;       /* the process at each place; NULL: the algorithm's own */
	double seconds;   /* predicted, in the mean */
	double plain;     /* of the quickest algorithm with its own order */
};

/*
 * Chooses algorithm, segment and order of a call: of all algorithms in one piece and in segments of 4, 16, 64 and 256
 * KiB and 1 MiB, as far as they are tried (predict/segment.h), of gathers also below M1 of the model, with fan-outs of
 * 1, 2, 4 and their own, the quickest in their own order, and of the quickest three of these that take an order the
 * best one that is found.
 *
 * - call: without segment, fan-out, order and group; counts are bytes.
 * - The same wherever the model and the call are.
 * - ERR_INPUT if no algorithm can do it, or the model holds for fewer processes; ERR_MEMORY. Local.
 */
enum status tree_choose(const struct predict_options *options, const struct call *call,
			const struct tree_mapping_options *limits, struct tree_choice *found, struct error *err);
void tree_choice_release(struct tree_choice *choice);

#endif
