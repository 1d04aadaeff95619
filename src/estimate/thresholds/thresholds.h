#ifndef SONDE_ESTIMATE_THRESHOLDS_THRESHOLDS_H
#define SONDE_ESTIMATE_THRESHOLDS_THRESHOLDS_H

#include "estimate/thresholds/options.h"
#include "estimate/thresholds/result.h"
#include "probe/probe.h"

/*
 * Finds the thresholds of LMO from linear scatters and gathers of all processes, timed one by one and counted, never
 * averaged: escalations are random, and an average hides them (Lastovetsky, Rychkov, O'Flynn 2009, 4.4.1). S is the
 * largest leap of more than a twentieth between the lines of scatter, bisected to the byte.
 *
 * A gather escalates if it takes factor times as long as the regular line says, and longer by more than noise. The line
 * is the lowest that most of the quickest gathers lie on (stats/support.h). Two sweeps over all sizes count
 * escalations; the region where they are is the most likely one (stats/region.h), if it is no chance and more escalate
 * there than scatters are disturbed. M_1: below the smallest size of it that escalates again, sizes are measured with
 * half the stride, until it is a byte; one that escalates is measured again until it is known whether that was chance
 * (Wald's sequential test); rounded down to a whole KiB. M_2: from the end of the region up to two sizes in a row that
 * do not escalate by the same test, then bisected to the byte, by escalations and, where the lines on both sides are
 * apart, by the level. Then escalations are counted at some sizes between. The platform was made ready for
 * thresholds_largest. ERR_* of the platform or the sink; ERR_INPUT for fewer than 10 sizes in a sweep; ERR_MEMORY. Runs
 * on the platform.
 */
enum status thresholds_find(struct prober *prober, const struct thresholds_options *options,
			    struct thresholds *thresholds, struct error *err);

#endif
