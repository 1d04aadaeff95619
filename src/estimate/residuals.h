#ifndef SONDE_ESTIMATE_RESIDUALS_H
#define SONDE_ESTIMATE_RESIDUALS_H

#include "estimate/estimate.h"
#include "estimate/residual_sizes.h"

/* How far a model is off at sizes that it was not fitted to: relative errors of round trips, as parts. */
struct residuals {
	double mean, worst; /* NAN without sizes */
	size_t worst_bytes;
	size_t sizes; /* that were left out in turn */
};

/*
 * Leaves the sizes of the campaign's round trips out of the fit in turn, and holds what is then predicted of each
 * against what was measured.
 *
 * - The largest size is not left out, and 0 bytes is not: nothing is known beyond them.
 * - A size stands for what lies around it, by the logarithm, from 8 bytes on, as fresh sizes are drawn (compare).
 * - Both kinds of round trips count, with an answer of the same size and with an empty one, as they do there. What
 *   was not measured of the two follows from the other and the empty round trip, unless parameters are lines between
 *   sizes and some sizes have both.
 * - Parameters per size are lines between sizes. There a size stands for what lies as far as its nearer neighbour:
 *   beside a jump for hardly anything. Leaving one out makes the line twice as long: what is missed beyond the noise of
 *   the timings is taken for curvature, and reduced to what the line between neighbours misses.
 * - checks: no fit sees them; where there are some, they alone count. Those beside several models are sizes like the
 *   others; where parameters are lines, they tell what these miss with answers that the fit does not use. Or NULL.
 * - Sizes without which the model cannot be fitted are left where they are.
 * - ERR_MEMORY.
 * - Local.
 */
enum status residuals_find(const struct estimate_options *options, size_t processes, const struct campaign *campaign,
			   const struct residual_checks *checks, struct residuals *found, struct error *err);

/* Writes them into the model's provenance, unless there are none: MODEL_RESIDUAL and _worst, _bytes, _sizes.
 * ERR_MEMORY. Local. */
enum status residuals_keep(const struct residuals *residuals, struct model *model, struct error *err);

#endif
