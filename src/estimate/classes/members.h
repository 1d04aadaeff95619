#ifndef SONDE_ESTIMATE_MEMBERS_H
#define SONDE_ESTIMATE_MEMBERS_H

#include "estimate/method/options.h"
#include "probe/prober.h"

/* Estimations among the members of classes: n processes of a platform, members[i] of all is their process i. */

/*
 * Estimates a model of the members, with links between these.
 *
 * - comparing: the prober among all processes. What is measured goes into its campaign and to its sink, under the
 *   numbers of all, and into the campaign what is of the machine's main state. What this has of members already counts.
 * - part: of the comparing prober's time until its deadline.
 * - prober: how it was measured, afterwards among all processes too, to be released by the caller.
 * - NULL: ERR_* of method_run.
 * - Runs on the platform.
 */
struct model *members_estimate(const struct estimate_options *options, const struct prober *comparing, double part,
			       const int *members, size_t n, struct prober *prober, struct error *err);

/* Fits the same to what n launches hold of the members; NULL: ERR_* of method_fit. Local. */
struct model *members_fit(const struct estimate_options *options, const int *members, size_t n_members,
			  const struct campaign *const *launches, size_t n, struct error *err);

#endif
