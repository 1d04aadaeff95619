#ifndef SONDE_ESTIMATE_THRESHOLDS_THRESHOLDS_H
#define SONDE_ESTIMATE_THRESHOLDS_THRESHOLDS_H

#include "estimate/thresholds/options.h"
#include "estimate/thresholds/result.h"
#include "probe/probe.h"

/*
 * Finds the thresholds of LMO from linear scatters and gathers of all processes, timed one by one and counted, never
 * averaged: escalations are random, and an average hides them (O'Flynn, thesis, 2009, 4.4.1). S is the
 * largest leap of more than a twentieth between the lines of scatter, bisected to the byte.
 *
 * A gather escalates if it takes factor times as long as the regular line says, and longer by more than noise. The line
 * is the lowest that most of the quickest gathers lie on (stats/support.h). Two sweeps over all sizes count
 * escalations; the region where they are is the most likely one (stats/region.h), if it is no chance and more escalate
 * there than scatters are disturbed. M_1: from the smallest size of it that escalates again down to two sizes in a row
 * that do not, then bisected to the byte; whether a size escalates is known by Wald's sequential test. M_2: from the
 * end of the region up to two sizes in a row that do not escalate, then bisected to the byte, by escalations and, where
 * too few tries were allowed to know, by the level, if the lines on both sides are apart. Then escalations are counted
 * at sizes spread evenly from M_1 on, and between two where their share changes by more than chance does. The platform
 * was made ready for thresholds_largest. ERR_* of the platform or the sink; ERR_INPUT for fewer than 10 sizes in a
 * sweep; ERR_MEMORY. Runs on the platform.
 */
enum status thresholds_find(struct prober *prober, const struct thresholds_options *options,
			    struct thresholds *thresholds, struct error *err);

#endif
