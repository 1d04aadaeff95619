#ifndef SONDE_PROBE_DEADLINE_H
#define SONDE_PROBE_DEADLINE_H

#include "probe/prober.h"

/*
 * Sets *admitted: false if a few repetitions of the experiment, or its first trials and some, would probably end after
 * the options' deadline. True if there is none. Runs on the platform. ERR_* of the platform, ERR_MEMORY. A pair that is
 * new costs a climb: exchanges that are not counted.
 */
enum status deadline_admits(struct prober *prober, const struct experiment *what, bool *admitted, struct error *err);

/*
 * Finds a budget that suffices to time all points that the deadline left without timings, into *seconds.
 *
 * - Tries messages up to the largest of them between two processes, whatever the deadline is.
 * - ERR_* of the platform.
 * - Runs on the platform.
 */
enum status deadline_needed(const struct prober *prober, double *seconds, struct error *err);

/* What an operation of the experiment takes at most, in s, as far as a climb has shown; 0: nothing is known. Local. */
double deadline_trip(const struct prober *prober, const struct experiment *what);

#endif
