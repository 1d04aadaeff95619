#ifndef SONDE_RUNS_FIT_SOURCES_H
#define SONDE_RUNS_FIT_SOURCES_H

#include "base/units.h"
#include "runs/fit_source.h"
#include "estimate/estimate.h"
#include "measuring/pairs.h"

/* All functions are Local. */

enum { FIT_AS_MEASURED = -1 };

/* What is asked of fit. Texts are borrowed. */
struct fit_request {
	const char *store_path, *run_name, *run_names, *method, *output;
	int statistic; /* an enum statistic, or FIT_AS_MEASURED */
	int pair[2];
	size_t seed;
	double confidence;
	struct pairs_request pairs;
	const char *classes;
	double class_tolerance;
	struct size_list hold_out;
};

/* The statistic that the user says, else the first run's own. */
enum statistic fit_statistic(const struct fit_request *request, const struct sources *sources);

/*
 * The model of the runs' pooled launches, with the thresholds that the first of them found.
 *
 * - draws: so many are fitted for the intervals.
 * - Ownership: the caller frees the model.
 * - NULL with err set.
 */
struct model *fit_of_sources(const struct fit_request *request, const struct model_class *class,
			     const struct method *method, const struct sources *sources, size_t draws,
			     struct error *err);

/*
 * Sees that each of the runs that are pooled has what the model needs, else fewer launches would be pooled than the
 * model says.
 *
 * - The error of the first that has not, by name.
 */
enum status fit_check_each(const struct fit_request *request, const struct model_class *class,
			   const struct method *method, const struct sources *sources, struct error *err);

/*
 * Adds the facts of the runs that the model was fitted to.
 *
 * - ERR_MEMORY.
 */
enum status fit_add_provenance(struct model *model, const struct method *method, const struct fit_request *request,
			       const struct sources *sources, struct error *err);

/*
 * Loads the newest of the store's runs that has what the model needs.
 *
 * - Left out: runs that models were compared by. They measured held-out sizes.
 * - If none has it, the error says what the newest lacks.
 */
enum status fit_choose_source(const struct fit_request *request, const struct model_class *class,
			      const struct method *method, struct store *store, struct sources *sources,
			      struct error *err);

#endif
