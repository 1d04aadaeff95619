#ifndef SONDE_MEASURING_PROVENANCE_H
#define SONDE_MEASURING_PROVENANCE_H

#include "estimate/estimate.h"
#include "probe/watch.h"
#include "base/progress.h"
#include "sample/circumstances.h"

/* All functions are Local. */

/*
 * Adds to the model where it comes from.
 *
 * - How it was estimated, on what platform and in which state of it, the number of trains that did not saturate their
 *   link.
 * - seconds: that measuring took on the platform's clock.
 * - run: its number in the archive; 0: there is none.
 * - ERR_MEMORY.
 */
enum status provenance_add(struct model *model, const struct estimate_options *options,
			   const struct circumstances *circumstances, const struct prober *prober, double seconds,
			   int64_t run, struct error *err);

/*
 * The state of the machine that the model was fitted in, as a campaign that watch_begin understands.
 *
 * - *state: the sentinels over this link, with one timing each; empty if the model does not say.
 * - ERR_MEMORY.
 */
enum status provenance_state(const struct model *model, struct link link, struct campaign *state, struct error *err);

/* Says through progress where more processes than CPUs take turns, and whether they were made to yield: their times are
 * also the operating system's. */
void provenance_tell_crowded(const struct circumstances *c, const struct progress *progress);

/* Says through progress if all processes run on one machine, whose memory a model of a network then describes. */
void provenance_tell_one_host(const struct circumstances *c, const struct progress *progress);

#endif
