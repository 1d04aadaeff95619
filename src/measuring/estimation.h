#ifndef SONDE_MEASURING_ESTIMATION_H
#define SONDE_MEASURING_ESTIMATION_H

#include "measuring/measurement.h"
#include "measuring/pairs.h"
#include "estimate/estimate.h"

/* What an estimation gave and took. Starts zero-initialised; estimation_release frees it. */
struct estimation {
	struct model *model;
	struct prober prober;
	struct parameter_drift moved;
	struct probe_account searching; /* what was spent on thresholds, a switch, and how the platform treats messages;
					   before estimation_measure what was spent on them until then */
	size_t messages;
	double seconds; /* on the platform's clock, with that of searching */
};

/* Between which processes is measured. */
enum estimation_pairs { ESTIMATION_PAIR, ESTIMATION_ALL_PAIRS, ESTIMATION_CLASSES };

/* The purpose of such a run; rounds: pairs that do not overlap are measured at the same time. Local. */
struct purpose estimation_purpose(const struct estimate_options *options, enum estimation_pairs pairs, bool rounds);

/*
 * After measurement_begin: runs the experiments, once more from the start if the machine changed for good on the way,
 * and fits the model, with how the platform treats several messages if the method finds out, averaged over pairs as
 * they are wished for, and with its provenance; what searching took is stored as a part of the run. measurement_end is
 * left to the caller. ERR_* of estimate_run. Runs on the platform.
 */
enum status estimation_measure(struct measurement *m, struct estimate_options *options,
			       const struct pairs_request *pairs, struct estimation *found, struct error *err);
void estimation_release(struct estimation *found);

/*
 * Before estimation_measure, without a switch or a long message that the user knows: sees that lmo's long message does
 * not wait for its receiver, and makes it shorter if it does; a resumed run keeps the switch that it found. Nothing for
 * other methods. ERR_* of the platform and the archive. Runs on the platform.
 */
enum status estimation_find_switch(struct measurement *m, struct estimate_options *options, struct error *err);

/* Sets what the options of every measurement say: how often is repeated, confidence, seed. Local. */
void estimation_take_options(struct estimate_options *o, const struct measuring_options *options);

#endif
