#ifndef SONDE_ESTIMATE_RESIDUAL_CHECKS_H
#define SONDE_ESTIMATE_RESIDUAL_CHECKS_H

#include "estimate/estimate.h"

/*
 * Checks are round trips by which models are judged, and to which no model is fitted. Their sizes are drawn at random,
 * evenly over the logarithm, as those that a comparison measures. The answer is a byte shorter than the message, or has
 * one byte.
 */

/*
 * Measures checks at twelve sizes between 8 bytes and the largest message that the models were fitted to.
 *
 * - list: n estimations of one campaign.
 * - launch: draws other sizes in each launch.
 * - Between the pair of the first estimation, both ways if its model holds both; of rounds of pairs and of classes,
 * each size between another pair.
 * - On a machine of several states, checks of its main state are waited for a quarter of the time so far at most.
 * - Does nothing where a deadline leaves no time.
 * - ERR_* of the platform and the sink.
 * - Runs on the platform.
 */
enum status checks_measure(const struct estimate_options *list, size_t n, uint64_t launch, struct prober *prober,
			   struct error *err);

/* Returns whether an experiment has the form of a check. */
bool checks_include(const struct experiment *experiment);

/* Returns the largest message, in bytes, that a model of these options was fitted to; 0 if none was measured; the long
 * size of a model that follows from empty messages alone. */
size_t checks_largest(const struct estimate_options *options, const struct campaign *campaign);

#endif
