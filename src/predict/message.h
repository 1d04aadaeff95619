#ifndef SONDE_PREDICT_MESSAGE_H
#define SONDE_PREDICT_MESSAGE_H

#include "model/model.h"
#include "model/paths.h"

/* All functions are Local. */

/* What a message takes from end to end. */
struct message_prediction {
	size_t bytes;
	double seconds;
	struct cost cost; /* what they are made of: latency, transfer, and the overheads, unless these lie inside it */
	double unchanged; /* s, by the model before it was changed: for the caller to fill in */
};

/*
 * Predicts messages of n sizes over the link.
 *
 * - sizes: in bytes.
 * - list: has room for n.
 */
void predict_messages(const struct model *model, struct link link, const size_t *sizes, size_t n,
		      struct message_prediction *list);

/* What a message of some size and layout takes: at the sender, at the receiver, and from end to end. */
struct path_prediction {
	unsigned ends; /* of message_layout_names */
	size_t bytes;
	struct paths times; /* seconds */
};

/*
 * Predicts the paths of messages over the link, at n sizes.
 *
 * - ends: the layout; with MESSAGE_LAYOUTS all that the model tells apart (cc if it tells none apart).
 * - stride: from block to block of noncontiguous data, in blocks; 0: the model's own.
 * - *list: *found of them, layout by layout; the caller frees it, also after an error.
 * - ERR_* of model_paths, ERR_MEMORY.
 */
enum status predict_paths(const struct model *model, struct link link, unsigned ends, double stride,
			  const size_t *sizes, size_t n, struct path_prediction **list, size_t *found,
			  struct error *err);

#endif
