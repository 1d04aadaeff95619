#ifndef SONDE_MEASURING_ESTIMATIONS_H
#define SONDE_MEASURING_ESTIMATIONS_H

#include "measuring/estimation.h"

/*
 * Several models of one campaign. What their experiments have in common is measured once, and what they begin with is
 * interleaved, so that all of them have seen the same machine.
 */

/* n estimations: options[i] of the model that becomes found[i].model. Starts zero-initialised but for what the caller
 * sets; estimations_release frees the models. */
struct estimations {
	struct estimate_options *options; /* borrowed; of one pair or the same rounds of pairs, those by triplets at the
					     end; without classes */
	struct estimation *found;         /* borrowed, zero-initialised */
	size_t n;
	struct prober prober;
	size_t single; /* points whose timings come from one short stretch of the time */ /* of all of them */
	struct parameter_drift moved; /* of the first whose parameters moved */
	struct probe_account
		searching;  /* what was spent on thresholds, a switch, and how the platform treats messages */
	size_t experiments; /* that the models follow from */
	size_t messages;
	double seconds; /* on the platform's clock, with that of searching */
};

/* The purpose of such a run: all models' names and methods, separated by commas. Local. */
struct purpose estimations_purpose(const struct estimations *e, enum estimation_pairs pairs, bool rounds);

/*
 * Measures all of them in one run, and fits the models.
 *
 * - Call it after measurement_begin and estimate_prepare of each; measurement_end is left to the caller.
 * - request: as for estimation_run; thresholds and the switch are for those by triplets. How the platform treats
 *   messages is found out once and is a fact of every model.
 * - A model for which too little was measured is left out: found[i].model stays NULL, and found[i].missing says why.
 * - ERR_* of estimation_run; ERR_INPUT if all of them are left out.
 * - Runs on the platform.
 */
enum status estimations_run(struct measurement *m, struct estimations *e, const struct estimation_request *request,
			    struct error *err);

void estimations_release(struct estimations *e);

#endif
