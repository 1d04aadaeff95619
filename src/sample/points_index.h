#ifndef SONDE_SAMPLE_POINTS_INDEX_H
#define SONDE_SAMPLE_POINTS_INDEX_H

#include <stdint.h>

#include "sample/point.h"

/* All functions are Local. */

/* The count of a key that means the longest train of more than one message with an empty answer. */
#define POINTS_LONGEST SIZE_MAX

/*
 * Where points of contiguous data between two processes stand: a table of open addresses. A model is fitted to hundreds
 * of draws of the same points, and asks for each of them again and again.
 *
 * - Ownership: free() frees it.
 * - NULL if memory does not suffice.
 */
struct points_index *points_index_new(const struct points *points);

/* The point of this key, NULL if it was not measured. points: those of which the index was made. */
const struct point *points_index_find(const struct points_index *index, const struct points *points,
				      const struct point_key *key);

#endif
