#ifndef SONDE_MODEL_NEGATIVE_H
#define SONDE_MODEL_NEGATIVE_H

#include "model/model.h"

/* All functions are Local. */

/* Predicted times below 0, which no time can be. Zero-initialise it. */
struct negative_times {
	size_t all, negative; /* how many times there are, and how many of them are below 0 */
	double least;         /* seconds, at most 0 */
};

/* Adds a predicted time in seconds; NAN is none. */
void negative_times_add(struct negative_times *times, double seconds);

#define NEGATIVE_TEXT 600

/*
 * What is to be said of predicted times below 0, and of messages whose time is: how many, the least in microseconds,
 * and which parameters of the model are negative.
 *
 * - times: some of which are below 0. least, bytes: of negative_message.
 * - Returns text.
 */
const char *negative_times_text(const struct negative_times *times, const struct model *model,
				char text[NEGATIVE_TEXT]);
const char *negative_message_text(double least, size_t bytes, const struct model *model, char text[NEGATIVE_TEXT]);

/*
 * Whether the model's L may be so far below 0 that operations cannot be predicted by it, though no message takes a
 * negative time: by its value, or by its interval, below a negative quarter of what an empty message takes. In the time
 * of a message by itself the rest of it hides that; in an operation L comes without it.
 *
 * - text: what is to be said, of the link where that is most. Models without L have none.
 */
bool negative_latency(const struct model *model, char text[NEGATIVE_TEXT]);

/* Whether a parameter of the model's class is below 0 somewhere. */
bool negative_parameter(const struct model *model, size_t parameter);

/*
 * The least time, in seconds, of a message of n sizes between any two of the model's processes: 0 if none is negative.
 *
 * - *bytes: of which size it is.
 * - An operation made of such messages does not show them in its own time, since nothing ends before it has begun.
 */
double negative_message(const struct model *model, const size_t *sizes, size_t n, size_t *bytes);

/*
 * The same of the sizes at which the model has values of its own, and of 0, 1 KiB and 1 MiB.
 *
 * - *bytes: of which size it is.
 */
double negative_message_anywhere(const struct model *model, size_t *bytes);

#endif
