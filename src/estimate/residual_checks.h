#ifndef SONDE_ESTIMATE_RESIDUAL_CHECKS_H
#define SONDE_ESTIMATE_RESIDUAL_CHECKS_H

#include "estimate/estimate.h"
#include "estimate/residual_sizes.h"

/*
 * Measures round trips that the fit does not use, at eight sizes between 8 bytes and the largest.
 *
 * - Where the method takes too few sizes to leave any out, or takes them from a part of that range, they are of other
 * sizes: *checks.
 * - Of lines between sizes they are of sizes of the fit, with the other kind of answers.
 * - Models by triplets follow from few sizes, none of which can be left out: they have checks as several models have.
 * - On a machine of several states they are of the main one, for which they wait a quarter of the time so far at most.
 * - Nothing is done for several pairs, but for models by triplets. Nor is it where a deadline leaves no time: checks
 * that were not reached are none.
 * - ERR_* of the platform and the sink.
 * - Runs on the platform.
 */
enum status residuals_measure(const struct estimate_options *options, struct prober *prober,
			      struct residual_checks *checks, struct error *err);

/*
 * The same for n models of one campaign, once for all of them: if sizes do not suffice for one, or one has lines
 * between sizes, round trips of eight sizes are measured that no fit takes for its own.
 *
 * - list: of one pair.
 */
enum status residuals_measure_together(const struct estimate_options *list, size_t n, struct prober *prober,
				       struct residual_checks *checks, struct error *err);

#endif
