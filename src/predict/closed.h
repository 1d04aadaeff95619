#ifndef SONDE_PREDICT_CLOSED_H
#define SONDE_PREDICT_CLOSED_H

#include <stdbool.h>
#include <stddef.h>

#include "algorithm/algorithm.h"
#include "model/model.h"

/*
 * A formula of the literature for a collective operation. What it assumes of the platform is what its paper does; the schedule of the same algorithm, simulated under the same model, is what sonde predicts by.
 */
struct closed_form {
	const char *name;   /* "sequential", "parallel"; "" if the model has one form for the operation */
	const char *source; /* the paper */
	bool exact;         /* equal to the simulated schedule where all processes are alike, but for rounding; else about says how they differ */
	const char *about;
	double seconds;
};

#define CLOSED_FORMS_MOST 2

/*
 * The closed forms that the model has for the call by this algorithm: linear scatter and gather of hockney (all messages one after the other, or all at once), logp, loggp and plogp, binomial scatter and gather of
 * hockney, whose parameters may differ from pair to pair. Counts are bytes. Writes at most CLOSED_FORMS_MOST to forms; returns how many there are, 0 if the literature has none. Local.
 */
size_t closed_forms(const struct model *model, const struct algorithm_class *algorithm, const struct call *call, struct closed_form *forms);

#endif
