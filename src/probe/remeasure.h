#ifndef SONDE_PROBE_REMEASURE_H
#define SONDE_PROBE_REMEASURE_H

#include "probe/probe.h"

/*
 * What is done once all points of a measurement are precise. Both run on the platform; errors as probe_points. points:
 * of `curves` curves over n sizes that ascend, that of size i and curve k at i * curves + k; curves is a multiple of
 * together, as for probe_groups.
 */

/*
 * Measures points that stand out against their neighbours in size again, later than the rest: those whose interval lies
 * above, or below, the intervals of both neighbours by more than 2.5 %. Up to three times; what a disturbance made goes
 * away. Says through progress which points still stand out then: these are as they are.
 */
enum status remeasure_outliers(struct prober *prober, const struct experiment *points, size_t curves, size_t together,
			       size_t n, struct error *err);

/*
 * Further rounds over all points until the prober has been at work for so many seconds on the platform's clock, waiting
 * not counted, so that no state of the machine that lasts for less decides alone (Gropp, Lusk 1999, 3.3: tests spread
 * over the whole run). At most 20000 timings of a point.
 */
enum status remeasure_spread(struct prober *prober, const struct experiment *points, size_t together, size_t n,
			     double seconds, struct error *err);

#endif
