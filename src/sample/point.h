#ifndef SONDE_SAMPLE_POINT_H
#define SONDE_SAMPLE_POINT_H

#include <stddef.h>
#include <stdint.h>

#include "sample/sample.h"

/* A point of a campaign, reduced to one number each: what an estimator sees. */
struct point {
	struct experiment what;
	double seconds;
	double send_seconds; /* NAN where the send calls were not timed */
};

/* They ascend by kind, from, to, setup.third, bytes, reply_bytes, count and layout, contiguous before noncontiguous. */
struct points {
	struct point *points;
	size_t n;
	const struct points_index *index; /* where they stand (points_index.h); NULL: they are searched for */
	struct reduction *reduction;      /* whose they are (points.h); NULL: their numbers are exact */
	uint64_t draw;                    /* random bits of the draw that they are; 0: the statistics' values */
};

/* A point of contiguous data between two processes, without all that an experiment may have besides. */
struct point_key {
	enum experiment_kind kind;
	int from, to;
	size_t bytes, reply_bytes, count;
};

#endif
