#ifndef SONDE_API_ESTIMATE_H
#define SONDE_API_ESTIMATE_H

#include "api/context.h"
#include "estimate/estimate.h"

/* The options of an estimation within a budget, as an application wants it: few draws, a part of the time for the fit.
 * Process 0. Local. */
struct estimate_options estimate_options_of(const struct sonde *context, const struct method *method,
					    const struct model_class *class, const struct sonde_budget *budget);

/*
 * Process 0, while the others serve: measures within the budget what the options want, and fits. NULL if that fails;
 * *outcome says why: SONDE_ERROR_BUDGET if the time did not suffice. The caller frees the model, and the campaign,
 * which has what was measured.
 */
struct model *estimate_within(const struct sonde *context, const struct estimate_options *options,
			      const struct sonde_budget *budget, struct campaign *campaign,
			      struct sonde_error *outcome);

/* ERR_INPUT if the method cannot use these sizes; NULL is always allowed. Local. */
enum status estimate_check_sizes(const struct method *method, const size_t *bytes, size_t n, struct error *err);

#endif
