#ifndef SONDE_MEASURING_ESTIMATION_H
#define SONDE_MEASURING_ESTIMATION_H

#include "measuring/measurement.h"
#include "measuring/pairs.h"
#include "estimate/estimate.h"
#include "estimate/residuals.h"
#include "estimate/thresholds/thresholds.h"

/* What an estimation gave and took. Starts zero-initialised; estimation_release frees it. */
struct estimation {
	struct model *model;
	struct error
		missing; /* of several: why this one could not be fitted and is left out, model NULL; or status OK */
	struct prober prober;
	struct parameter_drift moved;
	struct size_list sizes;         /* of an earlier launch, where several are pooled */
	struct probe_account searching; /* what was spent on thresholds, a switch, and how the platform treats messages;
					   before estimation_measure what was spent on them until then */
	size_t experiments;             /* that the model follows from; what is found out beside it is not counted */
	size_t messages;
	double seconds; /* on the platform's clock, with that of searching */
};

/* Between which processes is measured. */
enum estimation_pairs { ESTIMATION_PAIR, ESTIMATION_ALL_PAIRS, ESTIMATION_CLASSES };

/*
 * The purpose of such a run.
 *
 * - rounds: pairs that do not overlap are measured at the same time.
 * - Local.
 */
struct purpose estimation_purpose(const struct estimate_options *options, enum estimation_pairs pairs, bool rounds);

/* What an estimation is to find beside the values of parameters. */
struct estimation_request {
	struct pairs_request pairs;
	bool thresholds;  /* of a model that has them: found first, and S is then the switch */
	bool long_given;  /* the long message is the user's own: it stays as it is */
	bool all_states;  /* it ends when all states of the machine that were met are precise, not the main one alone */
	bool behaviour;   /* how the platform treats messages is found out too (protocol_find) */
	bool find_switch; /* of triplets: the switch to rendezvous is looked for first (estimation_find_switch) */
};

/*
 * Finds what is measured before the model's own experiments, measures and fits: thresholds, the switch, the model.
 *
 * - Call it after measurement_begin and, with thresholds, measuring_thresholds_prepare; measurement_end is left to the
 *   caller.
 * - The switch: S, if thresholds are found; else looked for unless there is one, or a long message of the user's own.
 * - Ownership: estimation_release frees what *found holds.
 * - ERR_* of the functions below.
 * - Runs on the platform.
 */
enum status estimation_run(struct measurement *m, struct estimate_options *options,
			   const struct estimation_request *request, struct estimation *found, struct error *err);

/*
 * Runs the experiments, once more from the start if the machine changed for good on the way, and fits the model.
 *
 * - Call it after measurement_begin; measurement_end is left to the caller.
 * - The model: averaged over pairs as requested, with its provenance and, if the method finds out, how the platform
 *   treats several messages.
 * - What searching took is stored as a part of the run.
 * - Ownership: estimation_release frees what *found holds.
 * - ERR_* of estimate_run.
 * - Runs on the platform.
 */
enum status estimation_measure(struct measurement *m, struct estimate_options *options,
			       const struct estimation_request *request, struct estimation *found, struct error *err);
void estimation_release(struct estimation *found);

/*
 * The parts of these two, for several estimations in one campaign (estimations.h): the switch that a later fit has to
 * know; what is found before a model's own experiments, thresholds, the switch and the eager limit; and after them how
 * the platform treats messages, as facts of found->model.
 *
 * - What each took is added to found->searching, by the first it is set.
 * - prober: that of the estimation; NULL: one is made for it.
 * - Where a deadline leaves no time to find out, the model says so.
 * - ERR_* as estimation_run.
 * - Run on the platform.
 */
enum status estimation_keep_switch(struct measurement *m, const struct estimate_options *options, struct error *err);
enum status estimation_search(struct measurement *m, struct estimate_options *options,
			      const struct estimation_request *request, struct thresholds *thresholds,
			      struct estimation *found, struct error *err);
enum status estimation_find_behaviour(struct measurement *m, const struct estimate_options *options,
				      struct prober *prober, struct estimation *found, struct error *err);

/*
 * Fits the model to all that there is by now, as a later fit of the stored run will; facts of the model before are
 * kept.
 *
 * - prober: that measured; its looks end here.
 * - ERR_* of tracking_settle and estimate_fit.
 * - Runs on the platform.
 */
enum status estimation_fit(struct measurement *m, const struct estimate_options *options, struct prober *prober,
			   struct estimation *found, struct error *err);

/*
 * Finds the errors of the model at round trips that it was not fitted to (residuals_find), of this launch and of those
 * that are pooled with it. ERR_MEMORY.
 */
enum status estimation_residuals(struct measurement *m, const struct estimate_options *options,
				 struct residuals *residuals, struct error *err);

/*
 * Takes the sizes of an earlier launch, where several are to be pooled: each has what the others have. *sizes owns
 * them. ERR_* of the archive, ERR_MEMORY.
 */
enum status estimation_take_sizes(struct measurement *m, struct estimate_options *options, struct size_list *sizes,
				  struct error *err);

/* Keeps a part of a budget's time for finding out how the platform treats messages, which comes last: options->probe
 * has less until its deadline. Returns the whole one, which is to be put back then. Local. */
double estimation_keep_time(struct measurement *m, struct estimate_options *options,
			    const struct estimation_request *request);

/* Gives the checks a part of the time that estimation_keep_time kept. */
void estimation_give_time(const struct measurement *m, struct estimate_options *options, double deadline);

/* Gives a model the facts of another one that it does not have. Local. ERR_MEMORY. */
enum status estimation_copy_facts(const struct model *from, struct model *to, struct error *err);

/*
 * Sees that lmo's long message does not wait for its receiver, and makes it shorter if it does.
 *
 * - Call it before estimation_measure, if the user gave neither a switch nor a long message. A resumed run keeps the
 *   switch that it found.
 * - Other methods: nothing is done.
 * - ERR_* of the platform and the archive.
 * - Runs on the platform.
 */
enum status estimation_find_switch(struct measurement *m, struct estimate_options *options, struct error *err);

/* How many experiments were made so far but for searches of the eager limit. Local. */
size_t estimation_experiments(const struct measurement *m);

/* Sets what the options of every measurement say: repetitions, confidence, seed. Local. */
void estimation_take_options(struct estimate_options *o, const struct measuring_options *options);

#endif
