#ifndef SONDE_ESTIMATE_THRESHOLDS_RESULT_H
#define SONDE_ESTIMATE_THRESHOLDS_RESULT_H

#include <stdbool.h>
#include <stddef.h>

#include "estimate/thresholds/options.h"
#include "model/model.h"
#include "stats/regression.h"

/* Gathers of a size: how many were made, how many of them escalated, and the deciles of what that added, in seconds
 * (NAN if none did). */
struct escalations {
	size_t bytes, made, escalated;
	double q10, q50, q90;
};

/* What was found. */
struct thresholds {
	double S;      /* B: the largest size before the leap of scatter; NAN if there is none */
	double M1, M2; /* B: from M1 on and below M2 gathers escalate; NAN if none did. M2 is infinite if the largest
			  size still does */
	struct line regular; /* seconds of a gather below M2 that does not escalate, over bytes */
	double factor;       /* that of the options */
	double noise; /* s: three times the ninth decile of what scatters were above their line; what a gather is longer
			 by must be more to be an escalation */
	struct escalations list[ESCALATION_SIZES_MOST];
	size_t n;
	size_t measurements;
};

/* True if a gather that takes regular seconds without an escalation escalated: it took factor times that, and longer by
 * more than noise (in seconds). Local. */
bool thresholds_is_escalation(const struct thresholds *found, double noise, double regular, double seconds);

/* True if a gather of so many bytes, below M2, escalated: factor times the regular time, and longer by more than noise.
 * Local. */
bool thresholds_escalated(const struct thresholds *thresholds, size_t bytes, double seconds);

/*
 * Sets the parameters S, M1, M2 and escalation_* of the platform in a model that has them (lmo, with a link for the
 * platform); those that were not found are absent then, whatever it had of them before, but for an S beyond which the
 * model has times (rendezvous_beta). ERR_INPUT if it has none. Local.
 */
enum status thresholds_set(const struct thresholds *thresholds, struct model *model, struct error *err);

#endif
