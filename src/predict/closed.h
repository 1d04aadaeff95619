#ifndef SONDE_PREDICT_CLOSED_H
#define SONDE_PREDICT_CLOSED_H

#include <stddef.h>

#include "algorithm/algorithm.h"
#include "model/model.h"

/* How a formula is to the simulated schedule of the algorithm, its ports in turn and its messages eager. */
enum relation {
	RELATION_NONE,  /* neither bounds the other */
	RELATION_EXACT, /* equal, but for rounding */
	RELATION_LOWER, /* a lower bound: the schedule takes as long or longer */
	RELATION_UPPER  /* an upper bound */
};

/* By enum relation: "none", "exact", "lower bound", "upper bound". */
extern const char *const relation_words[];

/*
 * A formula of the literature for a collective operation. What it assumes of the platform is what its paper does; the
 * schedule of the same algorithm, simulated under the same model, is what sonde predicts by.
 */
struct closed_form {
	const char *name; /* "sequential", "parallel", "lower bound", "with an escalation, median"; "" if the model has
			     one form for the operation */
	const char *source;     /* the paper */
	enum relation relation; /* for this model and call */
	const char *about;      /* why it is so */
	double seconds;
	double escalation; /* the probability that the operation escalates, and takes longer than its linear part; 0
			      where it cannot */
};

#define CLOSED_FORMS_MOST 4

/*
 * How many closed forms the model has for the call by this algorithm, written to forms; 0 if the literature has none.
 *
 * - forms: has room for CLOSED_FORMS_MOST.
 * - Linear scatter and gather of hockney (all messages one after the other, or all at once), logp, loggp and plogp:
 *   over the root's own links where they differ.
 * - Binomial scatter and gather of these and of lmo: each message at the model's time for its link.
 * - Linear scatter and gather of lmo: for medium gathers a lower bound, and the deciles and median of what escalations
 *   add.
 * - doc/predictions.md has them with their relations.
 * - Counts are bytes.
 * - Local.
 */
size_t closed_forms(const struct model *model, const struct algorithm_class *algorithm, const struct call *call,
		    struct closed_form *forms);

#endif
