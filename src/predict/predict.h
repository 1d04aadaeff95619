#ifndef SONDE_PREDICT_PREDICT_H
#define SONDE_PREDICT_PREDICT_H

#include "algorithm/algorithm.h"
#include "model/model.h"
#include "simulate/simulate.h"

/*
 * Seconds that a collective operation takes by the algorithm, from a common start until the last process has finished,
 * if each message costs what the model says, as its ports are used and up to eager_most bytes without waiting for the
 * receiver (simulate.h): the algorithm's schedule, simulated. Counts of the call are bytes; reductions and copies cost
 * nothing but what the model says of messages. ERR_INPUT if the call cannot be (algorithm_check), or if the model holds
 * for single pairs and not for so many processes. *seconds is then untouched. Local.
 */
enum status predict_collective(const struct model_use *model, uint64_t eager_most,
			       const struct algorithm_class *algorithm, const struct call *call, double *seconds,
			       struct error *err);

/* The bytes of the largest message of a valid call by the algorithm, 0 if memory does not suffice to tell. Local. */
uint64_t predict_largest(const struct algorithm_class *algorithm, const struct call *call);

#endif
