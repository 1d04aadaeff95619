#ifndef SONDE_PROBE_SAMENESS_H
#define SONDE_PROBE_SAMENESS_H

#include "probe/prober.h"

/* Whether time is computed, not measured: timings of a point then recur exactly, and two of them suffice. Local. */

/* Notes how many of n new timings of a point are exactly those of the visit before; sample holds all before. */
void sameness_note(struct prober *prober, const struct sample *sample, const struct observation *observations,
		   size_t n);

/* Whether 40 timings so far recurred, and twenty times as many as did not. */
bool sameness_is_computed(const struct prober *prober);

/* Returns by how much, relatively, timings may differ that count as the same: a millionth, or where time is computed
 * the error that is allowed. */
double sameness_tolerance(const struct prober *prober);

/*
 * Returns whether the n timings of a sample are all the same, and enough.
 *
 * - seconds: those timings.
 * - loosely: to a third of the error that is allowed, as beside others whose messages meet now and then.
 * - Enough: options.steady. Where time turned out to be computed, two, but of trains and gathers, and to the error
 *   that is allowed: the first of a visit may meet what was sent before.
 */
bool sameness_suffices(const struct prober *prober, const struct sample *sample, const double *seconds, size_t n,
		       bool loosely);

#endif
