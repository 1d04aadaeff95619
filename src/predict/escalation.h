#ifndef SONDE_PREDICT_ESCALATION_H
#define SONDE_PREDICT_ESCALATION_H

#include "algorithm/algorithm.h"
#include "model/model.h"

/* All functions are Local. */

/* What may come on top of a predicted time: with which probability, and then how many seconds, their median and mean.
 */
struct escalation {
	double probability, median, mean;
};

/*
 * The escalation of a call by this algorithm, in a model that has M1 and M2 (lmo, O'Flynn, thesis, 2009,
 * 4.2).
 *
 * - Which: gathers in which all processes send to the root at once, from M1 on and below M2: linear,
 *   linear-nonblocking, and linear-in-turn whose blocks are no longer than a segment.
 * - linear-credited sends first segments at once, and escalates as linear gathers of blocks so long.
 * - mean: of straight lines through the model's deciles, continued to both sides, not below 0.
 * - Where there is none: probability 0, times NAN.
 */
struct escalation escalation_of(const struct model *model, const struct algorithm_class *algorithm,
				const struct call *call);

/* Seconds by which escalations make such a call longer in the mean, 0 if it has none. */
double escalation_expected(const struct model *model, const struct algorithm_class *algorithm, const struct call *call);

/*
 * Seconds by which a part of such calls is longer at most: the quantile of a time that is 0 unless the call escalates.
 *
 * - part: 0 to 1. At 0.5 it is what the median of many calls is longer by.
 * - A call that escalates lies on straight lines through the model's deciles, not below 0; the median alone counts
 *   where the others are missing.
 */
double escalation_quantile(const struct model *model, const struct algorithm_class *algorithm, const struct call *call,
			   double part);

/* True if gathers by the algorithm have all blocks under way to the root at the same time, whether it has posted all of
 * its receives or the first only. */
bool escalation_overruns(const struct algorithm_class *algorithm);

/* True if by the model linear gathers of so many bytes may escalate: from M1 on and below M2. */
bool escalation_region(const struct model *model, size_t bytes);

/*
 * The bytes at which linear gathers escalate by the model: from the first on and below the second.
 *
 * - sizes: UINT64_MAX for the second if no end was found.
 * - False, and sizes stay as they are, if the model has none, or they would begin with one byte, or end where they
 *   begin.
 */
bool escalation_sizes(const struct model *model, uint64_t sizes[2]);

/* Whether the model has M1, if only to say that nothing escalates. */
bool escalation_sought(const struct model *model);

/* The same as escalation_sizes of gathers that escalate from so many bytes on and below so many, NAN if none do. */
bool escalation_between(double from, double to, uint64_t sizes[2]);

/*
 * How many of n sizes of gathers may escalate but are outside those at which the model's escalations were counted.
 *
 * - sizes: in bytes. Those outside get the escalations of the nearest size that was counted.
 * - *first, *last: the sizes at which the model's escalations were counted, least and greatest.
 * - 0 if the model counts none.
 */
size_t escalation_beyond(const struct model *model, const size_t *sizes, size_t n, size_t *first, size_t *last);

/* True if the model has escalations for some calls of the operation. */
bool escalation_known(const struct model *model, enum collective collective);

#endif
