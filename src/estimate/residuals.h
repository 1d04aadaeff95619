#ifndef SONDE_ESTIMATE_RESIDUALS_H
#define SONDE_ESTIMATE_RESIDUALS_H

#include "estimate/estimate.h"

/* Relative errors of a model at round trips that it was not fitted to, as parts. */
struct residuals {
	double mean, worst; /* NAN without checks */
	size_t worst_bytes;
	size_t sizes; /* that were checked */
	size_t launches;
	double spread; /* standard deviation of a time between launches, as a part; NAN: not known */
};

/*
 * Holds models against the checks (residual_checks.h) of n >= 1 launches.
 *
 * - One launch: the model is fitted to the launch itself.
 * - Several: the model that is held against the checks of a launch is fitted to all others, so that the errors are
 * those to be expected in a launch to come.
 * - Checks of larger messages than the model was fitted to do not count.
 * - A launch without which no model can be fitted is left out.
 * - ERR_MEMORY.
 */
enum status residuals_find(const struct estimate_options *options, size_t processes,
			   const struct campaign *const *launches, size_t n, struct residuals *residuals,
			   struct error *err);

/* Adds to the errors of one launch what another launch differs by, of which it knows nothing: launches_assumed. */
void residuals_add_launches(struct residuals *residuals);

/* Writes them into the model's provenance, unless nothing was checked: MODEL_RESIDUAL and _worst, _bytes, _sizes, and
 * MODEL_LAUNCHES of several and MODEL_SPREAD. ERR_MEMORY. */
enum status residuals_keep(const struct residuals *residuals, struct model *model, struct error *err);

#endif
