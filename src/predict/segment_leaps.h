#ifndef SONDE_PREDICT_SEGMENT_LEAPS_H
#define SONDE_PREDICT_SEGMENT_LEAPS_H

#include "predict/predict.h"

/* A size at which the cost of a message changes. */
struct leap {
	uint64_t bytes;
	double change; /* the part by which a parameter changes beside it; INFINITY where protocols do */
};

/* Zero-initialised, n of them, the largest first; free(list) frees them. */
struct leaps {
	struct leap *list;
	size_t n, capacity;
};

/* Of a model with more points than so many those are left out that costs bend least at. */
enum { LEAPS_MOST = 64 };

/*
 * The sizes below so many bytes at which the cost of a message may leap or bend: up to which messages do not wait for
 * their receiver, at which the model's parameters by size have points, and which are parameters themselves. Of those
 * that divide protocols the next larger size as well.
 *
 * - Local. ERR_MEMORY.
 */
enum status leaps_find(const struct predict_options *options, uint64_t below, struct leaps *leaps, struct error *err);

#endif
