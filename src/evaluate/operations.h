#ifndef SONDE_EVALUATE_OPERATIONS_H
#define SONDE_EVALUATE_OPERATIONS_H

#include "algorithm/algorithm.h"
#include "evaluate/prediction_errors.h"
#include "predict/closed_form.h"
#include "predict/predict.h"
#include "sample/circumstances.h"
#include "sample/reduce.h"

/* All functions are Local. */

/* A run with timings of operations; all is borrowed. */
struct timed_run {
	const char *name;
	const struct campaign *campaign;
	size_t processes;
	struct reduce_rule how;                    /* from timings to a number */
	const struct predict_options *models;      /* n_models, each in the run's state of the machine */
	const char *state;                         /* its name; NULL: not known */
	const struct circumstances *circumstances; /* NULL: not known */
};

/* A measured call of an operation. */
struct compared_call {
	size_t run;                    /* index of its run */
	const struct experiment *what; /* borrowed from the run's campaign */
	double measured;               /* s */
	struct estimate time;          /* the same, with its interval */
};

/* Stored timings of a collective operation, held against what models predict of the same algorithms. Starts
 * zero-initialised. */
struct operations_comparison {
	struct compared_call *calls; /* run by run; by algorithm, the library's own last, then by what it is given, then
					by size */
	size_t n, capacity, n_runs;
	double *predicted; /* s: of call i by model k at k * n + i; NAN of the MPI library's own, whose algorithm is not
			      known */
	size_t n_models;
	struct closed_form *forms; /* NULL: not wanted */
	double limit;              /* from where on calls are uncertain (uncertain_limit) */
};

/*
 * Compares all calls of the operation in n_runs runs with n_models models, each simulated by its own rules.
 *
 * - Ownership: operations_comparison_release in any case.
 * - ERR_INPUT if a model is not complete or does not hold for so many processes, or if a stored setup is none;
 *   ERR_MEMORY.
 */
enum status operations_compare(struct operations_comparison *comparison, enum collective collective,
			       const struct timed_run *runs, size_t n_runs, size_t n_models, struct error *err);
void operations_comparison_release(struct operations_comparison *comparison);

/* Returns the closed forms that the model has for the call, the last one followed by one without a name (NULL); NULL if
 * the models' options do not ask for them. */
const struct closed_form *operations_forms(const struct operations_comparison *comparison, size_t model, size_t call);

/* What the model predicts of the call, in seconds. */
double operations_predicted(const struct operations_comparison *comparison, size_t model, size_t call);

/*
 * The errors of the model's simulated schedules, or of its closed forms of the name form, if that is not NULL.
 *
 * - What is uncertain (is_uncertain) does not count, and is counted.
 * - What has no prediction does not count, nor what sends no message: what is measured then is the call alone.
 */
struct prediction_errors operations_errors(const struct operations_comparison *comparison, size_t model,
					   const char *form);

/* Whether an operation was measured by the MPI library's own algorithm. */
bool operation_is_native(const struct experiment *what);

/*
 * How many points of the operation a campaign has.
 *
 * - own: by sonde's own algorithms only.
 */
size_t operations_count(const struct campaign *campaign, enum collective collective, bool own);

#endif
