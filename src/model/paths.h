#ifndef SONDE_MODEL_PATHS_H
#define SONDE_MODEL_PATHS_H

#include <stdbool.h>

#include "model/model.h"

/*
 * The three paths of communication (Seinstra, Koelma 2002, section 3), for the four combinations of contiguous and
 * noncontiguous data at the two ends.
 *
 * - Send and receive path: how long the sender and the receiver are busy with a message.
 * - Full path: from the start of the send until the receiver has it.
 * - All functions are Local.
 */

/* In seconds. */
struct paths {
	double send, receive, full;
};

/* NULL-terminated, by value: "cc", "cn", "nc", "nn"; the first letter is the sender's. Bit 1: noncontiguous at the
 * sender, bit 0: at the receiver. */
extern const char *const message_layout_names[];
#define MESSAGE_LAYOUTS 4

/* How many strides a model knows at most. */
#define PATHS_STRIDES_MOST 4

/* The most blocks, and the widest stride in blocks, that noncontiguous data are described by. */
#define PATHS_BLOCKS_MOST 1e6
#define PATHS_STRIDE_MOST 4096

/* How a message lies at its two ends. */
struct message_layout {
	unsigned ends; /* index of message_layout_names */
	double stride; /* of noncontiguous data, in blocks; 0: that of the model, the least if it knows several */
};

/*
 * The layout that the experiment's setup asks for.
 *
 * - stride: the sender's, or the receiver's if only that end is noncontiguous.
 */
struct message_layout message_layout_of(const struct experiment *what);

/*
 * The layout of an end of a message of bytes.
 *
 * - Contiguous for strided = false and for empty messages.
 * - Else about this many blocks, as near as blocks of whole bytes, 4 at least, come to it. With whole values of 4
 *   bytes the number of blocks, and the time, would go up and down with the size by a tenth up to 2000 bytes.
 * - stride: in blocks.
 */
struct layout message_layout_end(size_t bytes, bool strided, size_t blocks, size_t stride);

/*
 * The three paths of a message of bytes from -> to, in seconds.
 *
 * - The model is complete.
 * - Models that know layouts (class->paths): ERR_INPUT if the model was not measured at such a stride; the text says
 *   which it knows.
 * - Other models: the layout makes no difference, and both ends are busy for the gap, as their reduction to 3PC has it
 *   (section 3.2).
 */
enum status model_paths(const struct model *model, struct link link, size_t bytes, const struct message_layout *layout,
			struct paths *paths, struct error *err);

/* True if the model tells layouts apart. */
bool paths_know_layouts(const struct model *model);

/*
 * The least and the greatest stride, in blocks, at which the model's noncontiguous data were measured; false if it
 * does not say.
 */
bool paths_strides(const struct model *model, struct link link, double *least, double *most);

/*
 * The stride nearest to this one that the model can be asked for.
 *
 * - The stride itself between those that the model was measured at.
 * - 0 (the model's own) if it was measured at one or does not say.
 */
double paths_nearest_stride(const struct model *model, struct link link, double stride);

/* A message with these paths as a cost: what lies between the ends does not delay the next message. */
struct cost paths_cost(const struct paths *paths);

/* The same where the full path of an empty message, its latency, is known. */
struct cost paths_cost_after(const struct paths *paths, double latency);

#endif
