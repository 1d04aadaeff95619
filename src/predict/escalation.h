#ifndef SONDE_PREDICT_ESCALATION_H
#define SONDE_PREDICT_ESCALATION_H

#include "algorithm/algorithm.h"
#include "model/model.h"

/* What may come on top of a predicted time: with which probability, and then how many seconds, their median and mean. */
struct escalation {
	double probability, median, mean;
};

/*
 * The escalation of a call by this algorithm: of linear gathers from M1 on and below M2, in a model that has these (lmo, Lastovetsky, Rychkov, O'Flynn 2009, 4.2). The mean is that of straight lines through the model's deciles,
 * continued to both sides, not below 0. Probability 0 where there is none, times then NAN. Local.
 */
struct escalation escalation_of(const struct model *model, const struct algorithm_class *algorithm, const struct call *call);

/* True if by the model linear gathers of so many bytes may escalate: from M1 on and below M2. Local. */
bool escalation_region(const struct model *model, size_t bytes);

/* True if the model has escalations for some calls of the operation. Local. */
bool escalation_known(const struct model *model, enum collective collective);

#endif
