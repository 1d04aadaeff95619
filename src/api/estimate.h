#ifndef SONDE_API_ESTIMATE_H
#define SONDE_API_ESTIMATE_H

#include "api/budgeted.h"
#include "measuring/estimation.h"

/* A measurement within the budget, of which a part is left for the fit. As budgeted_begin. Process 0. */
enum status estimate_begin(struct budgeted *b, const struct sonde *context, const struct sonde_budget *budget,
			   const int pair[2], struct error *err);

/* The options of an estimation within the budget, as an application wants it: few draws. Process 0. Local. */
struct estimate_options estimate_options_of(const struct budgeted *b, const struct model_class *class,
					    const struct method *method, const struct sonde_budget *budget);

/*
 * Process 0, while the others serve: measures what the options want, and fits.
 *
 * - Returns whether it did; *outcome says why not: SONDE_ERROR_BUDGET if the time did not suffice.
 * - Ownership: estimation_release frees what *found holds.
 */
bool estimate_within(struct budgeted *b, struct estimate_options *options, const struct estimation_request *request,
		     const struct sonde_budget *budget, struct estimation *found, struct sonde_error *outcome);

/* ERR_INPUT if the method cannot use these sizes; NULL is always allowed. Local. */
enum status estimate_check_sizes(const struct method *method, const size_t *bytes, size_t n, struct error *err);

#endif
