#ifndef SONDE_PREDICT_CLOSED_FORM_H
#define SONDE_PREDICT_CLOSED_FORM_H

/* How a formula is to the simulated schedule of the algorithm, its ports in turn and its messages eager; ports serve
 * both ways at a time as far as the model says. */
enum relation {
	RELATION_NONE,  /* neither bounds the other */
	RELATION_EXACT, /* equal, but for rounding */
	RELATION_LOWER, /* a lower bound: the schedule takes as long or longer */
	RELATION_UPPER  /* an upper bound */
};

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

/* Forms of a model for a call, and names of forms, at most. */
#define CLOSED_FORMS_MOST 4
#define CLOSED_FORM_NAMES 8

#endif
