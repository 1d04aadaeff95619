#ifndef SONDE_EVALUATE_TRIPS_H
#define SONDE_EVALUATE_TRIPS_H

#include <stdbool.h>

#include "base/units.h"
#include "evaluate/prediction_errors.h"
#include "model/model.h"

/* All functions are Local. */

/* A round trip that was measured: with an answer of the same size, or with an empty one. */
struct compared_trip {
	size_t bytes, reply_bytes;
	double measured, low, high; /* s, with the 95 % interval */
};

/* Round trips over a link, held against what models predict of them. Starts zero-initialised. */
struct trips_comparison {
	struct compared_trip *trips; /* by size; an answer of the same size before an empty one */
	size_t n;
	double *predicted; /* s: of trip i by model k at k * n + i */
	size_t n_models;
	double limit; /* from where on trips are uncertain (uncertain_limit) */
};

/*
 * Compares the campaign's round trips of these sizes over the link, reduced to the statistic, with what each model
 * predicts.
 *
 * - Sizes that were not measured are left out; sizes for which a model is not meant are not.
 * - Ownership: trips_comparison_release in any case.
 * - ERR_MEMORY.
 */
enum status trips_compare(struct trips_comparison *comparison, const struct campaign *campaign,
			  enum statistic statistic, struct link link, const struct size_list *sizes,
			  struct model *const *models, size_t n_models, struct error *err);
void trips_comparison_release(struct trips_comparison *comparison);

/* What the model predicts of the trip, in seconds, and its relative error. */
double trips_predicted(const struct trips_comparison *comparison, size_t model, size_t trip);
double trips_error(const struct trips_comparison *comparison, size_t model, size_t trip);

/* Whether what was measured is uncertain, and shows no error of the model (is_uncertain). */
bool trips_uncertain(const struct trips_comparison *comparison, size_t model, size_t trip);

/* Whether the trip's answer is of the same size; that of an empty message is. */
bool trip_answers_alike(const struct compared_trip *trip);

/* The model's errors over all trips, but for uncertain ones, which are counted; over those whose answers are of the
 * same size (alike), or those whose answers are empty. */
struct prediction_errors trips_errors(const struct trips_comparison *comparison, size_t model);
struct prediction_errors trips_errors_of(const struct trips_comparison *comparison, size_t model, bool alike);

/* The model with the least mean error; n_models if nothing is compared. */
size_t trips_best(const struct trips_comparison *comparison);

#endif
