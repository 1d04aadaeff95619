#ifndef SONDE_MODEL_FIT_H
#define SONDE_MODEL_FIT_H

#include <stdint.h>

#include "model/model.h"

/* All functions are Local. */

/* How a model is fitted. */
struct fit_options {
	enum statistic statistic;
	double confidence; /* of the intervals, for example 0.95 */
	size_t draws;      /* for the intervals; 0: none are found */
	uint64_t seed;
};

/*
 * Fits every link of the model by the method to n >= 1 campaigns, pooled launches (points.h).
 *
 * - measured[l]: the pair whose measurements stand for link l.
 * - Intervals of parameters: from fitting draws of all points, since models are nonlinear in them. None where each
 * point has one timing, which tells nothing of noise.
 * - ERR_INPUT names the experiment that is missing; ERR_MEMORY.
 */
enum status model_fit_pooled(struct model *model, const struct campaign *const *launches, size_t n,
			     const struct method *method, const struct link *measured,
			     const struct fit_options *options, struct error *err);

/* As model_fit_pooled, from one campaign. */
enum status model_fit(struct model *model, const struct campaign *campaign, const struct method *method,
		      const struct link *measured, const struct fit_options *options, struct error *err);

#endif
