#ifndef SONDE_MODEL_PATHS_H
#define SONDE_MODEL_PATHS_H

#include <stdbool.h>

#include "model/model.h"

/*
 * The three paths of communication (Seinstra, Koelma 2002, section 3): how long the sender and the receiver are busy
 * with a message, and from the start of the send until the receiver has it; for the four combinations of contiguous and
 * noncontiguous data at the two ends.
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

/* The layout that the experiment's setup asks for; the sender's stride, or the receiver's if only that end is
 * noncontiguous. Local. */
struct message_layout message_layout_of(const struct experiment *what);

/*
 * The layout of an end: contiguous for strided = false and for empty messages, else about this many blocks, as near as
 * blocks of whole bytes, 4 at least, come to it: were they whole values of 4 bytes, the number of blocks, and with it
 * the time, would go up and down with the size by a tenth up to 2000 bytes. stride in blocks. Local.
 */
struct layout message_layout_end(size_t bytes, bool strided, size_t blocks, size_t stride);

/*
 * The three paths of a message of bytes from -> to. Models that know layouts (class->paths): ERR_INPUT if the model was
 * not measured at such a stride; it says which it knows. For other models the layout makes no difference, and both ends
 * are busy for the gap, as their reduction to 3PC has it (section 3.2). The model is complete. Local.
 */
enum status model_paths(const struct model *model, struct link link, size_t bytes, const struct message_layout *layout,
			struct paths *paths, struct error *err);

/* True if the model tells layouts apart. Local. */
bool paths_know_layouts(const struct model *model);

/* The least and the greatest stride at which the model's noncontiguous data were measured; false if it does not say.
 * Local. */
bool paths_strides(const struct model *model, struct link link, double *least, double *most);

/* The stride nearest to this one that the model can be asked for: itself between those it was measured at; 0 (the
 * model's own) if it was measured at one or does not say. Local. */
double paths_nearest_stride(const struct model *model, struct link link, double stride);

/* A message with these paths as a cost: what lies between the ends does not hold up the next one. Local. */
struct cost paths_cost(const struct paths *paths);

#endif
