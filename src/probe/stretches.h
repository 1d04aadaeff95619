#ifndef SONDE_PROBE_STRETCHES_H
#define SONDE_PROBE_STRETCHES_H

#include "probe/prober.h"

/*
 * Timings of a point are taken in several stretches of the time, so that a disturbance that lasts as long as one of
 * them does not move the point. A stretch begins with a timing and lasts an eighth of options.spread. All functions are
 * Local.
 */

/* What a point has of its stretches, and may still have. */
struct stretches {
	size_t room; /* timings that it may still have in the present stretch; SIZE_MAX where timings are not spread */
	double left; /* s: of that stretch; 0: it is over */
	bool enough; /* there are as many as it needs */
};

/*
 * Returns the stretches of a sample at the present time.
 *
 * - rule: the point's own.
 * - precise: by the rule; then two timings of each further stretch suffice, and one of a train.
 */
struct stretches stretches_find(const struct prober *prober, const struct sample *sample, const struct stopping *rule,
				bool precise);

/* Whether a point was put off by options.brief, and no longer train takes its place. */
bool stretches_are_due(const struct prober *prober, const struct experiment *experiment);

/* Returns how many points have several timings, not all the same, of one stretch alone, and sets *first to one of them.
 * spread: s, as options.spread; since: s on the platform's clock, points that were timed before do not count. */
size_t stretches_single(const struct campaign *campaign, double spread, double since, const struct experiment **first);

#endif
