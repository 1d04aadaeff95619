#ifndef SONDE_PREDICT_ESCALATION_H
#define SONDE_PREDICT_ESCALATION_H

#include "algorithm/algorithm.h"
#include "model/model.h"

/* What may come on top of a predicted time: with which probability, and then how many seconds, their median and mean.
 */
struct escalation {
	double probability, median, mean;
};

/*
 * The escalation of a call by this algorithm: of gathers in which all processes send to the root at once, linear and
 * linear-nonblocking, from M1 on and below M2, in a model that has these (lmo, Lastovetsky, Rychkov, O'Flynn
 * 2009, 4.2). The mean is that of straight lines through the model's deciles, continued to both sides, not below 0.
 * Probability 0 where there is none, times then NAN. Local.
 */
struct escalation escalation_of(const struct model *model, const struct algorithm_class *algorithm,
				const struct call *call);

/* Seconds by which escalations make such a call longer in the mean, 0 if it has none. Local. */
double escalation_expected(const struct model *model, const struct algorithm_class *algorithm, const struct call *call);

/*
 * Seconds by which a part (0 to 1) of such calls is longer at most: the quantile of a time that is 0 unless the call
 * escalates, and then lies on straight lines through the model's deciles, not below 0; the median alone where the
 * others are missing. Part 0.5: what the median of many calls is longer by. Local.
 */
double escalation_quantile(const struct model *model, const struct algorithm_class *algorithm, const struct call *call,
			   double part);

/* True if by the model linear gathers of so many bytes may escalate: from M1 on and below M2. Local. */
bool escalation_region(const struct model *model, size_t bytes);

/*
 * How many of n sizes of gathers may escalate but are outside those at which the model's escalations were counted, from
 * *first to *last: they are given those of the nearest such size. 0 if the model counts none. Local.
 */
size_t escalation_beyond(const struct model *model, const size_t *sizes, size_t n, size_t *first, size_t *last);

/* True if the model has escalations for some calls of the operation. Local. */
bool escalation_known(const struct model *model, enum collective collective);

#endif
