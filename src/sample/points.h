#ifndef SONDE_SAMPLE_POINTS_H
#define SONDE_SAMPLE_POINTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/random.h"
#include "sample/point.h"
#include "sample/sample.h"
#include "stats/statistic.h"

/* All functions are Local. */

/*
 * Sorted copies of a campaign's timings, from which points are taken: the statistic of every sample, or one draw from
 * each sample's confidence distribution.
 *
 * - Left out: samples without observations, and of other than plain messages (setup.h; of overlaps, those by MPI_Isend
 *   without computation).
 * - Round trips, trains, sends and receives may differ from plain in their layout.
 * - Points of parallel rounds (BACKGROUND_PARALLEL) stand for plain ones that were not measured alone.
 */
struct reduction;

/*
 * The reduction of n campaigns, launches of the same program, which are pooled.
 *
 * - A point's value: the mean of its launches' values (the least for the minimum).
 * - Its draws vary as the launches do: the mean by Student's t over them, the least by drawing launches with
 *   replacement.
 * - A launch that lacks a point does not count there. A train that only some have does not
 *   count where all have a shorter one.
 * - Ownership: reduction_free frees it (NULL is allowed).
 * - NULL with ERR_MEMORY.
 */
struct reduction *reduction_pool(const struct campaign *const *launches, size_t n, enum statistic statistic,
				 struct error *err);

/* As reduction_pool, of one campaign. */
struct reduction *reduction_new(const struct campaign *campaign, enum statistic statistic, struct error *err);
void reduction_free(struct reduction *reduction);

/* Whether any point has several timings, or launches, that tell of noise. */
bool reduction_tells_noise(const struct reduction *reduction);

/* The points with the statistic's value, in seconds; owned by the reduction, valid until the next call. */
const struct points *reduction_values(struct reduction *reduction);

/* The points with a draw each, in seconds; owned by the reduction, valid until the next call. */
const struct points *reduction_draw(struct reduction *reduction, struct random *random);

/*
 * POINTS_TRIALS draws of a point's time, in seconds, by which it is told how well its timings tell it.
 *
 * - point: one of points, of a reduction.
 * - sends: of its send calls. NAN where these were not timed.
 * - They are the same in all draws, whatever was asked before. Those of all points have in common what points share:
 *   the i-th of several make one possible outcome.
 * - Ownership: the reduction's, as long as that is there. The first call for a point makes them.
 * - NULL without memory.
 */
#define POINTS_TRIALS 50
const double *points_trials(const struct points *points, const struct point *point, bool sends);

/*
 * Room for what trials tell of a point, so that it need not be found for each draw again: two numbers, -1 at first.
 *
 * - point: one of points.
 * - NULL of points without a reduction.
 */
int *points_told(const struct points *points, const struct point *point);

/*
 * How many points there are of this kind from -> to, which lie side by side.
 *
 * - *first: the index of the first.
 */
size_t points_between(const struct points *points, enum experiment_kind kind, int from, int to, size_t *first);

/* The point of this experiment, NULL if it was not measured. */
const struct point *points_find(const struct points *points, const struct experiment *what);

/* The point of this key, NULL if it was not measured: as points_find, and quicker. */
const struct point *points_at(const struct points *points, const struct point_key *key);

/*
 * The train of such messages, answered by an empty one, with the largest count; NULL if there is none with more than
 * one message.
 *
 * - like: its processes, bytes and setup count.
 */
const struct point *points_longest_train(const struct points *points, const struct experiment *like);

/* The same of contiguous data, and quicker. */
const struct point *points_longest_at(const struct points *points, int from, int to, size_t bytes);

/*
 * The sizes at which this kind was measured from -> to with contiguous data and empty replies.
 *
 * - *sizes: *n of them in bytes, ascending, each once (trains of several counts too); allocated, the caller frees
 *   them.
 * - ERR_MEMORY.
 */
enum status points_sizes(const struct points *points, enum experiment_kind kind, int from, int to, size_t **sizes,
			 size_t *n, struct error *err);

#endif
