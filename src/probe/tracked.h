#ifndef SONDE_PROBE_TRACKED_H
#define SONDE_PROBE_TRACKED_H

#include "probe/prober.h"

/* What tracking (tracking.h) has by the states of the machine. All functions are Local. */

/* Adds what one of the samples in tracking->all has of the state of a level, an index of tracking->levels, to another
 * sample. ERR_MEMORY. */
enum status tracked_sample(const struct tracking *tracking, const struct sample *sample, size_t level,
			   struct sample *to, struct error *err);

/* Adds what is of the state of a level, an index of tracking->levels, to a campaign; of tracking->levels.n, what is of
 * any. ERR_MEMORY. */
enum status tracked_campaign(const struct tracking *tracking, size_t level, struct campaign *campaign,
			     struct error *err);

/* Whether all timings of its points were made since tracking began: a resumed run has others, of the state that was the
 * main one then. */
bool tracked_are_whole(const struct tracking *tracking);

/* How many observations there are in all, and how many are of no state and too short to be of several. */
void tracked_count(const struct tracking *tracking, size_t *all, size_t *between);

#endif
