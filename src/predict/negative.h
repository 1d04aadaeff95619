#ifndef SONDE_PREDICT_NEGATIVE_H
#define SONDE_PREDICT_NEGATIVE_H

#include "model/model.h"

/* Predicted times below 0, which no time can be. Zero-initialise it. */
struct negative_times {
	size_t all, negative; /* how many times there are, and how many of them are below 0 */
	double least;         /* seconds, at most 0 */
};

/* Adds a predicted time; NAN is none. Local, as are all of these. */
void negative_times_add(struct negative_times *times, double seconds);

/* Whether a parameter of the model's class is below 0 somewhere. */
bool negative_parameter(const struct model *model, size_t parameter);

/*
 * The least time of a message of n sizes between any two of the model's processes, and of which size it is: 0 seconds
 * if none is negative. Where an operation is made of such messages, its own time does not show them, since nothing ends
 * before it has begun.
 */
double negative_message(const struct model *model, const size_t *sizes, size_t n, size_t *bytes);

#endif
