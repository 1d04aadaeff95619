#ifndef SONDE_PREDICT_PIPELINE_H
#define SONDE_PREDICT_PIPELINE_H

#include "algorithm/algorithm.h"
#include "model/model.h"
#include "predict/closed_form.h"

/*
 * A broadcast in segments along one chain of alike links: each process passes a segment on while it receives the next.
 * All functions are Local.
 */

/*
 * Its closed form under hockney, logp or loggp, written to *form: 1, or 0 if the algorithm or the model is another one,
 * or links differ.
 *
 * - Of k segments, of which the last may be shorter, among n processes: (n - 2) d(s) + (k - 1) c(s) + d(last). d is a
 *   message's time, c the time from one message to the next.
 */
size_t pipeline_form(const struct model *model, const struct algorithm_class *algorithm, const struct call *call,
		     struct closed_form *form);

/*
 * The segment by which that is least, in bytes: of k = sqrt((n - 2) beta m/alpha) segments under hockney, sqrt((n - 2)
 * G m/(g - G)) under loggp, whichever of the two whole numbers beside it is quicker.
 *
 * - The message's own size: it is quickest in one piece. 0: there is no such form.
 */
uint64_t pipeline_segment(const struct model *model, const struct algorithm_use *use);

#endif
